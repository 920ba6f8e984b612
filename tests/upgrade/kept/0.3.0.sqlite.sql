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
INSERT INTO "account" VALUES('slack','T1','UOLGA','3b16a5f7b46e86b4','Olga','en',0,1796080748532014);
INSERT INTO "account" VALUES('slack','T1','USARAH','1e645bd0bee8a1f4','Sarah','en',0,1796080748537932);
INSERT INTO "account" VALUES('slack','T1','USTRANGER','167c658976afb17a','Stranger','en',0,1796080748557708);
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
	used_at BIGINT, facts TEXT, reserved TEXT, outcome VARCHAR, exit_code INTEGER, outcome_at BIGINT, settled_at BIGINT, settled_by VARCHAR, settled_key VARCHAR, evidence TEXT, looked VARCHAR, delegation VARCHAR, meter VARCHAR, 
	CONSTRAINT pk_action PRIMARY KEY (id), 
	CONSTRAINT fk_action_request FOREIGN KEY(request) REFERENCES request (id), 
	CONSTRAINT uq_action_request_call_digest UNIQUE (request, call, digest)
);
INSERT INTO "action" VALUES('3b16a5f7b46e86b4-066186a302d8e737e921cd','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1','call','digest','delete','Bash','rm old',1,'/srv/project','It deletes something.','allowed',1796080748648679,1796081748648679,1796080748655598,'3b16a5f7b46e86b4','allow',NULL,1796080748662247,'[]','{"tool_calls":1}','done',NULL,1796080748664250,1796080748671466,'3b16a5f7b46e86b4','settle','It is gone.',NULL,'3b16a5f7b46e86b4-066186a301758c4a3c7b20',NULL);
INSERT INTO "action" VALUES('3b16a5f7b46e86b4-066186a3034745c7451838','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302461a8b84e4aa','call','digest','delete','Bash','rm old',1,'/srv/project','It deletes something.','allowed',1796080748676933,1796081748676933,1796080748678570,'3b16a5f7b46e86b4','allow',NULL,1796080748681370,'[]','{"tool_calls":1}','done',0,1796080748682272,NULL,NULL,NULL,NULL,NULL,'3b16a5f7b46e86b4-066186a302461af3dc8353',NULL);
CREATE TABLE agent (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	machine VARCHAR NOT NULL, 
	handle VARCHAR NOT NULL, 
	runtime VARCHAR NOT NULL, 
	directory VARCHAR NOT NULL, 
	avatar VARCHAR NOT NULL, 
	approval_ttl INTEGER, 
	created_at BIGINT NOT NULL, budget TEXT, sandbox BOOLEAN, 
	CONSTRAINT pk_agent PRIMARY KEY (id), 
	CONSTRAINT fk_agent_machine FOREIGN KEY(machine) REFERENCES machine (id), 
	CONSTRAINT fk_agent_owner FOREIGN KEY(owner) REFERENCES person (id), 
	CONSTRAINT uq_agent_owner_handle UNIQUE (owner, handle)
);
INSERT INTO "agent" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d40b2dea0','claude','scripted','/srv/project','C',NULL,1796080748509837,NULL,NULL);
INSERT INTO "agent" VALUES('3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303cc137d1dbcc3','reviewer','scripted','/srv/review','R',NULL,1796080748711925,NULL,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
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
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',1,1796080748509837,'3b16a5f7b46e86b4',NULL,'{"account":"token","act":"machine registered","agent":null,"at":1796080748509837,"machine":"3b16a5f7b46e86b4-066186a300ba8d40b2dea0","name":"laptop","number":1,"request":null,"result":"ok","who":"3b16a5f7b46e86b4"}','38e44fbbcac459a6e0c41eb080af15b3f13f4747387c6b65a485fe8786f4f268');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',2,1796080748509837,'3b16a5f7b46e86b4',NULL,'{"account":"test","act":"joined","agent":null,"at":1796080748509837,"number":2,"request":null,"result":"ok","role":"owner","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","way":"made it","who":"3b16a5f7b46e86b4"}','667edb4f06989d49082c494fe55d442753ab4560a9e9679ad9a0d79954fdc13c');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',3,1796080748509837,'3b16a5f7b46e86b4',NULL,'{"account":"test","act":"room made","agent":null,"at":1796080748509837,"name":"Backend","number":3,"request":null,"result":"ok","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","who":"3b16a5f7b46e86b4"}','fd676ac1c28a994f98e026e5f5d9867956de391738a189d565a2b9bd5c6d8523');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',4,1796080748509837,'3b16a5f7b46e86b4',NULL,'{"account":"test","act":"bound","agent":null,"at":1796080748509837,"chat":{"channel":"C1","platform":"slack","tenant":"T1"},"number":4,"request":null,"result":"ok","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","who":"3b16a5f7b46e86b4"}','bbb0844aacbf946647669a96b7e8caf199014f33bc7c2d4996b903c5c25d9a34');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',5,1796080748532014,'3b16a5f7b46e86b4',NULL,'{"account":"slack:T1:UOLGA","act":"account linked","agent":null,"at":1796080748532014,"number":5,"request":null,"result":"ok","who":"3b16a5f7b46e86b4"}','14ada898b14b0272863582c26b0ca6e463c92b9b2c439226e72d194af2eaf0b2');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',6,1796080748535080,'3b16a5f7b46e86b4',NULL,'{"account":"token","act":"invited","agent":null,"at":1796080748535080,"invite":"3b16a5f7b46e86b4-066186a3011d283e35e11f","number":6,"request":null,"result":"ok","role":"member","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","who":"3b16a5f7b46e86b4"}','513f2b1ed280d62688bdc7bfb3c0ebd546c8481b10c9cfb4e49c2cdc7688d51c');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',7,1796080748537932,'1e645bd0bee8a1f4',NULL,'{"account":"slack:T1:USARAH","act":"joined","agent":null,"at":1796080748537932,"number":7,"request":null,"result":"ok","role":"member","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","way":"invite:3b16a5f7b46e86b4-066186a3011d283e35e11f","who":"1e645bd0bee8a1f4"}','80557a14c2282fb1f564476989f83b951dd1adce0a08b87517f3143ef90c772b');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',8,1796080748543924,'3b16a5f7b46e86b4',NULL,'{"account":"token","act":"invited","agent":null,"at":1796080748543924,"invite":"3b16a5f7b46e86b4-066186a3013fb401e5a6ce","number":8,"request":null,"result":"ok","role":"member","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","who":"3b16a5f7b46e86b4"}','b876e5df691a8fc3d2d6ec9b220eb124b8e1a8537fa12c1bf871f3b7d0363cd8');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',9,1796080748545783,'nobody',NULL,'{"account":"slack:T1:USTRANGER","act":"join asked","agent":null,"at":1796080748545783,"join":"3b16a5f7b46e86b4-066186a30146f7cb5783dd","number":9,"request":null,"result":"ok","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","who":"nobody"}','bde2690b60f6b21f0f951a2b51eed82a233402afdf4f4c9d531bae175fc80511');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',10,1796080748557708,'167c658976afb17a',NULL,'{"account":"slack:T1:UOLGA","act":"joined","agent":null,"at":1796080748557708,"number":10,"request":null,"result":"ok","role":"member","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","way":"join:3b16a5f7b46e86b4-066186a30146f7cb5783dd","who":"167c658976afb17a"}','847ffbf8086389c3adca0e9a7d23b28260803b7b7aa117aa6db313e555c86696');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',11,1796080748557708,'167c658976afb17a','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":"slack:T1:USTRANGER","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748557708,"number":11,"public_id":"R20261130-01","request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"ok","who":"167c658976afb17a"}','b37d9375670ef1ee0228f19d748798e65ce5264d197b95b630e10e84dda02932');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',12,1796080748557708,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":null,"act":"approved","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748557708,"decision":"once","number":12,"public_id":"R20261130-01","request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"ok","who":"3b16a5f7b46e86b4"}','7af96794edac4a1cf267a65e572abe50a7875006c9bd292f81dee5cffd3d50ae');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',13,1796080748557708,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":"slack:T1:UOLGA","act":"join admitted","agent":null,"at":1796080748557708,"join":"3b16a5f7b46e86b4-066186a30146f7cb5783dd","number":13,"request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"ok","who":"3b16a5f7b46e86b4"}','bbf8a00c91c3d3466ca1121906fbb158a842b953ec830c467fbdaf5b2c499b1a');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',14,1796080748569198,'nobody',NULL,'{"account":"slack:T1:UANOTHER","act":"join asked","agent":null,"at":1796080748569198,"join":"3b16a5f7b46e86b4-066186a301a26e874964b5","number":14,"request":null,"result":"ok","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","who":"nobody"}','63d7d9fa6a7f39947404286444f300903641ff727e8ced4076801ec928b77a0c');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',15,1796080748571400,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a301ab0850fc5b70','{"account":"slack:T1:USARAH","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748571400,"number":15,"public_id":"R20261130-02","request":"3b16a5f7b46e86b4-066186a301ab0850fc5b70","result":"ok","who":"1e645bd0bee8a1f4"}','eba55efc59ef044be0e0dc1b1328d384d322d69ba69a92a0e0b8c9fc04fec62a');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',16,1796080748581347,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a301d1e32d83554f','{"account":"slack:T1:USARAH","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748581347,"number":16,"public_id":"R20261130-03","request":"3b16a5f7b46e86b4-066186a301d1e32d83554f","result":"ok","who":"1e645bd0bee8a1f4"}','63bc274d742d07743bd7cd90b38ea4bed0c3ddaf598313d3950b0f9823cc48e4');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',17,1796080748585956,'clock','3b16a5f7b46e86b4-066186a301d1e32d83554f','{"account":null,"act":"expired","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748585956,"number":17,"public_id":"R20261130-03","request":"3b16a5f7b46e86b4-066186a301d1e32d83554f","result":"ok","who":"clock"}','00f821bece6beb31a156b7eff9a166f9bbc96f19111a44d80fdb17a630f9a44a');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',18,1796080748594314,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a302048a7a77d4a0','{"account":"slack:T1:USARAH","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748594314,"number":18,"public_id":"R20261130-04","request":"3b16a5f7b46e86b4-066186a302048a7a77d4a0","result":"ok","who":"1e645bd0bee8a1f4"}','da43c388ecb1e152ad4f3ad1732034d32326df372a486d510d07afc505d85cb6');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',19,1796080748597219,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a302048a7a77d4a0','{"account":"slack:T1:USARAH","act":"cancelled","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748597219,"number":19,"public_id":"R20261130-04","request":"3b16a5f7b46e86b4-066186a302048a7a77d4a0","result":"ok","who":"1e645bd0bee8a1f4"}','0e6e4ba93af9894a754180785489d5d56e91b0547cd73c4cdd0d54746fb4a020');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',20,1796080748602547,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a30224b31fa4eed0','{"account":"slack:T1:USARAH","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748602547,"number":20,"public_id":"R20261130-05","request":"3b16a5f7b46e86b4-066186a30224b31fa4eed0","result":"ok","who":"1e645bd0bee8a1f4"}','59fc622eeaa12b8e8bfd1c1b930398e6885895f96c068d47f1118c1527ba92f9');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',21,1796080748605199,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a30224b31fa4eed0','{"account":"slack:T1:UOLGA","act":"denied","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748605199,"decision":"denied","number":21,"public_id":"R20261130-05","reason":"sha256:e95b6a9853700ae6ab25fd9839c13e152fbf629e3c24e91db538a4f6192f40a4","request":"3b16a5f7b46e86b4-066186a30224b31fa4eed0","result":"ok","version":1,"who":"3b16a5f7b46e86b4"}','5c19eeebd699f0e46b7c4430e796da2f8092de4068e44c9d69de9c609ad7fcc1');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',22,1796080748611098,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":"slack:T1:USARAH","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748611098,"number":22,"public_id":"R20261130-06","request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","result":"ok","who":"1e645bd0bee8a1f4"}','fb86ca340ee6ece754174d4c417deadddbfe97407e6e783557c516e8709ea631');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',23,1796080748614541,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":"slack:T1:USARAH","act":"edited","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748614541,"number":23,"public_id":"R20261130-06","request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","result":"ok","version":2,"who":"1e645bd0bee8a1f4"}','0dbc97975024614c01f0fa5b7273bd0233bce3252dc5a4d1b2b0b40fa4b6acbc');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',24,1796080748622827,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":"token","act":"approved","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748622827,"decision":"once","number":24,"public_id":"R20261130-06","request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","result":"ok","version":2,"who":"3b16a5f7b46e86b4"}','413dd46b46ac0bddb896f5f8d2c5780938c4a60e40907aef4f5268d61df80d72');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',25,1796080748638106,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":null,"act":"started","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748638106,"number":25,"public_id":"R20261130-01","request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"ok","who":"machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0"}','d47c1bb2009c0abb251ee30535841e7b028af36f15cc613fe9158e2afbf7a495');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',26,1796080748648679,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":null,"act":"action_asked","action":"3b16a5f7b46e86b4-066186a302d8e737e921cd","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748648679,"digest":"digest","kind":"delete","number":26,"public_id":"R20261130-01","request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"ok","who":"agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d"}','2ac8bdabd77003497ad6b1427284847b4f714a724a1d5fe0d84e408a8465556e');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',27,1796080748655598,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":"token","act":"action_decided","action":"3b16a5f7b46e86b4-066186a302d8e737e921cd","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748655598,"digest":"digest","kind":"delete","number":27,"public_id":"R20261130-01","request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"ok","state":"allowed","who":"3b16a5f7b46e86b4"}','ef6f8c07a3506f59322b3e123817a571f95c21b62dcf3ac2084095e6f24b02a5');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',28,1796080748662247,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":null,"act":"action used","action":"3b16a5f7b46e86b4-066186a302d8e737e921cd","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748662247,"delegation":"3b16a5f7b46e86b4-066186a301758c4a3c7b20","digest":"digest","kind":"delete","number":28,"request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","reserved":{"tool_calls":1},"result":"ok","who":"machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0"}','8650d1f3cbbd985fcc29956bad148ea831dd6764fcb2470f1d0fe6ff66e05e04');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',29,1796080748664250,'relay','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":null,"act":"action outcome","action":"3b16a5f7b46e86b4-066186a302d8e737e921cd","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748664250,"exit_code":null,"number":29,"request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"unknown","who":"relay"}','5bea170e6dc6e2b463cc122adc820ade6530e8cad279aab6455c5bd3f4f628d9');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',30,1796080748664250,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":null,"act":"failed","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748664250,"happened_at":1,"number":30,"public_id":"R20261130-01","request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"ok","text":"sha256:448fd6b538958a983b78ccd4935d41a5835d8e95b3b14016220f25ce29aff266","who":"machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0"}','7daf032e5092d142935b3a53bdc3e0dc988b97a9ab6ece936a82507426d81231');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',31,1796080748671466,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1','{"account":"token","act":"settled","action":"3b16a5f7b46e86b4-066186a302d8e737e921cd","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748671466,"digest":"digest","evidence":"It is gone.","kind":"delete","number":31,"public_id":"R20261130-01","request":"3b16a5f7b46e86b4-066186a301758cd4b1eba1","result":"ok","settlement":"happened","who":"3b16a5f7b46e86b4"}','993cb3bcbcbfb8e1f6aecd96202c36c6d79deddd9e3788047efdcdbd8b9b3979');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',32,1796080748675482,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":null,"act":"started","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748675482,"number":32,"public_id":"R20261130-06","request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","result":"ok","who":"machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0"}','c3345f109eaaf1d5300752bd72f5b12acae750d43ba26e286a6d96560ce920d7');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',33,1796080748676933,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":null,"act":"action_asked","action":"3b16a5f7b46e86b4-066186a3034745c7451838","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748676933,"digest":"digest","kind":"delete","number":33,"public_id":"R20261130-06","request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","result":"ok","who":"agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d"}','193ab1c33e8ca0d2202f425d640839fa5d274a0e5990ff5d60171b873c6542ff');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',34,1796080748678570,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":"token","act":"action_decided","action":"3b16a5f7b46e86b4-066186a3034745c7451838","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748678570,"digest":"digest","kind":"delete","number":34,"public_id":"R20261130-06","request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","result":"ok","state":"allowed","who":"3b16a5f7b46e86b4"}','d8cd78c9db963941cb3bc457f5d92324e9a5ff28ad0095fdf9ba01419f267e64');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',35,1796080748681370,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":null,"act":"action used","action":"3b16a5f7b46e86b4-066186a3034745c7451838","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748681370,"delegation":"3b16a5f7b46e86b4-066186a302461af3dc8353","digest":"digest","kind":"delete","number":35,"request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","reserved":{"tool_calls":1},"result":"ok","who":"machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0"}','6f904506137cbf26fb3b12eb90b7f300a41358fefb5b0dd4715fdff6f1475a5f');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',36,1796080748682272,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":null,"act":"action outcome","action":"3b16a5f7b46e86b4-066186a3034745c7451838","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748682272,"exit_code":0,"number":36,"request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","result":"done","who":"machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0"}','23046872b23c94a8d5a72e982f1b9a7998ba6ac04fafe3299040b78cc70cd5e6');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',37,1796080748682272,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a302461a8b84e4aa','{"account":null,"act":"done","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748682272,"happened_at":1,"number":37,"public_id":"R20261130-06","request":"3b16a5f7b46e86b4-066186a302461a8b84e4aa","result":"ok","text":"sha256:052b7c59e0e76347d675c6e6712e218f4aacfb2ef5f7de18516e79d268fb54c6","who":"machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0"}','a92bee58be31d3870a3cb1f86b72be9ffd659a3f15adc2597552a6643d42ffe4');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',38,1796080748688446,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303743eab261a15','{"account":"token","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748688446,"number":38,"public_id":"R20261130-07","request":"3b16a5f7b46e86b4-066186a303743eab261a15","result":"ok","who":"3b16a5f7b46e86b4"}','3fdc7dfbae3071ed36fa94c70e8e88ac8e6b9366816006bc89a09413c75fe1b5');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',39,1796080748688446,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303743eab261a15','{"account":null,"act":"approved","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748688446,"decision":"own","number":39,"public_id":"R20261130-07","request":"3b16a5f7b46e86b4-066186a303743eab261a15","result":"ok","who":"3b16a5f7b46e86b4"}','27d0a8accc91f945da1eda4091149a91fa0811497a88251ac8bd3dc05db26cd6');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',40,1796080748690880,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a303743eab261a15','{"account":null,"act":"started","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748690880,"number":40,"public_id":"R20261130-07","request":"3b16a5f7b46e86b4-066186a303743eab261a15","result":"ok","who":"machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0"}','1e65255ae2ca0486e0789524e4f96dc806ca3467ea113a58761e2a8c40a69b6a');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',41,1796080748692173,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303743eab261a15','{"account":null,"act":"stopping","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748692173,"number":41,"public_id":"R20261130-07","request":"3b16a5f7b46e86b4-066186a303743eab261a15","result":"ok","who":"3b16a5f7b46e86b4"}','fe85c749def7610115f57a1490a051d8374fa10e09ad9261fd15ef2a3835a4d0');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',42,1796080748697239,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a3039697e06e47e4','{"account":"slack:T1:USARAH","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748697239,"number":42,"public_id":"R20261130-08","request":"3b16a5f7b46e86b4-066186a3039697e06e47e4","result":"ok","who":"1e645bd0bee8a1f4"}','a51365777f693f7eae7eb8802081e39dad77c6d6adcf6a30f81683e4b319224f');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',43,1796080748699940,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a3039697e06e47e4','{"account":"token","act":"approved","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748699940,"decision":"always","number":43,"public_id":"R20261130-08","request":"3b16a5f7b46e86b4-066186a3039697e06e47e4","result":"ok","version":1,"who":"3b16a5f7b46e86b4"}','77d0ccd8f03c934197c23b5d5edbfa418f141d6138f1f2dccc3e11f62cbaf194');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',44,1796080748699940,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a3039697e06e47e4','{"account":"token","act":"granted","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748699940,"grant":"3b16a5f7b46e86b4-066186a303a1247a043f4c","number":44,"person":"1e645bd0bee8a1f4","request":"3b16a5f7b46e86b4-066186a3039697e06e47e4","result":"ok","room":"3b16a5f7b46e86b4-066186a300ba8d4b7dc879","who":"3b16a5f7b46e86b4"}','281b3a3c0b7d26c185d3dc8213563ddbcfa00dc6932aac139bd5c83ae2e9811e');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',45,1796080748702372,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0','{"account":"slack:T1:USARAH","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748702372,"number":45,"public_id":"R20261130-09","request":"3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0","result":"ok","who":"1e645bd0bee8a1f4"}','badfef8a28741f7525c7b051fb39d98ff8f7272e27c7076404b9251a070f27a2');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',46,1796080748702372,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0','{"account":null,"act":"approved","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748702372,"decision":"grant","number":46,"public_id":"R20261130-09","request":"3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0","result":"ok","who":"3b16a5f7b46e86b4"}','4a2a72b531746c687e32849eb5648ac26e94721d521c9886a95a052a95aff2d8');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',47,1796080748706608,'3b16a5f7b46e86b4',NULL,'{"account":"slack:T1:UOLGA","act":"notifications on","agent":null,"at":1796080748706608,"number":47,"request":null,"result":"ok","who":"3b16a5f7b46e86b4"}','8903532d8a92c735818c9c34094c9a1001b02d90f97ab1e45277806cc990d780');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',48,1796080748710931,'3b16a5f7b46e86b4',NULL,'{"account":"token","act":"machine registered","agent":null,"at":1796080748710931,"machine":"3b16a5f7b46e86b4-066186a303cc137d1dbcc3","name":"desktop","number":48,"request":null,"result":"ok","who":"3b16a5f7b46e86b4"}','8c122278cb2e1089e9521a66d4fabfe1e3d9db56a248344cc96b4250ea64640d');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',49,1796080748713754,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','{"account":"token","act":"asked","agent":"3b16a5f7b46e86b4-066186a303cff5456ecd85","at":1796080748713754,"number":49,"public_id":"R20261130-10","request":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","result":"ok","who":"3b16a5f7b46e86b4"}','836ae837884bf0dff5639a7a8c783ef5cd0c58452e47080a0bb6f40d2308b901');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',50,1796080748713754,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','{"account":null,"act":"approved","agent":"3b16a5f7b46e86b4-066186a303cff5456ecd85","at":1796080748713754,"decision":"own","number":50,"public_id":"R20261130-10","request":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","result":"ok","who":"3b16a5f7b46e86b4"}','751f172f7e683e0a0d98a193a1cdd170a06314faa7d5a87486e7b7f89edd579e');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',51,1796080748716273,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303e0f17bbb13db','{"account":"token","act":"asked","agent":"3b16a5f7b46e86b4-066186a303cff5456ecd85","at":1796080748716273,"number":51,"public_id":"R20261130-11","request":"3b16a5f7b46e86b4-066186a303e0f17bbb13db","result":"ok","who":"3b16a5f7b46e86b4"}','0a059d1f589dbbe2ecf7e28734cfa55ab1474d533d54552ea85bcf156524de33');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',52,1796080748716273,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303e0f17bbb13db','{"account":null,"act":"approved","agent":"3b16a5f7b46e86b4-066186a303cff5456ecd85","at":1796080748716273,"decision":"own","number":52,"public_id":"R20261130-11","request":"3b16a5f7b46e86b4-066186a303e0f17bbb13db","result":"ok","who":"3b16a5f7b46e86b4"}','372c43199819b74848ada90179a7a4d9ed67adb4d17c96297112eeafeef63747');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',53,1796080748718293,'machine:3b16a5f7b46e86b4-066186a303cc137d1dbcc3','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','{"account":null,"act":"started","agent":"3b16a5f7b46e86b4-066186a303cff5456ecd85","at":1796080748718293,"number":53,"public_id":"R20261130-10","request":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","result":"ok","who":"machine:3b16a5f7b46e86b4-066186a303cc137d1dbcc3"}','7b244ab0d09069eb886f058298d4fe37b6afbeabd25df51911aabbdb56721bb7');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',54,1796080748719527,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4-066186a303eda7d7354b0f','{"account":"token","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748719527,"number":54,"on_behalf_of":"3b16a5f7b46e86b4","parent":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","public_id":"R20261130-12","request":"3b16a5f7b46e86b4-066186a303eda7d7354b0f","result":"ok","who":"agent:3b16a5f7b46e86b4-066186a303cff5456ecd85"}','7e1e8ea3174b229e1456411250445795ea35d55e167f98eec1bce8722768a2d1');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',55,1796080748719527,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','{"account":null,"act":"agent_asked","agent":"3b16a5f7b46e86b4-066186a303cff5456ecd85","at":1796080748719527,"child":"3b16a5f7b46e86b4-066186a303eda7d7354b0f","child_public_id":"R20261130-12","handle":"claude","number":55,"public_id":"R20261130-10","request":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","result":"ok","who":"agent:3b16a5f7b46e86b4-066186a303cff5456ecd85"}','ce4f0fdb7ab6aa7009b454ed786b37093678f1d52b4528a00db2093b90c8ae26');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',56,1796080748721264,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4-066186a303f47015d4e5c8','{"account":"token","act":"asked","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748721264,"number":56,"on_behalf_of":"3b16a5f7b46e86b4","parent":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","public_id":"R20261130-13","request":"3b16a5f7b46e86b4-066186a303f47015d4e5c8","result":"ok","who":"agent:3b16a5f7b46e86b4-066186a303cff5456ecd85"}','5bf7ae9777cab7158a2fa51add0bb379daa1c6b2b23de26014651761b6b84929');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',57,1796080748721264,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','{"account":null,"act":"agent_asked","agent":"3b16a5f7b46e86b4-066186a303cff5456ecd85","at":1796080748721264,"child":"3b16a5f7b46e86b4-066186a303f47015d4e5c8","child_public_id":"R20261130-13","handle":"claude","number":57,"public_id":"R20261130-10","request":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","result":"ok","who":"agent:3b16a5f7b46e86b4-066186a303cff5456ecd85"}','f3f6fd15d8bcbfd4de3e67dc8b3f3e1d724b5ff927b70ba90334150b53256926');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',58,1796080748723499,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303eda7d7354b0f','{"account":"token","act":"moved","agent":"3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d","at":1796080748723499,"before":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","delegation":"3b16a5f7b46e86b4-066186a303fd2b97d906bf","lineage":"85156fd86ee6393b39964adbd98940960f0390c129fe6b2d0b5692fa4efab4b1","moved":1,"narrower":0,"number":58,"operation":"move","parent":"3b16a5f7b46e86b4-066186a303e0f17bbb13db","parent_public_id":"R20261130-11","public_id":"R20261130-12","request":"3b16a5f7b46e86b4-066186a303eda7d7354b0f","result":"ok","who":"3b16a5f7b46e86b4"}','e63f0dac130b7079a681869b265b2b024504f3ca7567a34004cdd1cca3e5a697');
INSERT INTO "audit" VALUES('3b16a5f7b46e86b4',59,1796080748745297,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','{"account":null,"act":"waiting","agent":"3b16a5f7b46e86b4-066186a303cff5456ecd85","at":1796080748745297,"for":"sha256:ef0976002a718d2e9d0ce943a765926e34c311ade7f5362f669bc24beaaf19f5","happened_at":1,"number":59,"public_id":"R20261130-10","request":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","result":"ok","until":1796167148745297,"who":"agent:3b16a5f7b46e86b4-066186a303cff5456ecd85"}','f64a4a9ef7fc7b4b337f6ed5e83bc591cac32fdef2bca211e86120c462b85a2c');
CREATE TABLE binding (
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	channel VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	CONSTRAINT pk_binding PRIMARY KEY (platform, tenant, channel), 
	CONSTRAINT fk_binding_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "binding" VALUES('slack','T1','C1','3b16a5f7b46e86b4-066186a300ba8d4b7dc879');
CREATE TABLE blob (
	id VARCHAR NOT NULL, 
	"by" VARCHAR NOT NULL, 
	size INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	created_at BIGINT NOT NULL, 
	request VARCHAR, 
	CONSTRAINT pk_blob PRIMARY KEY (id)
);
INSERT INTO "blob" VALUES('1e645bd0bee8a1f4-ef6803d053e40384716f198a','1e645bd0bee8a1f4',5,X'6279746573',1796080748609003,'3b16a5f7b46e86b4-066186a302461a8b84e4aa');
CREATE TABLE counter (
	owner VARCHAR NOT NULL, 
	day INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_counter PRIMARY KEY (owner, day)
);
INSERT INTO "counter" VALUES('3b16a5f7b46e86b4',20261130,13);
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
INSERT INTO "credential" VALUES('df6507de9a1b02b68fb1a7d928aaae57478f3ef26bb30415999cd148262931bf','person','3b16a5f7b46e86b4',NULL,'test',1796080748509837,NULL);
INSERT INTO "credential" VALUES('9324ff54e7702f541adbff7cc9905752db35ceda858e3ac5de8e7b632c211a2d','connector','3b16a5f7b46e86b4','slack','test',1796080748509837,NULL);
INSERT INTO "credential" VALUES('2afc46583b783df90004bd5f46644fe22cb9a0a357ce28a9e84e8d5f500e5325','connector','3b16a5f7b46e86b4','feishu','test',1796080748509837,NULL);
INSERT INTO "credential" VALUES('146d36e3fee43c95292d90fdda7fc19d8e0a5ab1812a7535352713f77b0cbd8b','connector','3b16a5f7b46e86b4','web','test',1796080748509837,NULL);
CREATE TABLE delegation (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	task VARCHAR, 
	parent VARCHAR, 
	state VARCHAR NOT NULL, 
	terms TEXT NOT NULL, 
	lineage VARCHAR NOT NULL, 
	meters TEXT NOT NULL, 
	expires_at BIGINT, 
	made_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	successor VARCHAR, 
	standing VARCHAR, 
	day INTEGER, 
	CONSTRAINT pk_delegation PRIMARY KEY (id)
);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a301758c4a3c7b20','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1',NULL,'settled','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{"tool_calls": [null, 0, 1]}',NULL,1796080748557708,1796080748664250,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a301ab08f79a5dd7','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301ab0850fc5b70',NULL,'live','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748571400,NULL,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a301d1e3e209b768','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301d1e32d83554f',NULL,'settled','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748581347,1796080748585956,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a302048a7ed06a09','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302048a7a77d4a0',NULL,'settled','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748594314,1796080748597219,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a30224b310d8829e','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a30224b31fa4eed0',NULL,'settled','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748602547,1796080748605199,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a302461af3dc8353','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302461a8b84e4aa',NULL,'settled','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{"tool_calls": [null, 0, 1]}',NULL,1796080748611098,1796080748682272,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a303743eac0a2da2','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303743eab261a15',NULL,'live','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748688446,NULL,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a303969751c18f3f','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a3039697e06e47e4',NULL,'live','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748697239,NULL,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a303aaa4773ff2aa','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0',NULL,'live','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748702372,NULL,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a303d71a225fa297','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303d71ad9a1a62f',NULL,'live','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748713754,NULL,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a303e0f1650f4afb','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303e0f17bbb13db',NULL,'live','{"budget":{},"depth":4}','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a','{}',NULL,1796080748716273,NULL,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a303eda7b702fe60','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303eda7d7354b0f','3b16a5f7b46e86b4-066186a303d71a225fa297','superseded','{"budget":{}}','5fb6c7c4e93a89395b168b9aa101339b5b80a724859eab9993c432e23218ffa0','{}',NULL,1796080748719527,1796080748723499,'3b16a5f7b46e86b4-066186a303fd2b97d906bf',NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a303f4707a4b04ec','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303f47015d4e5c8','3b16a5f7b46e86b4-066186a303d71a225fa297','live','{"budget":{}}','5fb6c7c4e93a89395b168b9aa101339b5b80a724859eab9993c432e23218ffa0','{}',NULL,1796080748721264,NULL,NULL,NULL,NULL);
INSERT INTO "delegation" VALUES('3b16a5f7b46e86b4-066186a303fd2b97d906bf','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303eda7d7354b0f','3b16a5f7b46e86b4-066186a303e0f1650f4afb','live','{"budget":{},"depth":3}','85156fd86ee6393b39964adbd98940960f0390c129fe6b2d0b5692fa4efab4b1','{}',NULL,1796080748723499,NULL,NULL,NULL,NULL);
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
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',1,'asked',1796080748557708,'167c658976afb17a','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',2,'approved',1796080748557708,'3b16a5f7b46e86b4','{"decision":"once"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',3,'started',1796080748638106,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',4,'action_asked',1796080748648679,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"action":"3b16a5f7b46e86b4-066186a302d8e737e921cd","digest":"digest","kind":"delete"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',5,'action_decided',1796080748655598,'3b16a5f7b46e86b4','{"action":"3b16a5f7b46e86b4-066186a302d8e737e921cd","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',6,'session',1796080748664250,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"happened_at":1,"session":"session-1"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',7,'file',1796080748664250,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',8,'plan',1796080748664250,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',9,'failed',1796080748664250,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','{"happened_at":1,"text":"the end"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1',10,'settled',1796080748671466,'3b16a5f7b46e86b4','{"action":"3b16a5f7b46e86b4-066186a302d8e737e921cd","digest":"digest","evidence":"It is gone.","kind":"delete","settlement":"happened"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301ab0850fc5b70',1,'asked',1796080748571400,'1e645bd0bee8a1f4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301d1e32d83554f',1,'asked',1796080748581347,'1e645bd0bee8a1f4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a301d1e32d83554f',2,'expired',1796080748585956,'clock','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302048a7a77d4a0',1,'asked',1796080748594314,'1e645bd0bee8a1f4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302048a7a77d4a0',2,'cancelled',1796080748597219,'1e645bd0bee8a1f4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a30224b31fa4eed0',1,'asked',1796080748602547,'1e645bd0bee8a1f4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a30224b31fa4eed0',2,'denied',1796080748605199,'3b16a5f7b46e86b4','{"decision":"denied","reason":"not today","version":1}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',1,'asked',1796080748611098,'1e645bd0bee8a1f4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',2,'edited',1796080748614541,'1e645bd0bee8a1f4','{"version":2}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',3,'approved',1796080748622827,'3b16a5f7b46e86b4','{"decision":"once","version":2}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',4,'started',1796080748675482,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',5,'action_asked',1796080748676933,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"action":"3b16a5f7b46e86b4-066186a3034745c7451838","digest":"digest","kind":"delete"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',6,'action_decided',1796080748678570,'3b16a5f7b46e86b4','{"action":"3b16a5f7b46e86b4-066186a3034745c7451838","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',7,'session',1796080748682272,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"happened_at":1,"session":"session-1"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',8,'outcome',1796080748682272,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"action":"3b16a5f7b46e86b4-066186a3034745c7451838","call":"call","exit_code":0,"happened_at":1,"outcome":"done"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',9,'file',1796080748682272,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',10,'plan',1796080748682272,'agent:3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa',11,'done',1796080748682272,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','{"happened_at":1,"text":"the end"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303743eab261a15',1,'asked',1796080748688446,'3b16a5f7b46e86b4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303743eab261a15',2,'approved',1796080748688446,'3b16a5f7b46e86b4','{"decision":"own"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303743eab261a15',3,'started',1796080748690880,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303743eab261a15',4,'stopping',1796080748692173,'3b16a5f7b46e86b4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a3039697e06e47e4',1,'asked',1796080748697239,'1e645bd0bee8a1f4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a3039697e06e47e4',2,'approved',1796080748699940,'3b16a5f7b46e86b4','{"decision":"always","version":1}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0',1,'asked',1796080748702372,'1e645bd0bee8a1f4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0',2,'approved',1796080748702372,'3b16a5f7b46e86b4','{"decision":"grant"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f',1,'asked',1796080748713754,'3b16a5f7b46e86b4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f',2,'approved',1796080748713754,'3b16a5f7b46e86b4','{"decision":"own"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f',3,'started',1796080748718293,'machine:3b16a5f7b46e86b4-066186a303cc137d1dbcc3','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f',4,'agent_asked',1796080748719527,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','{"child":"3b16a5f7b46e86b4-066186a303eda7d7354b0f","child_public_id":"R20261130-12","handle":"claude"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f',5,'agent_asked',1796080748721264,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','{"child":"3b16a5f7b46e86b4-066186a303f47015d4e5c8","child_public_id":"R20261130-13","handle":"claude"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f',6,'children_changed',1796080748723499,'relay','{"moved":"3b16a5f7b46e86b4-066186a303eda7d7354b0f"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f',7,'waiting',1796080748745297,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','{"for":["3b16a5f7b46e86b4-066186a303f47015d4e5c8"],"happened_at":1,"until":1796167148745297}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303e0f17bbb13db',1,'asked',1796080748716273,'3b16a5f7b46e86b4','{}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303e0f17bbb13db',2,'approved',1796080748716273,'3b16a5f7b46e86b4','{"decision":"own"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303e0f17bbb13db',3,'children_changed',1796080748723499,'relay','{"moved":"3b16a5f7b46e86b4-066186a303eda7d7354b0f"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303e0f17bbb13db',4,'message',1796080748733280,'3b16a5f7b46e86b4','{"from":"Olga","message":"3b16a5f7b46e86b4-066186a3042360c2efd42c","text":"please hurry","to":"reviewer"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303eda7d7354b0f',1,'asked',1796080748719527,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','{"on_behalf_of":"3b16a5f7b46e86b4","parent":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303eda7d7354b0f',2,'moved',1796080748723499,'3b16a5f7b46e86b4','{"before":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f","delegation":"3b16a5f7b46e86b4-066186a303fd2b97d906bf","lineage":"85156fd86ee6393b39964adbd98940960f0390c129fe6b2d0b5692fa4efab4b1","moved":1,"narrower":0,"operation":"move","parent":"3b16a5f7b46e86b4-066186a303e0f17bbb13db","parent_public_id":"R20261130-11"}');
INSERT INTO "event" VALUES('3b16a5f7b46e86b4-066186a303f47015d4e5c8',1,'asked',1796080748721264,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','{"on_behalf_of":"3b16a5f7b46e86b4","parent":"3b16a5f7b46e86b4-066186a303d71ad9a1a62f"}');
CREATE TABLE feed (
	machine VARCHAR NOT NULL, 
	seq BIGINT NOT NULL, 
	kind VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	body TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_feed PRIMARY KEY (machine, seq)
)
 WITHOUT ROWID

;
INSERT INTO "feed" VALUES('3b16a5f7b46e86b4-066186a303cc137d1dbcc3',1,'message','3b16a5f7b46e86b4-066186a3042360c2efd42c','{}',1796080748733280);
CREATE TABLE feed_head (
	machine VARCHAR NOT NULL, 
	seq BIGINT NOT NULL, 
	CONSTRAINT pk_feed_head PRIMARY KEY (machine)
);
INSERT INTO "feed_head" VALUES('3b16a5f7b46e86b4-066186a303cc137d1dbcc3',1);
CREATE TABLE hand (
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	since BIGINT NOT NULL, 
	seen_at BIGINT NOT NULL, 
	CONSTRAINT pk_hand PRIMARY KEY (room, agent, person, kind)
);
INSERT INTO "hand" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4','draft',1796080748743214,1796080748743214);
CREATE TABLE head (
	owner VARCHAR NOT NULL, 
	number BIGINT NOT NULL, 
	hash VARCHAR NOT NULL, 
	at BIGINT NOT NULL, asks_until BIGINT, 
	CONSTRAINT pk_head PRIMARY KEY (owner)
);
INSERT INTO "head" VALUES('3b16a5f7b46e86b4',59,'f64a4a9ef7fc7b4b337f6ed5e83bc591cac32fdef2bca211e86120c462b85a2c',1796080748745297,NULL);
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
INSERT INTO "invite" VALUES('3b16a5f7b46e86b4-066186a3011d283e35e11f','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','member','b6ba0b6d6b0a89dc7161332d1c295dde045f90f4d2cbcfb67321b384f33f5706',0,1796685548535080,NULL,1796080748535080);
INSERT INTO "invite" VALUES('3b16a5f7b46e86b4-066186a3013fb401e5a6ce','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','member','852493c0e13112aa1988136f1e9ba449b441ab77d5057334e2431b6db5c15e1d',1,1796685548543924,NULL,1796080748543924);
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
INSERT INTO "join_card" VALUES('3b16a5f7b46e86b4-066186a30146f7cb5783dd','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','slack','T1','USTRANGER','Stranger','en',0,'slack:T1:C1:1.000100','{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true},"prompt":"let me in","agent":null,"room":null,"attachments":[],"quoted":[]}','admitted',1796080748545783,1796167148545783,1796080748557708,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1');
INSERT INTO "join_card" VALUES('3b16a5f7b46e86b4-066186a301a26e874964b5','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','slack','T1','UANOTHER','Another','en',0,'slack:T1:C1:2.000100','{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"2.000100","direct":false,"shows":true},"prompt":"me too","agent":null,"room":null,"attachments":[],"quoted":[]}','waiting',1796080748569198,1796167148569198,NULL,NULL,NULL);
CREATE TABLE lease (
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	holder VARCHAR NOT NULL, 
	fence INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	since BIGINT NOT NULL, renewed_at BIGINT, heard_at BIGINT, 
	CONSTRAINT pk_lease PRIMARY KEY (platform, tenant)
);
INSERT INTO "lease" VALUES('slack','T1','3b16a5f7b46e86b4','first',1,1796080763522039,1796080748522039,1796080748522039,1796080748530178);
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
INSERT INTO "link" VALUES('f32055a505102ea875b0d5c063a71ec6ad31d6c79d209a6798832d09db9291f2','3b16a5f7b46e86b4',1,'token',1796081348527597,'slack','T1','UOLGA','Olga',1796080748532014);
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
INSERT INTO "machine" VALUES('3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4','laptop','9e2794ff7771e50e6220ef1c650b97695c398c70f322c0fe572ed9180cd23109',1,'one','0',1796080748627923,1796080748509837,NULL,NULL);
INSERT INTO "machine" VALUES('3b16a5f7b46e86b4-066186a303cc137d1dbcc3','3b16a5f7b46e86b4','desktop','0f9280d5fa8143a726763deacc6f62ee366953a61dc2ed0b00b33bf3600de26a',1,'far','0',1796080748711925,1796080748710931,NULL,NULL);
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
INSERT INTO "member" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4','owner',1796080748509837,NULL);
INSERT INTO "member" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b7dc879','1e645bd0bee8a1f4','member',1796080748537932,NULL);
INSERT INTO "member" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b7dc879','167c658976afb17a','member',1796080748557708,NULL);
CREATE TABLE message (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	sender VARCHAR NOT NULL, 
	request VARCHAR, 
	receiver VARCHAR NOT NULL, 
	voice VARCHAR NOT NULL, 
	task VARCHAR, 
	about VARCHAR, 
	filed VARCHAR NOT NULL, 
	reply_to VARCHAR, 
	child VARCHAR, 
	"key" VARCHAR, 
	digest VARCHAR NOT NULL, 
	body TEXT NOT NULL, 
	stops BOOLEAN NOT NULL, 
	sent_at BIGINT NOT NULL, 
	delivered_at BIGINT, 
	read_at BIGINT, 
	read_turn VARCHAR, 
	CONSTRAINT pk_message PRIMARY KEY (id), 
	CONSTRAINT fk_message_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "message" VALUES('3b16a5f7b46e86b4-066186a3042360c2efd42c','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4',NULL,'agent:3b16a5f7b46e86b4-066186a303cff5456ecd85','owner','3b16a5f7b46e86b4-066186a303e0f17bbb13db','3b16a5f7b46e86b4-066186a303e0f17bbb13db','current',NULL,NULL,'say','2ba4347a35823f5ebc527831159efc56f436bfc3bef6020c818118a27b15b3e8','please hurry',0,1796080748733280,NULL,NULL,NULL);
CREATE TABLE move (
	owner VARCHAR NOT NULL, 
	"key" VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	answer TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_move PRIMARY KEY (owner, "key")
);
INSERT INTO "move" VALUES('3b16a5f7b46e86b4','move','3ae79e51a003faedbc948eefda769b0b12d1a6b27c9c8c35a19e47e9c59614fe','{"request":"3b16a5f7b46e86b4-066186a303eda7d7354b0f","parent":"3b16a5f7b46e86b4-066186a303e0f17bbb13db","moved":1,"narrower":[],"delegation":"3b16a5f7b46e86b4-066186a303fd2b97d906bf"}',1796080748723499);
CREATE TABLE notice (
	subscription VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	attempts INTEGER NOT NULL, 
	next_at BIGINT NOT NULL, 
	told_at BIGINT, 
	CONSTRAINT pk_notice PRIMARY KEY (subscription, subject), 
	CONSTRAINT fk_notice_subscription FOREIGN KEY(subscription) REFERENCES subscription (id)
);
INSERT INTO "notice" VALUES('3b16a5f7b46e86b4-066186a303bb308613bea8','request:3b16a5f7b46e86b4-066186a303f47015d4e5c8',1,1796080808752954,NULL);
INSERT INTO "notice" VALUES('3b16a5f7b46e86b4-066186a303bb308613bea8','request:3b16a5f7b46e86b4-066186a303eda7d7354b0f',1,1796080808752954,NULL);
CREATE TABLE person (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id)
);
INSERT INTO "person" VALUES('3b16a5f7b46e86b4','Olga','en',1796080748509837);
INSERT INTO "person" VALUES('1e645bd0bee8a1f4','Sarah','en',1796080748537932);
INSERT INTO "person" VALUES('167c658976afb17a','Stranger','en',1796080748557708);
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
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a30146f786f47d7c','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a30146f7cb5783dd','slack','T1','asked','C1','1.000100','1.000100',0,'en',2,0,'{}',1796080748545783,1796080748557708,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a30146f7c1e56756','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a30146f7cb5783dd','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796080748545783,1796080748557708,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a301758c059dcc88','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1','slack','T1','asked','C1','1.000100','1.000100',0,'en',10,0,'{}',1796080748557708,1796080748671466,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a301a26e6fb038df','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301a26e874964b5','slack','T1','asked','C1','2.000100','2.000100',0,'en',1,0,'{}',1796080748569198,1796080748569198,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a301a26ef14a6940','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301a26e874964b5','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1796080748569198,1796080748569198,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a301ab086d9b88a8','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301ab0850fc5b70','slack','T1','asked','C1','3.000100','3.000100',0,'en',1,0,'{}',1796080748571400,1796080748571400,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a301ab08608a74d5','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301ab0850fc5b70','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1796080748571400,1796080748571400,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a301d1e3f862a56f','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301d1e32d83554f','slack','T1','asked','C1','4.000100','4.000100',0,'en',2,0,'{}',1796080748581347,1796080748585956,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a301d1e378debd20','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301d1e32d83554f','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796080748581347,1796080748585956,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a302048a4834b2d4','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302048a7a77d4a0','slack','T1','asked','C1','5.000100','5.000100',0,'en',2,0,'{}',1796080748594314,1796080748597219,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a302048ad95e0f35','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302048a7a77d4a0','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796080748594314,1796080748597219,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a30224b36788556e','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a30224b31fa4eed0','slack','T1','asked','C1','6.000100','6.000100',0,'en',2,0,'{}',1796080748602547,1796080748605199,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a30224b3eb26b7c1','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a30224b31fa4eed0','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796080748602547,1796080748605199,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a302461a4f401fac','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302461a8b84e4aa','slack','T1','asked','C1','7.000100','7.000100',0,'en',11,0,'{}',1796080748611098,1796080748682272,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a302461af469fc08','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a302461a8b84e4aa','slack','T1','owner','UOLGA',NULL,NULL,1,'en',11,0,'{}',1796080748611098,1796080748682272,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a302d8e7a1f3f0aa','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a301758cd4b1eba1','slack','T1','owner','UOLGA',NULL,NULL,1,'en',10,0,'{}',1796080748648679,1796080748671466,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303743e30fa4be5','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303743eab261a15','slack','T1','mirror','C1',NULL,NULL,0,'en',4,0,'{}',1796080748688446,1796080748692173,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a30396973719c4e6','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a3039697e06e47e4','slack','T1','asked','C1','9.000100','9.000100',0,'en',2,0,'{}',1796080748697239,1796080748699940,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303969732880a01','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a3039697e06e47e4','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796080748697239,1796080748699940,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303aaa41802bc9e','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0','slack','T1','asked','C1','10.000100','10.000100',0,'en',2,0,'{}',1796080748702372,1796080748702372,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303d71ad387a7a6','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','slack','T1','mirror','C1',NULL,NULL,0,'en',7,0,'{}',1796080748713754,1796080748745297,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303e0f1967a33db','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303e0f17bbb13db','slack','T1','mirror','C1',NULL,NULL,0,'en',4,0,'{}',1796080748716273,1796080748733280,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303eda76520a31f','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303eda7d7354b0f','slack','T1','mirror','C1',NULL,NULL,0,'en',2,0,'{}',1796080748719527,1796080748723499,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303eda7c6666104','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303eda7d7354b0f','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796080748719527,1796080748723499,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303f47076835b57','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303f47015d4e5c8','slack','T1','mirror','C1',NULL,NULL,0,'en',1,0,'{}',1796080748721264,1796080748721264,NULL);
INSERT INTO "place" VALUES('3b16a5f7b46e86b4-066186a303f4702e092e55','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a303f47015d4e5c8','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1796080748721264,1796080748721264,NULL);
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
	result TEXT, meters TEXT, delegation VARCHAR, lineage VARCHAR, ready_at BIGINT, salt VARCHAR, erased_at BIGINT, 
	CONSTRAINT pk_request PRIMARY KEY (id), 
	CONSTRAINT fk_request_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_request_asker FOREIGN KEY(asker) REFERENCES person (id), 
	CONSTRAINT fk_request_owner FOREIGN KEY(owner) REFERENCES person (id), 
	CONSTRAINT fk_request_room FOREIGN KEY(room) REFERENCES room (id), 
	CONSTRAINT uq_request_origin UNIQUE (origin), 
	CONSTRAINT uq_request_owner_day_number UNIQUE (owner, day, number)
);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1','3b16a5f7b46e86b4',20261130,1,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','167c658976afb17a','slack:T1:USTRANGER',0,'slack:T1:C1:1.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true}',NULL,'let me in','[]','[]',1,10,'failed',1796080748557708,1796080748671466,NULL,1796080748557708,'3b16a5f7b46e86b4',1796080748557708,NULL,'once',NULL,1796080748638106,1796080748664250,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a300ba8d40b2dea0',1,1796080808638106,NULL,NULL,4,NULL,NULL,'session-1',NULL,NULL,'[["look","completed"]]','[{"added":2,"path":"a.py","removed":1}]','the end',NULL,'3b16a5f7b46e86b4-066186a301758c4a3c7b20','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'12d18a06d2d04ec079db0421eeaf24b3',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a301ab0850fc5b70','3b16a5f7b46e86b4',20261130,2,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','slack:T1:USARAH',0,'slack:T1:C1:3.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"3.000100","direct":false,"shows":true}',NULL,'pending 安全','[]','[]',1,1,'pending',1796080748571400,1796080748571400,1796167148571400,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'3b16a5f7b46e86b4-066186a300ba8d40b2dea0',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a301ab08f79a5dd7','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'83896474a08f0e80c1d2688073e1b61f',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a301d1e32d83554f','3b16a5f7b46e86b4',20261130,3,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','slack:T1:USARAH',0,'slack:T1:C1:4.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"4.000100","direct":false,"shows":true}',NULL,'expired','[]','[]',1,2,'expired',1796080748581347,1796080748585956,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1796080748585956,'clock','3b16a5f7b46e86b4-066186a300ba8d40b2dea0',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a301d1e3e209b768','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'0707848d4e8f55fa2a7469c6a8b2a2b2',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a302048a7a77d4a0','3b16a5f7b46e86b4',20261130,4,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','slack:T1:USARAH',0,'slack:T1:C1:5.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"5.000100","direct":false,"shows":true}',NULL,'cancelled','[]','[]',1,2,'cancelled',1796080748594314,1796080748597219,1796167148594314,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1796080748597219,'1e645bd0bee8a1f4','3b16a5f7b46e86b4-066186a300ba8d40b2dea0',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a302048a7ed06a09','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'3e5f03e06a1e531dc9a88b3b39b21988',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a30224b31fa4eed0','3b16a5f7b46e86b4',20261130,5,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','slack:T1:USARAH',0,'slack:T1:C1:6.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"6.000100","direct":false,"shows":true}',NULL,'denied','[]','[]',1,2,'cancelled',1796080748602547,1796080748605199,1796167148602547,NULL,'3b16a5f7b46e86b4',1796080748605199,'deny','denied','not today',NULL,1796080748605199,'3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d40b2dea0',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a30224b310d8829e','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'8150e44988e5b8af85911d99afc36120',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa','3b16a5f7b46e86b4',20261130,6,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','slack:T1:USARAH',0,'slack:T1:C1:7.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"7.000100","direct":false,"shows":true}',NULL,'first','[{"blob":"1e645bd0bee8a1f4-ef6803d053e40384716f198a","media_type":"text/plain","name":"notes.txt","size":5}]','[]',2,11,'done',1796080748611098,1796080748682272,1796167148611098,1796080748622827,'3b16a5f7b46e86b4',1796080748622827,'tap:3b16a5f7b46e86b4-066186a302461a8b84e4aa','once',NULL,1796080748675482,1796080748682272,'machine:3b16a5f7b46e86b4-066186a300ba8d40b2dea0','3b16a5f7b46e86b4-066186a300ba8d40b2dea0',1,1796080808675482,NULL,NULL,5,NULL,NULL,'session-1',NULL,NULL,'[["look","completed"]]','[{"added":2,"path":"a.py","removed":1}]','the end',NULL,'3b16a5f7b46e86b4-066186a302461af3dc8353','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'8bb451ee4629e4193c93a031b80bf44e',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a303743eab261a15','3b16a5f7b46e86b4',20261130,7,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4','token',0,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879:cli:T1:C1:8.000100','{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"8.000100","direct":false,"shows":false}',NULL,'running','[]','[]',1,4,'running',1796080748688446,1796080748692173,NULL,1796080748688446,'3b16a5f7b46e86b4',1796080748688446,NULL,'own',NULL,1796080748690880,NULL,NULL,'3b16a5f7b46e86b4-066186a300ba8d40b2dea0',1,1796080808690880,NULL,NULL,0,1796080748692173,'3b16a5f7b46e86b4',NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a303743eac0a2da2','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'57cedde71ebe8add906528af07cd0bbc',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a3039697e06e47e4','3b16a5f7b46e86b4',20261130,8,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','slack:T1:USARAH',0,'slack:T1:C1:9.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"9.000100","direct":false,"shows":true}',NULL,'granted','[]','[]',1,2,'approved',1796080748697239,1796080748699940,1796167148697239,1796080748699940,'3b16a5f7b46e86b4',1796080748699940,'tap:3b16a5f7b46e86b4-066186a3039697e06e47e4','always',NULL,NULL,NULL,NULL,'3b16a5f7b46e86b4-066186a300ba8d40b2dea0',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a303969751c18f3f','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'d1c671d8b0e620e9b53075bd9a896c03',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0','3b16a5f7b46e86b4',20261130,9,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','slack:T1:USARAH',0,'slack:T1:C1:10.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"10.000100","direct":false,"shows":true}',NULL,'approved by the grant','[]','[]',1,2,'approved',1796080748702372,1796080748702372,NULL,1796080748702372,'3b16a5f7b46e86b4',1796080748702372,NULL,'grant',NULL,NULL,NULL,NULL,'3b16a5f7b46e86b4-066186a300ba8d40b2dea0',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a303aaa4773ff2aa','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'d1795a9416ab770d6f5171675021e8d1',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f','3b16a5f7b46e86b4',20261130,10,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4','token',0,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879:cli:T1:C1:11.000100','{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"11.000100","direct":false,"shows":false}',NULL,'together','[]','[]',1,7,'running',1796080748713754,1796080748745297,NULL,1796080748713754,'3b16a5f7b46e86b4',1796080748713754,NULL,'own',NULL,1796080748718293,NULL,NULL,'3b16a5f7b46e86b4-066186a303cc137d1dbcc3',1,NULL,NULL,1796080748745297,1,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a303d71a225fa297','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'675267914bad64e295d036e9c50cdec0',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a303e0f17bbb13db','3b16a5f7b46e86b4',20261130,11,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4','token',0,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879:cli:T1:C1:12.000100','{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"12.000100","direct":false,"shows":false}',NULL,'together','[]','[]',1,4,'approved',1796080748716273,1796080748733280,NULL,1796080748716273,'3b16a5f7b46e86b4',1796080748716273,NULL,'own',NULL,NULL,NULL,NULL,'3b16a5f7b46e86b4-066186a303cc137d1dbcc3',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a303e0f1650f4afb','dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a',NULL,'e64c619f784bafc19fe573c67232107e',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a303eda7d7354b0f','3b16a5f7b46e86b4',20261130,12,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4','token',0,'child:3b16a5f7b46e86b4-066186a303d71ad9a1a62f:one','{"platform":"cli","tenant":"T1","channel":"C1","thread":"11.000100","message":"11.000100","direct":false,"shows":false}',NULL,'look at it','[]','[]',1,2,'pending',1796080748719527,1796080748723499,2796080748719527,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'3b16a5f7b46e86b4-066186a300ba8d40b2dea0',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a303fd2b97d906bf','85156fd86ee6393b39964adbd98940960f0390c129fe6b2d0b5692fa4efab4b1',NULL,'64089e2a157bc15b19a8bdecac182f68',NULL);
INSERT INTO "request" VALUES('3b16a5f7b46e86b4-066186a303f47015d4e5c8','3b16a5f7b46e86b4',20261130,13,'3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4','token',0,'child:3b16a5f7b46e86b4-066186a303d71ad9a1a62f:two','{"platform":"cli","tenant":"T1","channel":"C1","thread":"11.000100","message":"11.000100","direct":false,"shows":false}',NULL,'look at it','[]','[]',1,1,'pending',1796080748721264,1796080748721264,2796080748721264,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'3b16a5f7b46e86b4-066186a300ba8d40b2dea0',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL,'3b16a5f7b46e86b4-066186a303f4707a4b04ec','5fb6c7c4e93a89395b168b9aa101339b5b80a724859eab9993c432e23218ffa0',NULL,'e38306cbf87d5846bda3077b7f028035',NULL);
CREATE TABLE room (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	default_agent VARCHAR, 
	approval_ttl INTEGER, 
	hears_outsiders BOOLEAN NOT NULL, 
	created_at BIGINT NOT NULL, agents_ask BOOLEAN, automatic_turns BOOLEAN, 
	CONSTRAINT pk_room PRIMARY KEY (id), 
	CONSTRAINT fk_room_owner FOREIGN KEY(owner) REFERENCES person (id)
);
INSERT INTO "room" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4','Backend','claude',NULL,0,1796080748509837,NULL,NULL);
CREATE TABLE room_agent (
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, mode VARCHAR, 
	CONSTRAINT pk_room_agent PRIMARY KEY (room, agent), 
	CONSTRAINT fk_room_agent_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_room_agent_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "room_agent" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d',NULL);
INSERT INTO "room_agent" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a303cff5456ecd85',NULL);
CREATE TABLE session (
	agent VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	reference VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, generation INTEGER, person_turn INTEGER, 
	CONSTRAINT pk_session PRIMARY KEY (agent, room), 
	CONSTRAINT fk_session_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_session_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "session" VALUES('3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','session-1',1796080748682272,1,1);
CREATE TABLE standing_grant (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	revoked_at BIGINT, 
	uses INTEGER NOT NULL, allowance TEXT, 
	CONSTRAINT pk_standing_grant PRIMARY KEY (id), 
	CONSTRAINT fk_standing_grant_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_standing_grant_owner FOREIGN KEY(owner) REFERENCES person (id), 
	CONSTRAINT fk_standing_grant_person FOREIGN KEY(person) REFERENCES person (id), 
	CONSTRAINT fk_standing_grant_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "standing_grant" VALUES('3b16a5f7b46e86b4-066186a303a1247a043f4c','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4',1796080748699940,NULL,1,NULL);
CREATE TABLE subscription (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	endpoint TEXT NOT NULL, 
	p256dh VARCHAR NOT NULL, 
	auth VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_subscription PRIMARY KEY (id), 
	CONSTRAINT fk_subscription_person FOREIGN KEY(person) REFERENCES person (id), 
	CONSTRAINT uq_subscription_endpoint UNIQUE (endpoint)
);
INSERT INTO "subscription" VALUES('3b16a5f7b46e86b4-066186a303bb308613bea8','3b16a5f7b46e86b4','3b16a5f7b46e86b4','slack','T1','UOLGA','https://push.example/1','key','secret','en',1796080748706608);
CREATE TABLE task (
	id VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	state VARCHAR NOT NULL, 
	parent VARCHAR, 
	root VARCHAR NOT NULL, 
	delegation VARCHAR NOT NULL, 
	wish VARCHAR, 
	opened_at BIGINT NOT NULL, 
	assigned_at BIGINT NOT NULL, 
	ended_at BIGINT, 
	CONSTRAINT pk_task PRIMARY KEY (id), 
	CONSTRAINT fk_task_id FOREIGN KEY(id) REFERENCES request (id)
);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a301758cd4b1eba1','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','167c658976afb17a','stopped',NULL,'3b16a5f7b46e86b4-066186a301758cd4b1eba1','3b16a5f7b46e86b4-066186a301758c4a3c7b20',NULL,1796080748557708,1796080748557708,1796080748664250);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a301ab0850fc5b70','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','open',NULL,'3b16a5f7b46e86b4-066186a301ab0850fc5b70','3b16a5f7b46e86b4-066186a301ab08f79a5dd7',NULL,1796080748571400,1796080748571400,NULL);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a301d1e32d83554f','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','stopped',NULL,'3b16a5f7b46e86b4-066186a301d1e32d83554f','3b16a5f7b46e86b4-066186a301d1e3e209b768',NULL,1796080748581347,1796080748581347,1796080748585956);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a302048a7a77d4a0','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','stopped',NULL,'3b16a5f7b46e86b4-066186a302048a7a77d4a0','3b16a5f7b46e86b4-066186a302048a7ed06a09',NULL,1796080748594314,1796080748594314,1796080748597219);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a30224b31fa4eed0','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','stopped',NULL,'3b16a5f7b46e86b4-066186a30224b31fa4eed0','3b16a5f7b46e86b4-066186a30224b310d8829e',NULL,1796080748602547,1796080748602547,1796080748605199);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a302461a8b84e4aa','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','completed',NULL,'3b16a5f7b46e86b4-066186a302461a8b84e4aa','3b16a5f7b46e86b4-066186a302461af3dc8353',NULL,1796080748611098,1796080748611098,1796080748682272);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a303743eab261a15','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4','open',NULL,'3b16a5f7b46e86b4-066186a303743eab261a15','3b16a5f7b46e86b4-066186a303743eac0a2da2',NULL,1796080748688446,1796080748688446,NULL);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a3039697e06e47e4','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','open',NULL,'3b16a5f7b46e86b4-066186a3039697e06e47e4','3b16a5f7b46e86b4-066186a303969751c18f3f',NULL,1796080748697239,1796080748697239,NULL);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','1e645bd0bee8a1f4','open',NULL,'3b16a5f7b46e86b4-066186a303aaa4ab8dc4f0','3b16a5f7b46e86b4-066186a303aaa4773ff2aa',NULL,1796080748702372,1796080748702372,NULL);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4','open',NULL,'3b16a5f7b46e86b4-066186a303d71ad9a1a62f','3b16a5f7b46e86b4-066186a303d71a225fa297',NULL,1796080748713754,1796080748713754,NULL);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a303e0f17bbb13db','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a303cff5456ecd85','3b16a5f7b46e86b4','open',NULL,'3b16a5f7b46e86b4-066186a303e0f17bbb13db','3b16a5f7b46e86b4-066186a303e0f1650f4afb',NULL,1796080748716273,1796080748716273,NULL);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a303eda7d7354b0f','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4','open','3b16a5f7b46e86b4-066186a303e0f17bbb13db','3b16a5f7b46e86b4-066186a303e0f17bbb13db','3b16a5f7b46e86b4-066186a303fd2b97d906bf','93ccaaf8cdb58539f934d2583c2974a4d29a6e40c6762ea656a645e74afa91df',1796080748719527,1796080748719527,NULL);
INSERT INTO "task" VALUES('3b16a5f7b46e86b4-066186a303f47015d4e5c8','3b16a5f7b46e86b4','3b16a5f7b46e86b4-066186a300ba8d4b7dc879','3b16a5f7b46e86b4-066186a300ba8d4b2a2f2d','3b16a5f7b46e86b4','open','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','3b16a5f7b46e86b4-066186a303d71ad9a1a62f','3b16a5f7b46e86b4-066186a303f4707a4b04ec','93ccaaf8cdb58539f934d2583c2974a4d29a6e40c6762ea656a645e74afa91df',1796080748721264,1796080748721264,NULL);
CREATE TABLE waiting (
	request VARCHAR NOT NULL, 
	subject VARCHAR NOT NULL, 
	until BIGINT NOT NULL, 
	CONSTRAINT pk_waiting PRIMARY KEY (request, subject)
);
INSERT INTO "waiting" VALUES('3b16a5f7b46e86b4-066186a303d71ad9a1a62f','3b16a5f7b46e86b4-066186a303f47015d4e5c8',1796167148745297);
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
CREATE INDEX ix_request_room_ended ON request (room, state, id) WHERE ended_at IS NOT NULL;
CREATE INDEX ix_request_room_id ON request (room, id);
CREATE INDEX ix_request_room_open ON request (room, id) WHERE ended_at IS NULL;
CREATE INDEX ix_request_running ON request (agent) WHERE state = 'running';
CREATE INDEX ix_room_agent_agent ON room_agent (agent);
CREATE UNIQUE INDEX ix_standing_grant_live ON standing_grant (room, agent, person) WHERE revoked_at IS NULL;
CREATE INDEX ix_standing_grant_owner ON standing_grant (owner);
CREATE INDEX ix_action_due ON action (deadline) WHERE state = 'pending';
CREATE INDEX ix_action_request ON action (request);
CREATE INDEX ix_action_unknown ON action (owner) WHERE outcome = 'unknown';
CREATE INDEX ix_task_open ON task (agent, room, assigned_at) WHERE state = 'open';
CREATE INDEX ix_task_parent ON task (parent) WHERE parent IS NOT NULL;
CREATE INDEX ix_delegation_parent ON delegation (parent) WHERE state = 'live' AND parent IS NOT NULL;
CREATE INDEX ix_delegation_due ON delegation (expires_at) WHERE state = 'live' AND expires_at IS NOT NULL;
CREATE UNIQUE INDEX ix_delegation_day ON delegation (standing, day) WHERE standing IS NOT NULL;
CREATE INDEX ix_delegation_task ON delegation (task, made_at);
CREATE INDEX ix_request_ready ON request (agent, ready_at, id) WHERE state = 'running' AND ready_at IS NOT NULL;
CREATE UNIQUE INDEX ix_message_key ON message (room, sender, "key") WHERE key IS NOT NULL;
CREATE UNIQUE INDEX ix_message_child ON message (child) WHERE child IS NOT NULL;
CREATE INDEX ix_message_reply_to ON message (reply_to) WHERE reply_to IS NOT NULL;
CREATE INDEX ix_message_open ON message (receiver, room, id) WHERE read_at IS NULL;
CREATE INDEX ix_message_inbox ON message (room, receiver, id);
CREATE INDEX ix_waiting_subject ON waiting (subject);
CREATE INDEX ix_waiting_until ON waiting (until);
CREATE INDEX ix_request_asker ON request (asker, id);
CREATE INDEX ix_request_kept ON request (ended_at) WHERE ended_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX ix_join_card_kept ON join_card (deadline) WHERE state <> 'waiting';
CREATE INDEX ix_blob_created_at ON blob (created_at);
CREATE INDEX ix_invite_expires_at ON invite (expires_at);
CREATE INDEX ix_link_expires_at ON link (expires_at);
CREATE INDEX ix_message_request ON message (request) WHERE request IS NOT NULL;
CREATE INDEX ix_message_task ON message (task) WHERE task IS NOT NULL;
CREATE INDEX ix_message_sender ON message (sender);
CREATE INDEX ix_lease_owner ON lease (owner);
CREATE INDEX ix_action_open ON action (owner) WHERE state = 'pending';
CREATE INDEX ix_join_card_open ON join_card (owner) WHERE state = 'waiting';
CREATE INDEX ix_subscription_owner ON subscription (owner, platform);
CREATE INDEX ix_subscription_person ON subscription (person);
COMMIT;
