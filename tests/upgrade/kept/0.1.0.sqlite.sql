BEGIN TRANSACTION;
CREATE TABLE account (
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	outside BOOLEAN NOT NULL, 
	linked_at BIGINT NOT NULL, 
	CONSTRAINT pk_account PRIMARY KEY (platform, tenant, subject), 
	CONSTRAINT fk_account_person FOREIGN KEY(person) REFERENCES person (id)
);
INSERT INTO "account" VALUES('slack','T1','UOLGA','71112c45e029cd4a','Olga','en',0,1795982340229560);
INSERT INTO "account" VALUES('slack','T1','USARAH','b60832cbc6259cb5','Sarah','en',0,1795982340263888);
INSERT INTO "account" VALUES('slack','T1','USTRANGER','a6ac65116d9f4eeb','Stranger','en',0,1795982340338827);
CREATE TABLE action (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	request VARCHAR NOT NULL, 
	call VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	tool VARCHAR NOT NULL, 
	shown TEXT NOT NULL, 
	whole BOOLEAN NOT NULL, 
	directory VARCHAR NOT NULL, 
	reason TEXT NOT NULL, 
	state VARCHAR NOT NULL, 
	asked_at BIGINT NOT NULL, 
	deadline BIGINT NOT NULL, 
	decided_at BIGINT, 
	decided_by VARCHAR, 
	decided_key VARCHAR, 
	answer TEXT, 
	used_at BIGINT, 
	CONSTRAINT pk_action PRIMARY KEY (id), 
	CONSTRAINT fk_action_request FOREIGN KEY(request) REFERENCES request (id), 
	CONSTRAINT uq_action_request_call_digest UNIQUE (request, call, digest)
);
INSERT INTO "action" VALUES('71112c45e029cd4a-1a228e3b297959513e1','71112c45e029cd4a','71112c45e029cd4a-1a228e3b0f2133862dc','call','digest','delete','Bash','rm old',1,'/srv/project','It deletes something.','allowed',1795982340759186,1795983340759186,1795982340770369,'71112c45e029cd4a','allow',NULL,NULL);
INSERT INTO "action" VALUES('71112c45e029cd4a-1a228e3b2ccb25b92af','71112c45e029cd4a','71112c45e029cd4a-1a228e3b223754911c9','call','digest','delete','Bash','rm old',1,'/srv/project','It deletes something.','allowed',1795982340812747,1795983340812747,1795982340818627,'71112c45e029cd4a','allow',NULL,NULL);
CREATE TABLE agent (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	machine VARCHAR NOT NULL, 
	handle VARCHAR NOT NULL, 
	runtime VARCHAR NOT NULL, 
	directory VARCHAR NOT NULL, 
	avatar VARCHAR NOT NULL, 
	approval_ttl INTEGER, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_agent PRIMARY KEY (id), 
	CONSTRAINT fk_agent_machine FOREIGN KEY(machine) REFERENCES machine (id), 
	CONSTRAINT fk_agent_owner FOREIGN KEY(owner) REFERENCES person (id), 
	CONSTRAINT uq_agent_owner_handle UNIQUE (owner, handle)
);
INSERT INTO "agent" VALUES('71112c45e029cd4a-1a228e3b036f9aa5db4','71112c45e029cd4a','71112c45e029cd4a-1a228e3b036a6119e9c','claude','scripted','/srv/project','C',NULL,1795982340150019);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE audit (
	owner VARCHAR NOT NULL, 
	number BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	who VARCHAR NOT NULL, 
	request VARCHAR, 
	body TEXT NOT NULL, 
	hash VARCHAR NOT NULL, 
	CONSTRAINT pk_audit PRIMARY KEY (owner, number)
)
 WITHOUT ROWID

;
INSERT INTO "audit" VALUES('71112c45e029cd4a',1,1795982340150019,'71112c45e029cd4a',NULL,'{"account":"token","act":"machine registered","agent":null,"at":1795982340150019,"machine":"71112c45e029cd4a-1a228e3b036a6119e9c","name":"laptop","number":1,"request":null,"result":"ok","who":"71112c45e029cd4a"}','a600b4b1f458832c6814690010cf67e00ffd0c9353fddf523a82f8dad875045d');
INSERT INTO "audit" VALUES('71112c45e029cd4a',2,1795982340150019,'71112c45e029cd4a',NULL,'{"account":"test","act":"joined","agent":null,"at":1795982340150019,"number":2,"request":null,"result":"ok","role":"owner","room":"71112c45e029cd4a-1a228e3b0361cb0edab","way":"made it","who":"71112c45e029cd4a"}','0c62473e1bb56a3f982013da8b7a22fcb485a172766bfee19c30fbb8e5a23e57');
INSERT INTO "audit" VALUES('71112c45e029cd4a',3,1795982340150019,'71112c45e029cd4a',NULL,'{"account":"test","act":"room made","agent":null,"at":1795982340150019,"name":"Backend","number":3,"request":null,"result":"ok","room":"71112c45e029cd4a-1a228e3b0361cb0edab","who":"71112c45e029cd4a"}','8a527dab1321fe45ec57316819bbe693283eec68710e4e21800ff301cf055f27');
INSERT INTO "audit" VALUES('71112c45e029cd4a',4,1795982340150019,'71112c45e029cd4a',NULL,'{"account":"test","act":"bound","agent":null,"at":1795982340150019,"chat":{"channel":"C1","platform":"slack","tenant":"T1"},"number":4,"request":null,"result":"ok","room":"71112c45e029cd4a-1a228e3b0361cb0edab","who":"71112c45e029cd4a"}','22bfd25db6cc0bd1900e360c8663ee57e155e7d6d154db989ab7994f440d1833');
INSERT INTO "audit" VALUES('71112c45e029cd4a',5,1795982340229560,'71112c45e029cd4a',NULL,'{"account":"slack:T1:UOLGA","act":"account linked","agent":null,"at":1795982340229560,"number":5,"request":null,"result":"ok","who":"71112c45e029cd4a"}','3ecff34a5e96c8ca85e9157c3b2587704b21ae25fea4f6b804293af5bfa5ed0d');
INSERT INTO "audit" VALUES('71112c45e029cd4a',6,1795982340246438,'71112c45e029cd4a',NULL,'{"account":"token","act":"invited","agent":null,"at":1795982340246438,"invite":"71112c45e029cd4a-1a228e3b09679135437","number":6,"request":null,"result":"ok","role":"member","room":"71112c45e029cd4a-1a228e3b0361cb0edab","who":"71112c45e029cd4a"}','d569785bef492dd6cad439e710bb7d065f6ccaa8b11788db747a408877ad281f');
INSERT INTO "audit" VALUES('71112c45e029cd4a',7,1795982340263888,'b60832cbc6259cb5',NULL,'{"account":"slack:T1:USARAH","act":"joined","agent":null,"at":1795982340263888,"number":7,"request":null,"result":"ok","role":"member","room":"71112c45e029cd4a-1a228e3b0361cb0edab","way":"invite:71112c45e029cd4a-1a228e3b09679135437","who":"b60832cbc6259cb5"}','4ad8b081a3f6ddae998cf6f2d1ad1d0f3c00eb327573f6e43f63558c4c6cea32');
INSERT INTO "audit" VALUES('71112c45e029cd4a',8,1795982340289333,'71112c45e029cd4a',NULL,'{"account":"token","act":"invited","agent":null,"at":1795982340289333,"invite":"71112c45e029cd4a-1a228e3b0c12c6ea318","number":8,"request":null,"result":"ok","role":"member","room":"71112c45e029cd4a-1a228e3b0361cb0edab","who":"71112c45e029cd4a"}','71b54440683bf228b925267533a4e192629d6404076c666f4e66a6333582a3a0');
INSERT INTO "audit" VALUES('71112c45e029cd4a',9,1795982340298054,'nobody',NULL,'{"account":"slack:T1:USTRANGER","act":"join asked","agent":null,"at":1795982340298054,"join":"71112c45e029cd4a-1a228e3b0cafaef2ee0","number":9,"request":null,"result":"ok","room":"71112c45e029cd4a-1a228e3b0361cb0edab","who":"nobody"}','fd65851254351f29e84ab59c7377835b01072d51cc8d706ad9c8029c43a2fbb1');
INSERT INTO "audit" VALUES('71112c45e029cd4a',10,1795982340338827,'a6ac65116d9f4eeb',NULL,'{"account":"slack:T1:UOLGA","act":"joined","agent":null,"at":1795982340338827,"number":10,"request":null,"result":"ok","role":"member","room":"71112c45e029cd4a-1a228e3b0361cb0edab","way":"join:71112c45e029cd4a-1a228e3b0cafaef2ee0","who":"a6ac65116d9f4eeb"}','c6ec3fd85bbbe3143cdc79aaacba0fa3cd335727230fc8beb2ad5fd8354cff65');
INSERT INTO "audit" VALUES('71112c45e029cd4a',11,1795982340338827,'a6ac65116d9f4eeb','71112c45e029cd4a-1a228e3b0f2133862dc','{"account":"slack:T1:USTRANGER","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340338827,"number":11,"public_id":"R20261129-01","request":"71112c45e029cd4a-1a228e3b0f2133862dc","result":"ok","who":"a6ac65116d9f4eeb"}','25740c7d2f312ea3f15d1b56e92a5e723d8decc81527446c29ec21f5dad9d1f0');
INSERT INTO "audit" VALUES('71112c45e029cd4a',12,1795982340338827,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b0f2133862dc','{"account":null,"act":"approved","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340338827,"decision":"once","number":12,"public_id":"R20261129-01","request":"71112c45e029cd4a-1a228e3b0f2133862dc","result":"ok","who":"71112c45e029cd4a"}','2bcb9fc01efc10dff6b6d54d5c8be74ef7a2d7e6a29cf039b1ded840917878c2');
INSERT INTO "audit" VALUES('71112c45e029cd4a',13,1795982340338827,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b0f2133862dc','{"account":"slack:T1:UOLGA","act":"join admitted","agent":null,"at":1795982340338827,"join":"71112c45e029cd4a-1a228e3b0cafaef2ee0","number":13,"request":"71112c45e029cd4a-1a228e3b0f2133862dc","result":"ok","who":"71112c45e029cd4a"}','aa7dddcab6e17c7f95a57dc6526d30d81ef5ae3257c32f4da0030abb511ea049');
INSERT INTO "audit" VALUES('71112c45e029cd4a',14,1795982340395338,'nobody',NULL,'{"account":"slack:T1:UANOTHER","act":"join asked","agent":null,"at":1795982340395338,"join":"71112c45e029cd4a-1a228e3b12b3db842e2","number":14,"request":null,"result":"ok","room":"71112c45e029cd4a-1a228e3b0361cb0edab","who":"nobody"}','cd769d23677ec7dd6a7b675693c4c5f9ad76b211b168a43208107ca5822e0ead');
INSERT INTO "audit" VALUES('71112c45e029cd4a',15,1795982340401253,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b13184284a21','{"account":"slack:T1:USARAH","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340401253,"number":15,"public_id":"R20261129-02","request":"71112c45e029cd4a-1a228e3b13184284a21","result":"ok","who":"b60832cbc6259cb5"}','c6ef6b42c1232d76a6c54ead5aeee9adcc5913ec99705d62cf7614620162873f');
INSERT INTO "audit" VALUES('71112c45e029cd4a',16,1795982340439156,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b15749c65466','{"account":"slack:T1:USARAH","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340439156,"number":16,"public_id":"R20261129-03","request":"71112c45e029cd4a-1a228e3b15749c65466","result":"ok","who":"b60832cbc6259cb5"}','fe5ab0a71049023981c06786ed9dcdb247bdc6d6823a935ae1debaf2b11dd099');
INSERT INTO "audit" VALUES('71112c45e029cd4a',17,1795982340491457,'clock','71112c45e029cd4a-1a228e3b15749c65466','{"account":null,"act":"expired","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340491457,"number":17,"public_id":"R20261129-03","request":"71112c45e029cd4a-1a228e3b15749c65466","result":"ok","who":"clock"}','3f2eb1d1b56fade7c33a5ca5837951e7727a76aecf5928fc0ae3f3417d3ff67d');
INSERT INTO "audit" VALUES('71112c45e029cd4a',18,1795982340522355,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b1aa0702ec48','{"account":"slack:T1:USARAH","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340522355,"number":18,"public_id":"R20261129-04","request":"71112c45e029cd4a-1a228e3b1aa0702ec48","result":"ok","who":"b60832cbc6259cb5"}','d0dcd53ee2ec371061079c956c1257309c4601978828364cf539cc8f43c35a71');
INSERT INTO "audit" VALUES('71112c45e029cd4a',19,1795982340574557,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b1aa0702ec48','{"account":"slack:T1:USARAH","act":"cancelled","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340574557,"number":19,"public_id":"R20261129-04","request":"71112c45e029cd4a-1a228e3b1aa0702ec48","result":"ok","who":"b60832cbc6259cb5"}','42901773dc9c49b3186ce8a146253d9411604c52ce7a34d941d1b3673e3b5306');
INSERT INTO "audit" VALUES('71112c45e029cd4a',20,1795982340603725,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b1fb114d3e07','{"account":"slack:T1:USARAH","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340603725,"number":20,"public_id":"R20261129-05","request":"71112c45e029cd4a-1a228e3b1fb114d3e07","result":"ok","who":"b60832cbc6259cb5"}','43908bb054f776328bd656815a304ddd61986cffe2334458714796a2f88c7fc3');
INSERT INTO "audit" VALUES('71112c45e029cd4a',21,1795982340617111,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b1fb114d3e07','{"account":"slack:T1:UOLGA","act":"denied","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340617111,"decision":"denied","number":21,"public_id":"R20261129-05","reason":"not today","request":"71112c45e029cd4a-1a228e3b1fb114d3e07","result":"ok","version":1,"who":"71112c45e029cd4a"}','d9214fcf1f0a7806fcf29e4cf8bc2b79bde978bca4d42ba35a87763a66cc84fb');
INSERT INTO "audit" VALUES('71112c45e029cd4a',22,1795982340643631,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b223754911c9','{"account":"slack:T1:USARAH","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340643631,"number":22,"public_id":"R20261129-06","request":"71112c45e029cd4a-1a228e3b223754911c9","result":"ok","who":"b60832cbc6259cb5"}','28cb06f1c44cc94bf5f7ecfca193cae2bd850f3420fbea0284ae6c86af1a07a6');
INSERT INTO "audit" VALUES('71112c45e029cd4a',23,1795982340655958,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b223754911c9','{"account":"slack:T1:USARAH","act":"edited","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340655958,"number":23,"public_id":"R20261129-06","request":"71112c45e029cd4a-1a228e3b223754911c9","result":"ok","version":2,"who":"b60832cbc6259cb5"}','4c5c6b907945c137315d48e43cc2a42c2c3231415dab344e42a7526d4472b603');
INSERT INTO "audit" VALUES('71112c45e029cd4a',24,1795982340684783,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b223754911c9','{"account":"token","act":"approved","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340684783,"decision":"once","number":24,"public_id":"R20261129-06","request":"71112c45e029cd4a-1a228e3b223754911c9","result":"ok","version":2,"who":"71112c45e029cd4a"}','c69f6330776f68897085c9085b7377577b8e3c7032ac8e9b000529d3cf07014c');
INSERT INTO "audit" VALUES('71112c45e029cd4a',25,1795982340727395,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','71112c45e029cd4a-1a228e3b0f2133862dc','{"account":null,"act":"started","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340727395,"number":25,"public_id":"R20261129-01","request":"71112c45e029cd4a-1a228e3b0f2133862dc","result":"ok","who":"machine:71112c45e029cd4a-1a228e3b036a6119e9c"}','0b24114179d48a4ad375bedf6d1a29c0c27080ea6f5f2b840bc553df88a10241');
INSERT INTO "audit" VALUES('71112c45e029cd4a',26,1795982340759186,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','71112c45e029cd4a-1a228e3b0f2133862dc','{"account":null,"act":"action_asked","action":"71112c45e029cd4a-1a228e3b297959513e1","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340759186,"digest":"digest","kind":"delete","number":26,"public_id":"R20261129-01","request":"71112c45e029cd4a-1a228e3b0f2133862dc","result":"ok","who":"agent:71112c45e029cd4a-1a228e3b036f9aa5db4"}','7deff471d2a242bf38f58d032b2c89840b315d330b03aa0f9b6e182857d91ec4');
INSERT INTO "audit" VALUES('71112c45e029cd4a',27,1795982340770369,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b0f2133862dc','{"account":"token","act":"action_decided","action":"71112c45e029cd4a-1a228e3b297959513e1","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340770369,"digest":"digest","kind":"delete","number":27,"public_id":"R20261129-01","request":"71112c45e029cd4a-1a228e3b0f2133862dc","result":"ok","state":"allowed","who":"71112c45e029cd4a"}','4cc57e6637c4bf2926f13d81e51bc641c5e2314a4976ec7adb2f40691a4a4e07');
INSERT INTO "audit" VALUES('71112c45e029cd4a',28,1795982340789774,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','71112c45e029cd4a-1a228e3b0f2133862dc','{"account":null,"act":"failed","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340789774,"happened_at":1,"number":28,"public_id":"R20261129-01","request":"71112c45e029cd4a-1a228e3b0f2133862dc","result":"ok","text":"the end","who":"machine:71112c45e029cd4a-1a228e3b036a6119e9c"}','410d09352aa36c7991429a8f6cd08d418462ee6375dafd624a37e51fb511d3ac');
INSERT INTO "audit" VALUES('71112c45e029cd4a',29,1795982340805516,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','71112c45e029cd4a-1a228e3b223754911c9','{"account":null,"act":"started","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340805516,"number":29,"public_id":"R20261129-06","request":"71112c45e029cd4a-1a228e3b223754911c9","result":"ok","who":"machine:71112c45e029cd4a-1a228e3b036a6119e9c"}','c94a016e3da2793f7747a890d50dec4a50d86ca0ae22bc7c1460df8daebac636');
INSERT INTO "audit" VALUES('71112c45e029cd4a',30,1795982340812747,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','71112c45e029cd4a-1a228e3b223754911c9','{"account":null,"act":"action_asked","action":"71112c45e029cd4a-1a228e3b2ccb25b92af","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340812747,"digest":"digest","kind":"delete","number":30,"public_id":"R20261129-06","request":"71112c45e029cd4a-1a228e3b223754911c9","result":"ok","who":"agent:71112c45e029cd4a-1a228e3b036f9aa5db4"}','7f6ba7e045eb644057e99dc40597fba49ebacdda4308b0afd2d7ff1ba01202ca');
INSERT INTO "audit" VALUES('71112c45e029cd4a',31,1795982340818627,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b223754911c9','{"account":"token","act":"action_decided","action":"71112c45e029cd4a-1a228e3b2ccb25b92af","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340818627,"digest":"digest","kind":"delete","number":31,"public_id":"R20261129-06","request":"71112c45e029cd4a-1a228e3b223754911c9","result":"ok","state":"allowed","who":"71112c45e029cd4a"}','bcef5c6284cbf5e681b2b495265dcfd55fa20174b99fa28f7008f894fb1b9b3d');
INSERT INTO "audit" VALUES('71112c45e029cd4a',32,1795982340832658,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','71112c45e029cd4a-1a228e3b223754911c9','{"account":null,"act":"done","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340832658,"happened_at":1,"number":32,"public_id":"R20261129-06","request":"71112c45e029cd4a-1a228e3b223754911c9","result":"ok","text":"the end","who":"machine:71112c45e029cd4a-1a228e3b036a6119e9c"}','58c68942bd94a3e35d1fffb33c2bba2f67fece82f4ba54ea65492c8fce9c1f46');
INSERT INTO "audit" VALUES('71112c45e029cd4a',33,1795982340850715,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b2f2ba0846c0','{"account":"token","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340850715,"number":33,"public_id":"R20261129-07","request":"71112c45e029cd4a-1a228e3b2f2ba0846c0","result":"ok","who":"71112c45e029cd4a"}','5056499fec68e96c46866a1725b37c4c896822b16e56f3ee7a114fdc7be75b38');
INSERT INTO "audit" VALUES('71112c45e029cd4a',34,1795982340850715,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b2f2ba0846c0','{"account":null,"act":"approved","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340850715,"decision":"own","number":34,"public_id":"R20261129-07","request":"71112c45e029cd4a-1a228e3b2f2ba0846c0","result":"ok","who":"71112c45e029cd4a"}','ebf3487dafc33b8e7de421604f70793e1ddcef027fbb9dfac9c97662e420c290');
INSERT INTO "audit" VALUES('71112c45e029cd4a',35,1795982340862031,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','71112c45e029cd4a-1a228e3b2f2ba0846c0','{"account":null,"act":"started","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340862031,"number":35,"public_id":"R20261129-07","request":"71112c45e029cd4a-1a228e3b2f2ba0846c0","result":"ok","who":"machine:71112c45e029cd4a-1a228e3b036a6119e9c"}','42cfa3a0bde13a409dfd4918bafec5e77be859cc8cbebbd236495d5daf96752e');
INSERT INTO "audit" VALUES('71112c45e029cd4a',36,1795982340869909,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b2f2ba0846c0','{"account":null,"act":"stopping","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340869909,"number":36,"public_id":"R20261129-07","request":"71112c45e029cd4a-1a228e3b2f2ba0846c0","result":"ok","who":"71112c45e029cd4a"}','0150fe72b39405ff1c84f56e4337f47bcf137256df57b94a10de2a5c65dc270c');
INSERT INTO "audit" VALUES('71112c45e029cd4a',37,1795982340884908,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b314f70826df','{"account":"slack:T1:USARAH","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340884908,"number":37,"public_id":"R20261129-08","request":"71112c45e029cd4a-1a228e3b314f70826df","result":"ok","who":"b60832cbc6259cb5"}','f3359cc503ade4e3bffb3c9fa250ca6562253a3ee470b08ce3fe6fddcf07d1b2');
INSERT INTO "audit" VALUES('71112c45e029cd4a',38,1795982340891491,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b314f70826df','{"account":"token","act":"approved","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340891491,"decision":"always","number":38,"public_id":"R20261129-08","request":"71112c45e029cd4a-1a228e3b314f70826df","result":"ok","version":1,"who":"71112c45e029cd4a"}','89f821fd2c281ff09f41b8b9043d54dd35dd075a067f8a1d6e0b714c139a0c09');
INSERT INTO "audit" VALUES('71112c45e029cd4a',39,1795982340891491,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b314f70826df','{"account":"token","act":"granted","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340891491,"grant":"71112c45e029cd4a-1a228e3b31bbe898816","number":39,"person":"b60832cbc6259cb5","request":"71112c45e029cd4a-1a228e3b314f70826df","result":"ok","room":"71112c45e029cd4a-1a228e3b0361cb0edab","who":"71112c45e029cd4a"}','a81c8e6703c2d255e1fcbff6278bc3a6c88fe3baa66d31b67fdcc797adaab371');
INSERT INTO "audit" VALUES('71112c45e029cd4a',40,1795982340896113,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b3209368bc55','{"account":"slack:T1:USARAH","act":"asked","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340896113,"number":40,"public_id":"R20261129-09","request":"71112c45e029cd4a-1a228e3b3209368bc55","result":"ok","who":"b60832cbc6259cb5"}','27881a91dd8543dd18e4cc44d4f2f87704c9122ae8d0d39addd60b28e57ad429');
INSERT INTO "audit" VALUES('71112c45e029cd4a',41,1795982340896113,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b3209368bc55','{"account":null,"act":"approved","agent":"71112c45e029cd4a-1a228e3b036f9aa5db4","at":1795982340896113,"decision":"grant","number":41,"public_id":"R20261129-09","request":"71112c45e029cd4a-1a228e3b3209368bc55","result":"ok","who":"71112c45e029cd4a"}','bef3a6036b7ad4ce579023418ed6f593518056ed412f9b8d43630dd06615670a');
CREATE TABLE binding (
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	channel VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	CONSTRAINT pk_binding PRIMARY KEY (platform, tenant, channel), 
	CONSTRAINT fk_binding_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "binding" VALUES('slack','T1','C1','71112c45e029cd4a-1a228e3b0361cb0edab');
CREATE TABLE blob (
	id VARCHAR NOT NULL, 
	"by" VARCHAR NOT NULL, 
	size INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	created_at BIGINT NOT NULL, 
	request VARCHAR, 
	CONSTRAINT pk_blob PRIMARY KEY (id)
);
INSERT INTO "blob" VALUES('b60832cbc6259cb5-411b79ec8a27041e89c6047c','b60832cbc6259cb5',5,X'6279746573',1795982340634911,'71112c45e029cd4a-1a228e3b223754911c9');
CREATE TABLE counter (
	owner VARCHAR NOT NULL, 
	day INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_counter PRIMARY KEY (owner, day)
);
INSERT INTO "counter" VALUES('71112c45e029cd4a',20261129,9);
CREATE TABLE credential (
	token_hash VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	person VARCHAR, 
	platform VARCHAR, 
	name VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	revoked_at BIGINT, 
	CONSTRAINT pk_credential PRIMARY KEY (token_hash), 
	CONSTRAINT fk_credential_person FOREIGN KEY(person) REFERENCES person (id)
);
INSERT INTO "credential" VALUES('d569b1e43c0c488d45f77f899d14b566ddbdf6a6e1fa592b0caede82898655eb','person','71112c45e029cd4a',NULL,'test',1795982340150019,NULL);
INSERT INTO "credential" VALUES('90ffbdb1ceb26cdab87d4745af8d83141536ebeb967f8d01ecfb9697892fc3cf','connector','71112c45e029cd4a','slack','test',1795982340150019,NULL);
INSERT INTO "credential" VALUES('d9ee64534790a1119faad932c1986a1bb76b5c89d2f863e01fd2807dab85f0a1','connector','71112c45e029cd4a','web','test',1795982340150019,NULL);
CREATE TABLE event (
	request VARCHAR NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (request, seq)
)
 WITHOUT ROWID

;
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',1,'asked',1795982340338827,'a6ac65116d9f4eeb','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',2,'approved',1795982340338827,'71112c45e029cd4a','{"decision":"once"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',3,'started',1795982340727395,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',4,'action_asked',1795982340759186,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','{"action":"71112c45e029cd4a-1a228e3b297959513e1","digest":"digest","kind":"delete"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',5,'action_decided',1795982340770369,'71112c45e029cd4a','{"action":"71112c45e029cd4a-1a228e3b297959513e1","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',6,'session',1795982340789774,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','{"happened_at":1,"session":"session-1"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',7,'file',1795982340789774,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',8,'plan',1795982340789774,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc',9,'failed',1795982340789774,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','{"happened_at":1,"text":"the end"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b13184284a21',1,'asked',1795982340401253,'b60832cbc6259cb5','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b15749c65466',1,'asked',1795982340439156,'b60832cbc6259cb5','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b15749c65466',2,'expired',1795982340491457,'clock','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b1aa0702ec48',1,'asked',1795982340522355,'b60832cbc6259cb5','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b1aa0702ec48',2,'cancelled',1795982340574557,'b60832cbc6259cb5','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b1fb114d3e07',1,'asked',1795982340603725,'b60832cbc6259cb5','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b1fb114d3e07',2,'denied',1795982340617111,'71112c45e029cd4a','{"decision":"denied","reason":"not today","version":1}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',1,'asked',1795982340643631,'b60832cbc6259cb5','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',2,'edited',1795982340655958,'b60832cbc6259cb5','{"version":2}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',3,'approved',1795982340684783,'71112c45e029cd4a','{"decision":"once","version":2}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',4,'started',1795982340805516,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',5,'action_asked',1795982340812747,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','{"action":"71112c45e029cd4a-1a228e3b2ccb25b92af","digest":"digest","kind":"delete"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',6,'action_decided',1795982340818627,'71112c45e029cd4a','{"action":"71112c45e029cd4a-1a228e3b2ccb25b92af","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',7,'session',1795982340832658,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','{"happened_at":1,"session":"session-1"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',8,'file',1795982340832658,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',9,'plan',1795982340832658,'agent:71112c45e029cd4a-1a228e3b036f9aa5db4','{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b223754911c9',10,'done',1795982340832658,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','{"happened_at":1,"text":"the end"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b2f2ba0846c0',1,'asked',1795982340850715,'71112c45e029cd4a','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b2f2ba0846c0',2,'approved',1795982340850715,'71112c45e029cd4a','{"decision":"own"}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b2f2ba0846c0',3,'started',1795982340862031,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b2f2ba0846c0',4,'stopping',1795982340869909,'71112c45e029cd4a','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b314f70826df',1,'asked',1795982340884908,'b60832cbc6259cb5','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b314f70826df',2,'approved',1795982340891491,'71112c45e029cd4a','{"decision":"always","version":1}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b3209368bc55',1,'asked',1795982340896113,'b60832cbc6259cb5','{}');
INSERT INTO "event" VALUES('71112c45e029cd4a-1a228e3b3209368bc55',2,'approved',1795982340896113,'71112c45e029cd4a','{"decision":"grant"}');
CREATE TABLE head (
	owner VARCHAR NOT NULL, 
	number BIGINT NOT NULL, 
	hash VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_head PRIMARY KEY (owner)
);
INSERT INTO "head" VALUES('71112c45e029cd4a',41,'bef3a6036b7ad4ce579023418ed6f593518056ed412f9b8d43630dd06615670a',1795982340896113);
CREATE TABLE invite (
	id VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	role VARCHAR NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	uses_left INTEGER NOT NULL, 
	expires_at BIGINT NOT NULL, 
	revoked_at BIGINT, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_invite PRIMARY KEY (id), 
	CONSTRAINT fk_invite_room FOREIGN KEY(room) REFERENCES room (id), 
	CONSTRAINT uq_invite_token_hash UNIQUE (token_hash)
);
INSERT INTO "invite" VALUES('71112c45e029cd4a-1a228e3b09679135437','71112c45e029cd4a-1a228e3b0361cb0edab','member','af4f265eceaa360ed91fcfad742ba9fcbd70e62579111bc8a13bdd09afaf33d9',0,1796587140246438,NULL,1795982340246438);
INSERT INTO "invite" VALUES('71112c45e029cd4a-1a228e3b0c12c6ea318','71112c45e029cd4a-1a228e3b0361cb0edab','member','d12a4297b9717950f99124802c152bf2dbb47be9d969b8118b06e20241c43ea3',1,1796587140289333,NULL,1795982340289333);
CREATE TABLE join_card (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	outside BOOLEAN NOT NULL, 
	origin VARCHAR NOT NULL, 
	ask TEXT NOT NULL, 
	state VARCHAR NOT NULL, 
	asked_at BIGINT NOT NULL, 
	deadline BIGINT NOT NULL, 
	decided_at BIGINT, 
	decided_by VARCHAR, 
	request VARCHAR, 
	CONSTRAINT pk_join_card PRIMARY KEY (id), 
	CONSTRAINT fk_join_card_room FOREIGN KEY(room) REFERENCES room (id), 
	CONSTRAINT uq_join_card_origin UNIQUE (origin)
);
INSERT INTO "join_card" VALUES('71112c45e029cd4a-1a228e3b0cafaef2ee0','71112c45e029cd4a','71112c45e029cd4a-1a228e3b0361cb0edab','slack','T1','USTRANGER','Stranger','en',0,'slack:T1:C1:1.000100','{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true},"prompt":"let me in","agent":null,"room":null,"attachments":[],"quoted":[]}','admitted',1795982340298054,1796068740298054,1795982340338827,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b0f2133862dc');
INSERT INTO "join_card" VALUES('71112c45e029cd4a-1a228e3b12b3db842e2','71112c45e029cd4a','71112c45e029cd4a-1a228e3b0361cb0edab','slack','T1','UANOTHER','Another','en',0,'slack:T1:C1:2.000100','{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"2.000100","direct":false,"shows":true},"prompt":"me too","agent":null,"room":null,"attachments":[],"quoted":[]}','waiting',1795982340395338,1796068740395338,NULL,NULL,NULL);
CREATE TABLE lease (
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	holder VARCHAR NOT NULL, 
	fence INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	since BIGINT NOT NULL, 
	CONSTRAINT pk_lease PRIMARY KEY (platform, tenant)
);
INSERT INTO "lease" VALUES('slack','T1','first',1,1795982355204349,1795982340204349);
CREATE TABLE link (
	code_hash VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	direct BOOLEAN NOT NULL, 
	issued_to VARCHAR NOT NULL, 
	expires_at BIGINT NOT NULL, 
	platform VARCHAR, 
	tenant VARCHAR, 
	subject VARCHAR, 
	name VARCHAR, 
	confirmed_at BIGINT, 
	CONSTRAINT pk_link PRIMARY KEY (code_hash), 
	CONSTRAINT fk_link_person FOREIGN KEY(person) REFERENCES person (id)
);
INSERT INTO "link" VALUES('3f83fc11e097b8f60caa8dafc063849b28dd44ababdaffff300833090ab1300c','71112c45e029cd4a',1,'token',1795982940213080,'slack','T1','UOLGA','Olga',1795982340229560);
CREATE TABLE machine (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	epoch INTEGER NOT NULL, 
	process VARCHAR, 
	version VARCHAR, 
	last_contact_at BIGINT, 
	created_at BIGINT NOT NULL, 
	revoked_at BIGINT, 
	finish_until BIGINT, 
	CONSTRAINT pk_machine PRIMARY KEY (id), 
	CONSTRAINT fk_machine_owner FOREIGN KEY(owner) REFERENCES person (id), 
	CONSTRAINT uq_machine_token_hash UNIQUE (token_hash)
);
INSERT INTO "machine" VALUES('71112c45e029cd4a-1a228e3b036a6119e9c','71112c45e029cd4a','laptop','f78a9bbf3cd18b8704454c4ccb2499195fa103a75812a18a53660d223d58bcd4',1,'one','0',1795982340702580,1795982340150019,NULL,NULL);
CREATE TABLE member (
	room VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	role VARCHAR NOT NULL, 
	joined_at BIGINT NOT NULL, 
	removed_at BIGINT, 
	CONSTRAINT pk_member PRIMARY KEY (room, person), 
	CONSTRAINT fk_member_person FOREIGN KEY(person) REFERENCES person (id), 
	CONSTRAINT fk_member_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "member" VALUES('71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a','owner',1795982340150019,NULL);
INSERT INTO "member" VALUES('71112c45e029cd4a-1a228e3b0361cb0edab','b60832cbc6259cb5','member',1795982340263888,NULL);
INSERT INTO "member" VALUES('71112c45e029cd4a-1a228e3b0361cb0edab','a6ac65116d9f4eeb','member',1795982340338827,NULL);
CREATE TABLE person (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id)
);
INSERT INTO "person" VALUES('71112c45e029cd4a','Olga','en',1795982340150019);
INSERT INTO "person" VALUES('b60832cbc6259cb5','Sarah','en',1795982340263888);
INSERT INTO "person" VALUES('a6ac65116d9f4eeb','Stranger','en',1795982340338827);
CREATE TABLE place (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	role VARCHAR NOT NULL, 
	channel VARCHAR NOT NULL, 
	thread VARCHAR, 
	message VARCHAR, 
	direct BOOLEAN NOT NULL, 
	language VARCHAR NOT NULL, 
	wanted INTEGER NOT NULL, 
	shown INTEGER NOT NULL, 
	refs TEXT NOT NULL, 
	made_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	dead TEXT, 
	CONSTRAINT pk_place PRIMARY KEY (id), 
	CONSTRAINT uq_place_subject_platform_tenant_channel_role UNIQUE (subject, platform, tenant, channel, role)
);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b0ca1add69f8','71112c45e029cd4a','71112c45e029cd4a-1a228e3b0cafaef2ee0','slack','T1','asked','C1','1.000100','1.000100',0,'en',2,0,'{}',1795982340298054,1795982340338827,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b0ca3c993b3a','71112c45e029cd4a','71112c45e029cd4a-1a228e3b0cafaef2ee0','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795982340298054,1795982340338827,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b0f2310867aa','71112c45e029cd4a','71112c45e029cd4a-1a228e3b0f2133862dc','slack','T1','asked','C1','1.000100','1.000100',0,'en',9,0,'{}',1795982340338827,1795982340789774,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b12b5be4f814','71112c45e029cd4a','71112c45e029cd4a-1a228e3b12b3db842e2','slack','T1','asked','C1','2.000100','2.000100',0,'en',1,0,'{}',1795982340395338,1795982340395338,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b12bad051145','71112c45e029cd4a','71112c45e029cd4a-1a228e3b12b3db842e2','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1795982340395338,1795982340395338,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b1317bb65f35','71112c45e029cd4a','71112c45e029cd4a-1a228e3b13184284a21','slack','T1','asked','C1','3.000100','3.000100',0,'en',1,0,'{}',1795982340401253,1795982340401253,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b131389a02ba','71112c45e029cd4a','71112c45e029cd4a-1a228e3b13184284a21','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1795982340401253,1795982340401253,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b15738f11beb','71112c45e029cd4a','71112c45e029cd4a-1a228e3b15749c65466','slack','T1','asked','C1','4.000100','4.000100',0,'en',2,0,'{}',1795982340439156,1795982340491457,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b1570a2b1ea4','71112c45e029cd4a','71112c45e029cd4a-1a228e3b15749c65466','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795982340439156,1795982340491457,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b1aae83cf06a','71112c45e029cd4a','71112c45e029cd4a-1a228e3b1aa0702ec48','slack','T1','asked','C1','5.000100','5.000100',0,'en',2,0,'{}',1795982340522355,1795982340574557,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b1aa5d482bbe','71112c45e029cd4a','71112c45e029cd4a-1a228e3b1aa0702ec48','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795982340522355,1795982340574557,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b1fb708b5ec8','71112c45e029cd4a','71112c45e029cd4a-1a228e3b1fb114d3e07','slack','T1','asked','C1','6.000100','6.000100',0,'en',2,0,'{}',1795982340603725,1795982340617111,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b1fb19b4aeed','71112c45e029cd4a','71112c45e029cd4a-1a228e3b1fb114d3e07','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795982340603725,1795982340617111,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b22380b191a7','71112c45e029cd4a','71112c45e029cd4a-1a228e3b223754911c9','slack','T1','asked','C1','7.000100','7.000100',0,'en',10,0,'{}',1795982340643631,1795982340832658,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b2237bd6464b','71112c45e029cd4a','71112c45e029cd4a-1a228e3b223754911c9','slack','T1','owner','UOLGA',NULL,NULL,1,'en',10,0,'{}',1795982340643631,1795982340832658,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b297aaa11edd','71112c45e029cd4a','71112c45e029cd4a-1a228e3b0f2133862dc','slack','T1','owner','UOLGA',NULL,NULL,1,'en',9,0,'{}',1795982340759186,1795982340789774,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b2f23fc78a03','71112c45e029cd4a','71112c45e029cd4a-1a228e3b2f2ba0846c0','slack','T1','mirror','C1',NULL,NULL,0,'en',4,0,'{}',1795982340850715,1795982340869909,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b314da592040','71112c45e029cd4a','71112c45e029cd4a-1a228e3b314f70826df','slack','T1','asked','C1','9.000100','9.000100',0,'en',2,0,'{}',1795982340884908,1795982340891491,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b31456e88aa8','71112c45e029cd4a','71112c45e029cd4a-1a228e3b314f70826df','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795982340884908,1795982340891491,NULL);
INSERT INTO "place" VALUES('71112c45e029cd4a-1a228e3b3202b723ecb','71112c45e029cd4a','71112c45e029cd4a-1a228e3b3209368bc55','slack','T1','asked','C1','10.000100','10.000100',0,'en',2,0,'{}',1795982340896113,1795982340896113,NULL);
CREATE TABLE request (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	day INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	asker VARCHAR NOT NULL, 
	asker_account VARCHAR NOT NULL, 
	outside BOOLEAN NOT NULL, 
	origin VARCHAR NOT NULL, 
	spot TEXT, 
	retry_of VARCHAR, 
	prompt TEXT NOT NULL, 
	attachments TEXT NOT NULL, 
	quoted TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	state VARCHAR NOT NULL, 
	asked_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	deadline BIGINT, 
	queued_at BIGINT, 
	decided_by VARCHAR, 
	decided_at BIGINT, 
	decided_key VARCHAR, 
	decision VARCHAR, 
	reason TEXT, 
	started_at BIGINT, 
	ended_at BIGINT, 
	ended_by VARCHAR, 
	machine VARCHAR, 
	fence INTEGER, 
	lease_until BIGINT, 
	interrupted_at BIGINT, 
	yielded_at BIGINT, 
	reported INTEGER NOT NULL, 
	cancel_at BIGINT, 
	cancel_by VARCHAR, 
	session VARCHAR, 
	percent INTEGER, 
	progress TEXT, 
	"plan" TEXT NOT NULL, 
	files TEXT NOT NULL, 
	result TEXT, 
	CONSTRAINT pk_request PRIMARY KEY (id), 
	CONSTRAINT fk_request_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_request_asker FOREIGN KEY(asker) REFERENCES person (id), 
	CONSTRAINT fk_request_owner FOREIGN KEY(owner) REFERENCES person (id), 
	CONSTRAINT fk_request_room FOREIGN KEY(room) REFERENCES room (id), 
	CONSTRAINT uq_request_origin UNIQUE (origin), 
	CONSTRAINT uq_request_owner_day_number UNIQUE (owner, day, number)
);
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b0f2133862dc','71112c45e029cd4a',20261129,1,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','a6ac65116d9f4eeb','slack:T1:USTRANGER',0,'slack:T1:C1:1.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true}',NULL,'let me in','[]','[]',1,9,'failed',1795982340338827,1795982340789774,NULL,1795982340338827,'71112c45e029cd4a',1795982340338827,NULL,'once',NULL,1795982340727395,1795982340789774,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','71112c45e029cd4a-1a228e3b036a6119e9c',1,1795982400727395,NULL,NULL,4,NULL,NULL,'session-1',NULL,NULL,'[["look","completed"]]','[{"added":2,"path":"a.py","removed":1}]','the end');
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b13184284a21','71112c45e029cd4a',20261129,2,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','b60832cbc6259cb5','slack:T1:USARAH',0,'slack:T1:C1:3.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"3.000100","direct":false,"shows":true}',NULL,'pending 安全','[]','[]',1,1,'pending',1795982340401253,1795982340401253,1796068740401253,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'71112c45e029cd4a-1a228e3b036a6119e9c',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b15749c65466','71112c45e029cd4a',20261129,3,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','b60832cbc6259cb5','slack:T1:USARAH',0,'slack:T1:C1:4.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"4.000100","direct":false,"shows":true}',NULL,'expired','[]','[]',1,2,'expired',1795982340439156,1795982340491457,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795982340491457,'clock','71112c45e029cd4a-1a228e3b036a6119e9c',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b1aa0702ec48','71112c45e029cd4a',20261129,4,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','b60832cbc6259cb5','slack:T1:USARAH',0,'slack:T1:C1:5.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"5.000100","direct":false,"shows":true}',NULL,'cancelled','[]','[]',1,2,'cancelled',1795982340522355,1795982340574557,1796068740522355,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795982340574557,'b60832cbc6259cb5','71112c45e029cd4a-1a228e3b036a6119e9c',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b1fb114d3e07','71112c45e029cd4a',20261129,5,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','b60832cbc6259cb5','slack:T1:USARAH',0,'slack:T1:C1:6.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"6.000100","direct":false,"shows":true}',NULL,'denied','[]','[]',1,2,'cancelled',1795982340603725,1795982340617111,1796068740603725,NULL,'71112c45e029cd4a',1795982340617111,'deny','denied','not today',NULL,1795982340617111,'71112c45e029cd4a','71112c45e029cd4a-1a228e3b036a6119e9c',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b223754911c9','71112c45e029cd4a',20261129,6,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','b60832cbc6259cb5','slack:T1:USARAH',0,'slack:T1:C1:7.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"7.000100","direct":false,"shows":true}',NULL,'first','[{"blob":"b60832cbc6259cb5-411b79ec8a27041e89c6047c","media_type":"text/plain","name":"notes.txt","size":5}]','[]',2,10,'done',1795982340643631,1795982340832658,1796068740643631,1795982340684783,'71112c45e029cd4a',1795982340684783,'tap:71112c45e029cd4a-1a228e3b223754911c9','once',NULL,1795982340805516,1795982340832658,'machine:71112c45e029cd4a-1a228e3b036a6119e9c','71112c45e029cd4a-1a228e3b036a6119e9c',1,1795982400805516,NULL,NULL,4,NULL,NULL,'session-1',NULL,NULL,'[["look","completed"]]','[{"added":2,"path":"a.py","removed":1}]','the end');
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b2f2ba0846c0','71112c45e029cd4a',20261129,7,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','71112c45e029cd4a','token',0,'71112c45e029cd4a-1a228e3b0361cb0edab:cli:T1:C1:8.000100','{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"8.000100","direct":false,"shows":false}',NULL,'running','[]','[]',1,4,'running',1795982340850715,1795982340869909,NULL,1795982340850715,'71112c45e029cd4a',1795982340850715,NULL,'own',NULL,1795982340862031,NULL,NULL,'71112c45e029cd4a-1a228e3b036a6119e9c',1,1795982400862031,NULL,NULL,0,1795982340869909,'71112c45e029cd4a',NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b314f70826df','71112c45e029cd4a',20261129,8,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','b60832cbc6259cb5','slack:T1:USARAH',0,'slack:T1:C1:9.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"9.000100","direct":false,"shows":true}',NULL,'granted','[]','[]',1,2,'approved',1795982340884908,1795982340891491,1796068740884908,1795982340891491,'71112c45e029cd4a',1795982340891491,'tap:71112c45e029cd4a-1a228e3b314f70826df','always',NULL,NULL,NULL,NULL,'71112c45e029cd4a-1a228e3b036a6119e9c',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('71112c45e029cd4a-1a228e3b3209368bc55','71112c45e029cd4a',20261129,9,'71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','b60832cbc6259cb5','slack:T1:USARAH',0,'slack:T1:C1:10.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"10.000100","direct":false,"shows":true}',NULL,'approved by the grant','[]','[]',1,2,'approved',1795982340896113,1795982340896113,NULL,1795982340896113,'71112c45e029cd4a',1795982340896113,NULL,'grant',NULL,NULL,NULL,NULL,'71112c45e029cd4a-1a228e3b036a6119e9c',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
CREATE TABLE room (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	default_agent VARCHAR, 
	approval_ttl INTEGER, 
	hears_outsiders BOOLEAN NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_room PRIMARY KEY (id), 
	CONSTRAINT fk_room_owner FOREIGN KEY(owner) REFERENCES person (id)
);
INSERT INTO "room" VALUES('71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a','Backend','claude',NULL,0,1795982340150019);
CREATE TABLE room_agent (
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	CONSTRAINT pk_room_agent PRIMARY KEY (room, agent), 
	CONSTRAINT fk_room_agent_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_room_agent_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "room_agent" VALUES('71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4');
CREATE TABLE session (
	agent VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	reference VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_session PRIMARY KEY (agent, room), 
	CONSTRAINT fk_session_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_session_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "session" VALUES('71112c45e029cd4a-1a228e3b036f9aa5db4','71112c45e029cd4a-1a228e3b0361cb0edab','session-1',1795982340832658);
CREATE TABLE standing_grant (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	revoked_at BIGINT, 
	uses INTEGER NOT NULL, 
	CONSTRAINT pk_standing_grant PRIMARY KEY (id), 
	CONSTRAINT fk_standing_grant_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_standing_grant_owner FOREIGN KEY(owner) REFERENCES person (id), 
	CONSTRAINT fk_standing_grant_person FOREIGN KEY(person) REFERENCES person (id), 
	CONSTRAINT fk_standing_grant_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "standing_grant" VALUES('71112c45e029cd4a-1a228e3b31bbe898816','71112c45e029cd4a','71112c45e029cd4a-1a228e3b0361cb0edab','71112c45e029cd4a-1a228e3b036f9aa5db4','b60832cbc6259cb5',1795982340891491,NULL,1);
CREATE INDEX ix_audit_request ON audit (owner, request, number);
CREATE INDEX ix_blob_request ON blob (request);
CREATE INDEX ix_place_stale ON place (platform, tenant, changed_at) WHERE wanted > shown AND dead IS NULL;
CREATE INDEX ix_place_thread ON place (platform, tenant, channel, thread);
CREATE INDEX ix_account_person ON account (person);
CREATE INDEX ix_machine_owner ON machine (owner);
CREATE INDEX ix_room_owner ON room (owner);
CREATE INDEX ix_agent_machine ON agent (machine);
CREATE INDEX ix_binding_room ON binding (room);
CREATE INDEX ix_invite_room ON invite (room);
CREATE INDEX ix_join_card_due ON join_card (deadline) WHERE state = 'waiting';
CREATE INDEX ix_join_card_owner ON join_card (owner);
CREATE INDEX ix_member_person ON member (person);
CREATE INDEX ix_request_due ON request (deadline) WHERE state = 'pending';
CREATE INDEX ix_request_lease ON request (lease_until) WHERE state = 'running' AND interrupted_at IS NULL;
CREATE UNIQUE INDEX ix_request_one_each ON request (agent) WHERE state = 'running' AND yielded_at IS NULL;
CREATE INDEX ix_request_open ON request (owner, asker) WHERE ended_at IS NULL;
CREATE INDEX ix_request_queue ON request (agent, queued_at, id) WHERE state = 'approved';
CREATE INDEX ix_request_retry_of ON request (retry_of);
CREATE INDEX ix_request_room_changed_at ON request (room, changed_at);
CREATE INDEX ix_request_room_id ON request (room, id);
CREATE INDEX ix_request_running ON request (agent) WHERE state = 'running';
CREATE INDEX ix_room_agent_agent ON room_agent (agent);
CREATE UNIQUE INDEX ix_standing_grant_live ON standing_grant (room, agent, person) WHERE revoked_at IS NULL;
CREATE INDEX ix_standing_grant_owner ON standing_grant (owner);
CREATE INDEX ix_action_due ON action (deadline) WHERE state = 'pending';
CREATE INDEX ix_action_request ON action (request);
COMMIT;
