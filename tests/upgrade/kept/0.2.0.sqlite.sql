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
INSERT INTO "account" VALUES('slack','T1','UOLGA','4eaeac9aa752256f','Olga','en',0,1796067826616272);
INSERT INTO "account" VALUES('slack','T1','USARAH','9ace428b4fc4d8d0','Sarah','en',0,1796067826632171);
INSERT INTO "account" VALUES('slack','T1','USTRANGER','7c74071040b79fca','Stranger','en',0,1796067826737569);
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
	used_at BIGINT, facts TEXT, reserved TEXT, outcome VARCHAR, exit_code INTEGER, outcome_at BIGINT, settled_at BIGINT, settled_by VARCHAR, settled_key VARCHAR, evidence TEXT, looked VARCHAR, 
	CONSTRAINT pk_action PRIMARY KEY (id), 
	CONSTRAINT fk_action_request FOREIGN KEY(request) REFERENCES request (id), 
	CONSTRAINT uq_action_request_call_digest UNIQUE (request, call, digest)
);
INSERT INTO "action" VALUES('4eaeac9aa752256f-066183a0d07cf3c2758c41','4eaeac9aa752256f','4eaeac9aa752256f-066183a0ce21a162432504','call','digest','delete','Bash','rm old',1,'/srv/project','It deletes something.','allowed',1796067826892019,1796068826892019,1796067826927948,'4eaeac9aa752256f','allow',NULL,1796067826943578,'[]','{"tool_calls":1}','done',NULL,1796067826946473,1796067826994882,'4eaeac9aa752256f','settle','It is gone.',NULL);
INSERT INTO "action" VALUES('4eaeac9aa752256f-066183a0d241bce2874e6d','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','call','digest','delete','Bash','rm old',1,'/srv/project','It deletes something.','allowed',1796067827007932,1796068827007932,1796067827009226,'4eaeac9aa752256f','allow',NULL,1796067827010695,'[]','{"tool_calls":1}','done',0,1796067827011560,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO "agent" VALUES('4eaeac9aa752256f-066183a0cac64f586c42a3','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cac64f91022720','claude','scripted','/srv/project','C',NULL,1796067826517583,NULL,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "audit" VALUES('4eaeac9aa752256f',1,1796067826517583,'4eaeac9aa752256f',NULL,'{"account":"token","act":"machine registered","agent":null,"at":1796067826517583,"machine":"4eaeac9aa752256f-066183a0cac64f91022720","name":"laptop","number":1,"request":null,"result":"ok","who":"4eaeac9aa752256f"}','c31f237bcbf385af5539c314398ecd0612cc1029eb75ffd8161e27722cdab635');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',2,1796067826517583,'4eaeac9aa752256f',NULL,'{"account":"test","act":"joined","agent":null,"at":1796067826517583,"number":2,"request":null,"result":"ok","role":"owner","room":"4eaeac9aa752256f-066183a0cac64f005ed741","way":"made it","who":"4eaeac9aa752256f"}','0992fbbbd0a25b7449181615912cbeb1c8517d309a5f85619c88e25d4db5635c');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',3,1796067826517583,'4eaeac9aa752256f',NULL,'{"account":"test","act":"room made","agent":null,"at":1796067826517583,"name":"Backend","number":3,"request":null,"result":"ok","room":"4eaeac9aa752256f-066183a0cac64f005ed741","who":"4eaeac9aa752256f"}','4cad5de3c297256366ad1144fc0ba331ef778c4f269a9f18816f202dbcc215c8');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',4,1796067826517583,'4eaeac9aa752256f',NULL,'{"account":"test","act":"bound","agent":null,"at":1796067826517583,"chat":{"channel":"C1","platform":"slack","tenant":"T1"},"number":4,"request":null,"result":"ok","room":"4eaeac9aa752256f-066183a0cac64f005ed741","who":"4eaeac9aa752256f"}','f0058a816193866cb3570f0e4ffbdad07d46994068da95649d98939c002bca70');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',5,1796067826616272,'4eaeac9aa752256f',NULL,'{"account":"slack:T1:UOLGA","act":"account linked","agent":null,"at":1796067826616272,"number":5,"request":null,"result":"ok","who":"4eaeac9aa752256f"}','81a73b25c116bfce0a1b79738a14cd7b8a562ea61f16a6b29e180e318d6d013c');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',6,1796067826624272,'4eaeac9aa752256f',NULL,'{"account":"token","act":"invited","agent":null,"at":1796067826624272,"invite":"4eaeac9aa752256f-066183a0cc6710dc425f34","number":6,"request":null,"result":"ok","role":"member","room":"4eaeac9aa752256f-066183a0cac64f005ed741","who":"4eaeac9aa752256f"}','2497b963a0621c9f16ddb42ec08dca5999fadb5a951e72cbd5c928406e8e54b0');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',7,1796067826632171,'9ace428b4fc4d8d0',NULL,'{"account":"slack:T1:USARAH","act":"joined","agent":null,"at":1796067826632171,"number":7,"request":null,"result":"ok","role":"member","room":"4eaeac9aa752256f-066183a0cac64f005ed741","way":"invite:4eaeac9aa752256f-066183a0cc6710dc425f34","who":"9ace428b4fc4d8d0"}','15e00bd959a1abcd2e45a0e0b80b5d2f4c3decc8dbd2455875d6ce9234f45af1');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',8,1796067826661894,'4eaeac9aa752256f',NULL,'{"account":"token","act":"invited","agent":null,"at":1796067826661894,"invite":"4eaeac9aa752256f-066183a0ccfa06c6b03221","number":8,"request":null,"result":"ok","role":"member","room":"4eaeac9aa752256f-066183a0cac64f005ed741","who":"4eaeac9aa752256f"}','fa2a75556fc4b4b185940435f9e640ac877d6302079ef22e18a64520682ad94a');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',9,1796067826674070,'nobody',NULL,'{"account":"slack:T1:USTRANGER","act":"join asked","agent":null,"at":1796067826674070,"join":"4eaeac9aa752256f-066183a0cd299671d92d2c","number":9,"request":null,"result":"ok","room":"4eaeac9aa752256f-066183a0cac64f005ed741","who":"nobody"}','d50b254f8254c08a63e2c002ae994a966edae29a646f6def63f62c58791b425e');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',10,1796067826737569,'7c74071040b79fca',NULL,'{"account":"slack:T1:UOLGA","act":"joined","agent":null,"at":1796067826737569,"number":10,"request":null,"result":"ok","role":"member","room":"4eaeac9aa752256f-066183a0cac64f005ed741","way":"join:4eaeac9aa752256f-066183a0cd299671d92d2c","who":"7c74071040b79fca"}','fea9c613f968c87da002ef689cc150485c30d3c843601d5b612e6d7910701902');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',11,1796067826737569,'7c74071040b79fca','4eaeac9aa752256f-066183a0ce21a162432504','{"account":"slack:T1:USTRANGER","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826737569,"number":11,"public_id":"R20261130-01","request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"ok","who":"7c74071040b79fca"}','0bec145652b3f35a129146a503d150cbe924e4862cab3f26d6f91ec8c59ea790');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',12,1796067826737569,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0ce21a162432504','{"account":null,"act":"approved","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826737569,"decision":"once","number":12,"public_id":"R20261130-01","request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"ok","who":"4eaeac9aa752256f"}','eceb145569d1e4a852c1200fc3f467e010742dd296c4a796dddf35df598c09fb');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',13,1796067826737569,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0ce21a162432504','{"account":"slack:T1:UOLGA","act":"join admitted","agent":null,"at":1796067826737569,"join":"4eaeac9aa752256f-066183a0cd299671d92d2c","number":13,"request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"ok","who":"4eaeac9aa752256f"}','b5576802442bd10e475fb1055463998c4d9b13783c0f4e4b7acc9123e0e32d77');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',14,1796067826771944,'nobody',NULL,'{"account":"slack:T1:UANOTHER","act":"join asked","agent":null,"at":1796067826771944,"join":"4eaeac9aa752256f-066183a0cea7e82340bbfd","number":14,"request":null,"result":"ok","room":"4eaeac9aa752256f-066183a0cac64f005ed741","who":"nobody"}','60c3c528e64bd90744988fbfaa3323b3a74c1709e3a9b9c71b3f1e8d3abc2df7');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',15,1796067826781117,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0cecbbd2fd7acdc','{"account":"slack:T1:USARAH","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826781117,"number":15,"public_id":"R20261130-02","request":"4eaeac9aa752256f-066183a0cecbbd2fd7acdc","result":"ok","who":"9ace428b4fc4d8d0"}','e3b5b89a71266c2ec0afc53409ae7b5406c60f1be72dc0bebfb5b754dd1e7023');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',16,1796067826788796,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0cee9bc2c4becc7','{"account":"slack:T1:USARAH","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826788796,"number":16,"public_id":"R20261130-03","request":"4eaeac9aa752256f-066183a0cee9bc2c4becc7","result":"ok","who":"9ace428b4fc4d8d0"}','1b345147907be9488684b877dd6138019435fc1e3202b248b2a620374e9213f7');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',17,1796067826796492,'clock','4eaeac9aa752256f-066183a0cee9bc2c4becc7','{"account":null,"act":"expired","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826796492,"number":17,"public_id":"R20261130-03","request":"4eaeac9aa752256f-066183a0cee9bc2c4becc7","result":"ok","who":"clock"}','07af1f776eeba934d9328287178bd2fc149de213dd5c7ed5895ee4e636d556af');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',18,1796067826806160,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0cf2d9008c74a16','{"account":"slack:T1:USARAH","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826806160,"number":18,"public_id":"R20261130-04","request":"4eaeac9aa752256f-066183a0cf2d9008c74a16","result":"ok","who":"9ace428b4fc4d8d0"}','275168e73832ce91f9b61f7b545c2a04ae4af7a7b723cad6c5f3d4913eda675d');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',19,1796067826817943,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0cf2d9008c74a16','{"account":"slack:T1:USARAH","act":"cancelled","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826817943,"number":19,"public_id":"R20261130-04","request":"4eaeac9aa752256f-066183a0cf2d9008c74a16","result":"ok","who":"9ace428b4fc4d8d0"}','9023e00125b012b37316c5d6bb6bd1518d9a48d24018a0ac2db82500d3ba9147');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',20,1796067826829536,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0cf88e0b69deee9','{"account":"slack:T1:USARAH","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826829536,"number":20,"public_id":"R20261130-05","request":"4eaeac9aa752256f-066183a0cf88e0b69deee9","result":"ok","who":"9ace428b4fc4d8d0"}','2f926b0955921b7d06f4fb96af16750074726d3c9e7db99514e8c035bfdd113a');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',21,1796067826831572,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0cf88e0b69deee9','{"account":"slack:T1:UOLGA","act":"denied","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826831572,"decision":"denied","number":21,"public_id":"R20261130-05","reason":"not today","request":"4eaeac9aa752256f-066183a0cf88e0b69deee9","result":"ok","version":1,"who":"4eaeac9aa752256f"}','af10c558ef93b4dff68b1864c9db07cb1751088442cef8d1b843a5d7e47ad178');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',22,1796067826841937,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":"slack:T1:USARAH","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826841937,"number":22,"public_id":"R20261130-06","request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","result":"ok","who":"9ace428b4fc4d8d0"}','2d78d17531f10403f9cdeb4f5006253b55b905fa2d1c3bfc567d4b2a87bad393');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',23,1796067826845298,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":"slack:T1:USARAH","act":"edited","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826845298,"number":23,"public_id":"R20261130-06","request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","result":"ok","version":2,"who":"9ace428b4fc4d8d0"}','c335050f022bd25c809e7c162b63aa9325e921df51c61864ba3c23b31474ee8a');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',24,1796067826851690,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":"token","act":"approved","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826851690,"decision":"once","number":24,"public_id":"R20261130-06","request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","result":"ok","version":2,"who":"4eaeac9aa752256f"}','7c47c8f9e77cac5b77ca78ffd6a0cfc2e7843c793751eaabafddc566b1c76f2f');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',25,1796067826867886,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0ce21a162432504','{"account":null,"act":"started","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826867886,"number":25,"public_id":"R20261130-01","request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"ok","who":"machine:4eaeac9aa752256f-066183a0cac64f91022720"}','752467d2419f37fdc47c9faa60ba7499fb4f3b6ab498c40d003705caf728fcc2');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',26,1796067826892019,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','4eaeac9aa752256f-066183a0ce21a162432504','{"account":null,"act":"action_asked","action":"4eaeac9aa752256f-066183a0d07cf3c2758c41","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826892019,"digest":"digest","kind":"delete","number":26,"public_id":"R20261130-01","request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"ok","who":"agent:4eaeac9aa752256f-066183a0cac64f586c42a3"}','3d62ec3a76366ec1fdf0c707fabbc2396bc3e0781fc53be17d6fccfa2a7a2fe2');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',27,1796067826927948,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0ce21a162432504','{"account":"token","act":"action_decided","action":"4eaeac9aa752256f-066183a0d07cf3c2758c41","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826927948,"digest":"digest","kind":"delete","number":27,"public_id":"R20261130-01","request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"ok","state":"allowed","who":"4eaeac9aa752256f"}','1c326637bd272ce90a3e06821e1a13a06df8fb9715edc5fdd4c6d49bfb00f17f');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',28,1796067826943578,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0ce21a162432504','{"account":null,"act":"action used","action":"4eaeac9aa752256f-066183a0d07cf3c2758c41","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826943578,"digest":"digest","kind":"delete","number":28,"request":"4eaeac9aa752256f-066183a0ce21a162432504","reserved":{"tool_calls":1},"result":"ok","who":"machine:4eaeac9aa752256f-066183a0cac64f91022720"}','80148535415ff19e8bbc7592865497a3d28f47ed48869adb257555726976b108');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',29,1796067826946473,'relay','4eaeac9aa752256f-066183a0ce21a162432504','{"account":null,"act":"action outcome","action":"4eaeac9aa752256f-066183a0d07cf3c2758c41","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826946473,"exit_code":null,"number":29,"request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"unknown","who":"relay"}','ff0157427faa862f96bc04fc7bd35e8e9b5a6387cb58d889ecbd40e46e2f5a30');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',30,1796067826946473,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0ce21a162432504','{"account":null,"act":"failed","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826946473,"happened_at":1,"number":30,"public_id":"R20261130-01","request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"ok","text":"the end","who":"machine:4eaeac9aa752256f-066183a0cac64f91022720"}','79a3d8adb72d4535afa2ab34c9b612a4ee7737b944a3e5cead9d7ff6d06d986e');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',31,1796067826994882,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0ce21a162432504','{"account":"token","act":"settled","action":"4eaeac9aa752256f-066183a0d07cf3c2758c41","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067826994882,"digest":"digest","evidence":"It is gone.","kind":"delete","number":31,"public_id":"R20261130-01","request":"4eaeac9aa752256f-066183a0ce21a162432504","result":"ok","settlement":"happened","who":"4eaeac9aa752256f"}','e665e50ded371fbbf264fa122955412b8c0a52ccc2a87722d6dc38831225129a');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',32,1796067827006702,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":null,"act":"started","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827006702,"number":32,"public_id":"R20261130-06","request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","result":"ok","who":"machine:4eaeac9aa752256f-066183a0cac64f91022720"}','9b276866787d031a3f78fc437d1f9658e4f9b8577b96bdb0b0e72fe0b9e3c814');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',33,1796067827007932,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":null,"act":"action_asked","action":"4eaeac9aa752256f-066183a0d241bce2874e6d","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827007932,"digest":"digest","kind":"delete","number":33,"public_id":"R20261130-06","request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","result":"ok","who":"agent:4eaeac9aa752256f-066183a0cac64f586c42a3"}','ea12ad61bf8fdf34a003ac02896b247b7a74668b0c2d4a6c6bbaa331942052b7');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',34,1796067827009226,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":"token","act":"action_decided","action":"4eaeac9aa752256f-066183a0d241bce2874e6d","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827009226,"digest":"digest","kind":"delete","number":34,"public_id":"R20261130-06","request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","result":"ok","state":"allowed","who":"4eaeac9aa752256f"}','d74c3cfcdc8903cc6caa02d507ae6ca3023889ac8c609d45749757b5b9911ec4');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',35,1796067827010695,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":null,"act":"action used","action":"4eaeac9aa752256f-066183a0d241bce2874e6d","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827010695,"digest":"digest","kind":"delete","number":35,"request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","reserved":{"tool_calls":1},"result":"ok","who":"machine:4eaeac9aa752256f-066183a0cac64f91022720"}','c5e8718ce4a00178dff6470d1cdf82f0f14eed203ea6333dbcb6ef65b1725bcf');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',36,1796067827011560,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":null,"act":"action outcome","action":"4eaeac9aa752256f-066183a0d241bce2874e6d","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827011560,"exit_code":0,"number":36,"request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","result":"done","who":"machine:4eaeac9aa752256f-066183a0cac64f91022720"}','ae7017e067621e147c457073d5817a27ad028a6ac08915534a5f4882177a2ba0');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',37,1796067827011560,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','{"account":null,"act":"done","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827011560,"happened_at":1,"number":37,"public_id":"R20261130-06","request":"4eaeac9aa752256f-066183a0cfb951e6f5f1eb","result":"ok","text":"the end","who":"machine:4eaeac9aa752256f-066183a0cac64f91022720"}','00de7290f1d15b63855794daf94225a3f3a2f227803b363de07e98cd1d10063a');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',38,1796067827014823,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0d25ca765b42526','{"account":"token","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827014823,"number":38,"public_id":"R20261130-07","request":"4eaeac9aa752256f-066183a0d25ca765b42526","result":"ok","who":"4eaeac9aa752256f"}','2a72b1d2becab31f3689b55b1d2bfee417480b64af37137a7d476cd87bc7fd48');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',39,1796067827014823,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0d25ca765b42526','{"account":null,"act":"approved","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827014823,"decision":"own","number":39,"public_id":"R20261130-07","request":"4eaeac9aa752256f-066183a0d25ca765b42526","result":"ok","who":"4eaeac9aa752256f"}','5c4c9aead347a23f2d6e2d5448003e3987bcb32ac98a4ea661c7a9c22fa33386');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',40,1796067827017139,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0d25ca765b42526','{"account":null,"act":"started","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827017139,"number":40,"public_id":"R20261130-07","request":"4eaeac9aa752256f-066183a0d25ca765b42526","result":"ok","who":"machine:4eaeac9aa752256f-066183a0cac64f91022720"}','ad5c0d05e20d021aa9f9a454eba9e8727129776bfcb0e7ec882285319f4b405b');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',41,1796067827018373,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0d25ca765b42526','{"account":null,"act":"stopping","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827018373,"number":41,"public_id":"R20261130-07","request":"4eaeac9aa752256f-066183a0d25ca765b42526","result":"ok","who":"4eaeac9aa752256f"}','db0ac8a69a55b53f4f94d1b1fc43b7435346339119a051e0b15e0549015574a3');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',42,1796067827021170,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0d275726c6d061a','{"account":"slack:T1:USARAH","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827021170,"number":42,"public_id":"R20261130-08","request":"4eaeac9aa752256f-066183a0d275726c6d061a","result":"ok","who":"9ace428b4fc4d8d0"}','00be8ae2aaf12bbdb8c868addb42e6aee5cabe8b550090958e04e946533a42aa');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',43,1796067827029105,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0d275726c6d061a','{"account":"token","act":"approved","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827029105,"decision":"always","number":43,"public_id":"R20261130-08","request":"4eaeac9aa752256f-066183a0d275726c6d061a","result":"ok","version":1,"who":"4eaeac9aa752256f"}','59bc7e38b0b9db4a281f3fb57102b8eaa34af0d22793ecab207c62958a66af19');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',44,1796067827029105,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0d275726c6d061a','{"account":"token","act":"granted","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827029105,"grant":"4eaeac9aa752256f-066183a0d2947131281f9d","number":44,"person":"9ace428b4fc4d8d0","request":"4eaeac9aa752256f-066183a0d275726c6d061a","result":"ok","room":"4eaeac9aa752256f-066183a0cac64f005ed741","who":"4eaeac9aa752256f"}','d663f19ee8c45c5065dca62583de4e1ef3106b70e4966aaddbbf61c743523557');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',45,1796067827032707,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0d2a28376ce3492','{"account":"slack:T1:USARAH","act":"asked","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827032707,"number":45,"public_id":"R20261130-09","request":"4eaeac9aa752256f-066183a0d2a28376ce3492","result":"ok","who":"9ace428b4fc4d8d0"}','d43c543e5d98ba6a7f68c5a5804793d8bafc8656b6f730519d4edab91c02daed');
INSERT INTO "audit" VALUES('4eaeac9aa752256f',46,1796067827032707,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0d2a28376ce3492','{"account":null,"act":"approved","agent":"4eaeac9aa752256f-066183a0cac64f586c42a3","at":1796067827032707,"decision":"grant","number":46,"public_id":"R20261130-09","request":"4eaeac9aa752256f-066183a0d2a28376ce3492","result":"ok","who":"4eaeac9aa752256f"}','75c00610c0d39befb8b32648df6fe980daba679a1b1d8923f0b03b9b6c9e38e9');
CREATE TABLE binding (
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	channel VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	CONSTRAINT pk_binding PRIMARY KEY (platform, tenant, channel), 
	CONSTRAINT fk_binding_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "binding" VALUES('slack','T1','C1','4eaeac9aa752256f-066183a0cac64f005ed741');
CREATE TABLE blob (
	id VARCHAR NOT NULL, 
	"by" VARCHAR NOT NULL, 
	size INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	created_at BIGINT NOT NULL, 
	request VARCHAR, 
	CONSTRAINT pk_blob PRIMARY KEY (id)
);
INSERT INTO "blob" VALUES('9ace428b4fc4d8d0-da344905125f8f9a879bc286','9ace428b4fc4d8d0',5,X'6279746573',1796067826835102,'4eaeac9aa752256f-066183a0cfb951e6f5f1eb');
CREATE TABLE counter (
	owner VARCHAR NOT NULL, 
	day INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_counter PRIMARY KEY (owner, day)
);
INSERT INTO "counter" VALUES('4eaeac9aa752256f',20261130,9);
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
INSERT INTO "credential" VALUES('12b1ac02d27d68ee6a755c4f3592e24adf19317fb6068911e54312bde09dddc4','person','4eaeac9aa752256f',NULL,'test',1796067826517583,NULL);
INSERT INTO "credential" VALUES('c1930b7cf34ead1eff06e8af7b4402931051ec907815c452b8bcda925cef9e69','connector','4eaeac9aa752256f','slack','test',1796067826517583,NULL);
INSERT INTO "credential" VALUES('4faa6baf9c0942942216505f3b3963ece126268d478d25430e2d387a1d2e4dd7','connector','4eaeac9aa752256f','web','test',1796067826517583,NULL);
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
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',1,'asked',1796067826737569,'7c74071040b79fca','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',2,'approved',1796067826737569,'4eaeac9aa752256f','{"decision":"once"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',3,'started',1796067826867886,'machine:4eaeac9aa752256f-066183a0cac64f91022720','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',4,'action_asked',1796067826892019,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"action":"4eaeac9aa752256f-066183a0d07cf3c2758c41","digest":"digest","kind":"delete"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',5,'action_decided',1796067826927948,'4eaeac9aa752256f','{"action":"4eaeac9aa752256f-066183a0d07cf3c2758c41","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',6,'session',1796067826946473,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"happened_at":1,"session":"session-1"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',7,'file',1796067826946473,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',8,'plan',1796067826946473,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',9,'failed',1796067826946473,'machine:4eaeac9aa752256f-066183a0cac64f91022720','{"happened_at":1,"text":"the end"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0ce21a162432504',10,'settled',1796067826994882,'4eaeac9aa752256f','{"action":"4eaeac9aa752256f-066183a0d07cf3c2758c41","digest":"digest","evidence":"It is gone.","kind":"delete","settlement":"happened"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cecbbd2fd7acdc',1,'asked',1796067826781117,'9ace428b4fc4d8d0','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cee9bc2c4becc7',1,'asked',1796067826788796,'9ace428b4fc4d8d0','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cee9bc2c4becc7',2,'expired',1796067826796492,'clock','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cf2d9008c74a16',1,'asked',1796067826806160,'9ace428b4fc4d8d0','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cf2d9008c74a16',2,'cancelled',1796067826817943,'9ace428b4fc4d8d0','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cf88e0b69deee9',1,'asked',1796067826829536,'9ace428b4fc4d8d0','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cf88e0b69deee9',2,'denied',1796067826831572,'4eaeac9aa752256f','{"decision":"denied","reason":"not today","version":1}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',1,'asked',1796067826841937,'9ace428b4fc4d8d0','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',2,'edited',1796067826845298,'9ace428b4fc4d8d0','{"version":2}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',3,'approved',1796067826851690,'4eaeac9aa752256f','{"decision":"once","version":2}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',4,'started',1796067827006702,'machine:4eaeac9aa752256f-066183a0cac64f91022720','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',5,'action_asked',1796067827007932,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"action":"4eaeac9aa752256f-066183a0d241bce2874e6d","digest":"digest","kind":"delete"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',6,'action_decided',1796067827009226,'4eaeac9aa752256f','{"action":"4eaeac9aa752256f-066183a0d241bce2874e6d","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',7,'session',1796067827011560,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"happened_at":1,"session":"session-1"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',8,'outcome',1796067827011560,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"action":"4eaeac9aa752256f-066183a0d241bce2874e6d","call":"call","exit_code":0,"happened_at":1,"outcome":"done"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',9,'file',1796067827011560,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',10,'plan',1796067827011560,'agent:4eaeac9aa752256f-066183a0cac64f586c42a3','{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb',11,'done',1796067827011560,'machine:4eaeac9aa752256f-066183a0cac64f91022720','{"happened_at":1,"text":"the end"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0d25ca765b42526',1,'asked',1796067827014823,'4eaeac9aa752256f','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0d25ca765b42526',2,'approved',1796067827014823,'4eaeac9aa752256f','{"decision":"own"}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0d25ca765b42526',3,'started',1796067827017139,'machine:4eaeac9aa752256f-066183a0cac64f91022720','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0d25ca765b42526',4,'stopping',1796067827018373,'4eaeac9aa752256f','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0d275726c6d061a',1,'asked',1796067827021170,'9ace428b4fc4d8d0','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0d275726c6d061a',2,'approved',1796067827029105,'4eaeac9aa752256f','{"decision":"always","version":1}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0d2a28376ce3492',1,'asked',1796067827032707,'9ace428b4fc4d8d0','{}');
INSERT INTO "event" VALUES('4eaeac9aa752256f-066183a0d2a28376ce3492',2,'approved',1796067827032707,'4eaeac9aa752256f','{"decision":"grant"}');
CREATE TABLE head (
	owner VARCHAR NOT NULL, 
	number BIGINT NOT NULL, 
	hash VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_head PRIMARY KEY (owner)
);
INSERT INTO "head" VALUES('4eaeac9aa752256f',46,'75c00610c0d39befb8b32648df6fe980daba679a1b1d8923f0b03b9b6c9e38e9',1796067827032707);
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
INSERT INTO "invite" VALUES('4eaeac9aa752256f-066183a0cc6710dc425f34','4eaeac9aa752256f-066183a0cac64f005ed741','member','9ea806974d6f8eadaff30c8b42d00daab87a042662743280501eae7f1ee9178c',0,1796672626624272,NULL,1796067826624272);
INSERT INTO "invite" VALUES('4eaeac9aa752256f-066183a0ccfa06c6b03221','4eaeac9aa752256f-066183a0cac64f005ed741','member','44d760929c6646a66963603d81d7e4a77876c9829d6ef4117a7d00e158df0823',1,1796672626661894,NULL,1796067826661894);
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
INSERT INTO "join_card" VALUES('4eaeac9aa752256f-066183a0cd299671d92d2c','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cac64f005ed741','slack','T1','USTRANGER','Stranger','en',0,'slack:T1:C1:1.000100','{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true},"prompt":"let me in","agent":null,"room":null,"attachments":[],"quoted":[]}','admitted',1796067826674070,1796154226674070,1796067826737569,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0ce21a162432504');
INSERT INTO "join_card" VALUES('4eaeac9aa752256f-066183a0cea7e82340bbfd','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cac64f005ed741','slack','T1','UANOTHER','Another','en',0,'slack:T1:C1:2.000100','{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"2.000100","direct":false,"shows":true},"prompt":"me too","agent":null,"room":null,"attachments":[],"quoted":[]}','waiting',1796067826771944,1796154226771944,NULL,NULL,NULL);
CREATE TABLE lease (
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	owner VARCHAR NOT NULL, 
	holder VARCHAR NOT NULL, 
	fence INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	since BIGINT NOT NULL, 
	CONSTRAINT pk_lease PRIMARY KEY (platform, tenant)
);
INSERT INTO "lease" VALUES('slack','T1','4eaeac9aa752256f','first',1,1796067841562857,1796067826562857);
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
INSERT INTO "link" VALUES('30e80f29e9b3a52590ad529ecc03d47d7a199c1ab1520c3ffc2432f3f96c2bef','4eaeac9aa752256f',1,'token',1796068426603481,'slack','T1','UOLGA','Olga',1796067826616272);
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
INSERT INTO "machine" VALUES('4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f','laptop','063ca892be9dc7bb1c4f22d02bdbee5a8ebe22be9b55a73490256286d86b2b2f',1,'one','0',1796067826856701,1796067826517583,NULL,NULL);
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
INSERT INTO "member" VALUES('4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f','owner',1796067826517583,NULL);
INSERT INTO "member" VALUES('4eaeac9aa752256f-066183a0cac64f005ed741','9ace428b4fc4d8d0','member',1796067826632171,NULL);
INSERT INTO "member" VALUES('4eaeac9aa752256f-066183a0cac64f005ed741','7c74071040b79fca','member',1796067826737569,NULL);
CREATE TABLE person (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id)
);
INSERT INTO "person" VALUES('4eaeac9aa752256f','Olga','en',1796067826517583);
INSERT INTO "person" VALUES('9ace428b4fc4d8d0','Sarah','en',1796067826632171);
INSERT INTO "person" VALUES('7c74071040b79fca','Stranger','en',1796067826737569);
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
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cd2996b0bbad4b','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cd299671d92d2c','slack','T1','asked','C1','1.000100','1.000100',0,'en',2,0,'{}',1796067826674070,1796067826737569,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cd299646930c2d','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cd299671d92d2c','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796067826674070,1796067826737569,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0ce21a15596b8ff','4eaeac9aa752256f','4eaeac9aa752256f-066183a0ce21a162432504','slack','T1','asked','C1','1.000100','1.000100',0,'en',10,0,'{}',1796067826737569,1796067826994882,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cea7e84adbded8','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cea7e82340bbfd','slack','T1','asked','C1','2.000100','2.000100',0,'en',1,0,'{}',1796067826771944,1796067826771944,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cea7e8a6a1061f','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cea7e82340bbfd','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1796067826771944,1796067826771944,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cecbbd92987d4b','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cecbbd2fd7acdc','slack','T1','asked','C1','3.000100','3.000100',0,'en',1,0,'{}',1796067826781117,1796067826781117,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cecbbd8b87c4ad','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cecbbd2fd7acdc','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1796067826781117,1796067826781117,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cee9bc7add7acd','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cee9bc2c4becc7','slack','T1','asked','C1','4.000100','4.000100',0,'en',2,0,'{}',1796067826788796,1796067826796492,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cee9bc7a78ec4f','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cee9bc2c4becc7','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796067826788796,1796067826796492,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cf2d90b0a92df0','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cf2d9008c74a16','slack','T1','asked','C1','5.000100','5.000100',0,'en',2,0,'{}',1796067826806160,1796067826817943,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cf2d90950993f6','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cf2d9008c74a16','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796067826806160,1796067826817943,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cf88e042878e4f','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cf88e0b69deee9','slack','T1','asked','C1','6.000100','6.000100',0,'en',2,0,'{}',1796067826829536,1796067826831572,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cf88e07897b101','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cf88e0b69deee9','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796067826829536,1796067826831572,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cfb95116f951c5','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','slack','T1','asked','C1','7.000100','7.000100',0,'en',11,0,'{}',1796067826841937,1796067827011560,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0cfb951c8222bed','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cfb951e6f5f1eb','slack','T1','owner','UOLGA',NULL,NULL,1,'en',11,0,'{}',1796067826841937,1796067827011560,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0d07cf38db3259d','4eaeac9aa752256f','4eaeac9aa752256f-066183a0ce21a162432504','slack','T1','owner','UOLGA',NULL,NULL,1,'en',10,0,'{}',1796067826892019,1796067826994882,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0d25ca7e8fd1edf','4eaeac9aa752256f','4eaeac9aa752256f-066183a0d25ca765b42526','slack','T1','mirror','C1',NULL,NULL,0,'en',4,0,'{}',1796067827014823,1796067827018373,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0d27572c9dd3fd0','4eaeac9aa752256f','4eaeac9aa752256f-066183a0d275726c6d061a','slack','T1','asked','C1','9.000100','9.000100',0,'en',2,0,'{}',1796067827021170,1796067827029105,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0d2757237012049','4eaeac9aa752256f','4eaeac9aa752256f-066183a0d275726c6d061a','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1796067827021170,1796067827029105,NULL);
INSERT INTO "place" VALUES('4eaeac9aa752256f-066183a0d2a283cd4e7b05','4eaeac9aa752256f','4eaeac9aa752256f-066183a0d2a28376ce3492','slack','T1','asked','C1','10.000100','10.000100',0,'en',2,0,'{}',1796067827032707,1796067827032707,NULL);
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
	result TEXT, meters TEXT, 
	CONSTRAINT pk_request PRIMARY KEY (id), 
	CONSTRAINT fk_request_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_request_asker FOREIGN KEY(asker) REFERENCES person (id), 
	CONSTRAINT fk_request_owner FOREIGN KEY(owner) REFERENCES person (id), 
	CONSTRAINT fk_request_room FOREIGN KEY(room) REFERENCES room (id), 
	CONSTRAINT uq_request_origin UNIQUE (origin), 
	CONSTRAINT uq_request_owner_day_number UNIQUE (owner, day, number)
);
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0ce21a162432504','4eaeac9aa752256f',20261130,1,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','7c74071040b79fca','slack:T1:USTRANGER',0,'slack:T1:C1:1.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true}',NULL,'let me in','[]','[]',1,10,'failed',1796067826737569,1796067826994882,NULL,1796067826737569,'4eaeac9aa752256f',1796067826737569,NULL,'once',NULL,1796067826867886,1796067826946473,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0cac64f91022720',1,1796067886867886,NULL,NULL,4,NULL,NULL,'session-1',NULL,NULL,'[["look","completed"]]','[{"added":2,"path":"a.py","removed":1}]','the end','{"tool_calls": [null, 0, 1]}');
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0cecbbd2fd7acdc','4eaeac9aa752256f',20261130,2,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','9ace428b4fc4d8d0','slack:T1:USARAH',0,'slack:T1:C1:3.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"3.000100","direct":false,"shows":true}',NULL,'pending 安全','[]','[]',1,1,'pending',1796067826781117,1796067826781117,1796154226781117,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'4eaeac9aa752256f-066183a0cac64f91022720',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL);
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0cee9bc2c4becc7','4eaeac9aa752256f',20261130,3,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','9ace428b4fc4d8d0','slack:T1:USARAH',0,'slack:T1:C1:4.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"4.000100","direct":false,"shows":true}',NULL,'expired','[]','[]',1,2,'expired',1796067826788796,1796067826796492,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1796067826796492,'clock','4eaeac9aa752256f-066183a0cac64f91022720',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL);
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0cf2d9008c74a16','4eaeac9aa752256f',20261130,4,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','9ace428b4fc4d8d0','slack:T1:USARAH',0,'slack:T1:C1:5.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"5.000100","direct":false,"shows":true}',NULL,'cancelled','[]','[]',1,2,'cancelled',1796067826806160,1796067826817943,1796154226806160,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1796067826817943,'9ace428b4fc4d8d0','4eaeac9aa752256f-066183a0cac64f91022720',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL);
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0cf88e0b69deee9','4eaeac9aa752256f',20261130,5,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','9ace428b4fc4d8d0','slack:T1:USARAH',0,'slack:T1:C1:6.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"6.000100","direct":false,"shows":true}',NULL,'denied','[]','[]',1,2,'cancelled',1796067826829536,1796067826831572,1796154226829536,NULL,'4eaeac9aa752256f',1796067826831572,'deny','denied','not today',NULL,1796067826831572,'4eaeac9aa752256f','4eaeac9aa752256f-066183a0cac64f91022720',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL);
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0cfb951e6f5f1eb','4eaeac9aa752256f',20261130,6,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','9ace428b4fc4d8d0','slack:T1:USARAH',0,'slack:T1:C1:7.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"7.000100","direct":false,"shows":true}',NULL,'first','[{"blob":"9ace428b4fc4d8d0-da344905125f8f9a879bc286","media_type":"text/plain","name":"notes.txt","size":5}]','[]',2,11,'done',1796067826841937,1796067827011560,1796154226841937,1796067826851690,'4eaeac9aa752256f',1796067826851690,'tap:4eaeac9aa752256f-066183a0cfb951e6f5f1eb','once',NULL,1796067827006702,1796067827011560,'machine:4eaeac9aa752256f-066183a0cac64f91022720','4eaeac9aa752256f-066183a0cac64f91022720',1,1796067887006702,NULL,NULL,5,NULL,NULL,'session-1',NULL,NULL,'[["look","completed"]]','[{"added":2,"path":"a.py","removed":1}]','the end','{"tool_calls": [null, 0, 1]}');
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0d25ca765b42526','4eaeac9aa752256f',20261130,7,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','4eaeac9aa752256f','token',0,'4eaeac9aa752256f-066183a0cac64f005ed741:cli:T1:C1:8.000100','{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"8.000100","direct":false,"shows":false}',NULL,'running','[]','[]',1,4,'running',1796067827014823,1796067827018373,NULL,1796067827014823,'4eaeac9aa752256f',1796067827014823,NULL,'own',NULL,1796067827017139,NULL,NULL,'4eaeac9aa752256f-066183a0cac64f91022720',1,1796067887017139,NULL,NULL,0,1796067827018373,'4eaeac9aa752256f',NULL,NULL,NULL,'[]','[]',NULL,NULL);
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0d275726c6d061a','4eaeac9aa752256f',20261130,8,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','9ace428b4fc4d8d0','slack:T1:USARAH',0,'slack:T1:C1:9.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"9.000100","direct":false,"shows":true}',NULL,'granted','[]','[]',1,2,'approved',1796067827021170,1796067827029105,1796154227021170,1796067827029105,'4eaeac9aa752256f',1796067827029105,'tap:4eaeac9aa752256f-066183a0d275726c6d061a','always',NULL,NULL,NULL,NULL,'4eaeac9aa752256f-066183a0cac64f91022720',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL);
INSERT INTO "request" VALUES('4eaeac9aa752256f-066183a0d2a28376ce3492','4eaeac9aa752256f',20261130,9,'4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','9ace428b4fc4d8d0','slack:T1:USARAH',0,'slack:T1:C1:10.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"10.000100","direct":false,"shows":true}',NULL,'approved by the grant','[]','[]',1,2,'approved',1796067827032707,1796067827032707,NULL,1796067827032707,'4eaeac9aa752256f',1796067827032707,NULL,'grant',NULL,NULL,NULL,NULL,'4eaeac9aa752256f-066183a0cac64f91022720',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL,NULL);
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
INSERT INTO "room" VALUES('4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f','Backend','claude',NULL,0,1796067826517583);
CREATE TABLE room_agent (
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	CONSTRAINT pk_room_agent PRIMARY KEY (room, agent), 
	CONSTRAINT fk_room_agent_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_room_agent_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "room_agent" VALUES('4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3');
CREATE TABLE session (
	agent VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	reference VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_session PRIMARY KEY (agent, room), 
	CONSTRAINT fk_session_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_session_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "session" VALUES('4eaeac9aa752256f-066183a0cac64f586c42a3','4eaeac9aa752256f-066183a0cac64f005ed741','session-1',1796067827011560);
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
INSERT INTO "standing_grant" VALUES('4eaeac9aa752256f-066183a0d2947131281f9d','4eaeac9aa752256f','4eaeac9aa752256f-066183a0cac64f005ed741','4eaeac9aa752256f-066183a0cac64f586c42a3','9ace428b4fc4d8d0',1796067827029105,NULL,1);
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
COMMIT;
