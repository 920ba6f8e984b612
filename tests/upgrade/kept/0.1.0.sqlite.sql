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
INSERT INTO "account" VALUES('slack','T1','UOLGA','1bb12b1f7249337c','Olga','en',0,1795985549433726);
INSERT INTO "account" VALUES('slack','T1','USARAH','61957b7ec4d582b0','Sarah','en',0,1795985549449156);
INSERT INTO "account" VALUES('slack','T1','USTRANGER','a80efbe7dec59cfd','Stranger','en',0,1795985549479958);
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
INSERT INTO "action" VALUES('1bb12b1f7249337c-06617078b4beaac7795c33','1bb12b1f7249337c','1bb12b1f7249337c-06617078b2d016075a5ae3','call','digest','delete','Bash','rm old',1,'/srv/project','It deletes something.','allowed',1795985549606570,1795986549606570,1795985549612912,'1bb12b1f7249337c','allow',NULL,NULL);
INSERT INTO "action" VALUES('1bb12b1f7249337c-06617078b53b5f6ece0042','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3d87c45309e12','call','digest','delete','Bash','rm old',1,'/srv/project','It deletes something.','allowed',1795985549638495,1795986549638495,1795985549643297,'1bb12b1f7249337c','allow',NULL,NULL);
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
INSERT INTO "agent" VALUES('1bb12b1f7249337c-06617078b1496e999f8be4','1bb12b1f7249337c','1bb12b1f7249337c-06617078b1496e910fe0f4','claude','scripted','/srv/project','C',NULL,1795985549379950);
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
INSERT INTO "audit" VALUES('1bb12b1f7249337c',1,1795985549379950,'1bb12b1f7249337c',NULL,'{"account":"token","act":"machine registered","agent":null,"at":1795985549379950,"machine":"1bb12b1f7249337c-06617078b1496e910fe0f4","name":"laptop","number":1,"request":null,"result":"ok","who":"1bb12b1f7249337c"}','e3ea05864fc63efd8e28fa89a6c49ab5fc6f6137274fefb521180feda43e45e7');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',2,1795985549379950,'1bb12b1f7249337c',NULL,'{"account":"test","act":"joined","agent":null,"at":1795985549379950,"number":2,"request":null,"result":"ok","role":"owner","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","way":"made it","who":"1bb12b1f7249337c"}','a74d7ffdca5f917d377b4c969a2b122849d706de9ed5a9bf618b5ea59d08b7b1');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',3,1795985549379950,'1bb12b1f7249337c',NULL,'{"account":"test","act":"room made","agent":null,"at":1795985549379950,"name":"Backend","number":3,"request":null,"result":"ok","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","who":"1bb12b1f7249337c"}','261edbc7469795b56e4289b1fc6c94f55e8afc227c5df86cd67c4b527c89acf9');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',4,1795985549379950,'1bb12b1f7249337c',NULL,'{"account":"test","act":"bound","agent":null,"at":1795985549379950,"chat":{"channel":"C1","platform":"slack","tenant":"T1"},"number":4,"request":null,"result":"ok","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","who":"1bb12b1f7249337c"}','09bc78ed759a171f5864d85cbc19274a809acda01f2ad05876d578845c461a7f');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',5,1795985549433726,'1bb12b1f7249337c',NULL,'{"account":"slack:T1:UOLGA","act":"account linked","agent":null,"at":1795985549433726,"number":5,"request":null,"result":"ok","who":"1bb12b1f7249337c"}','be24ab0d37039f0504456073bcafb895f22177420af5b1a0b0240d87484f3923');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',6,1795985549439783,'1bb12b1f7249337c',NULL,'{"account":"token","act":"invited","agent":null,"at":1795985549439783,"invite":"1bb12b1f7249337c-06617078b23327b0d4e7a2","number":6,"request":null,"result":"ok","role":"member","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","who":"1bb12b1f7249337c"}','a08e2e9acf2868e976629ac68b12c1e6df59c434187ef634edb50c0b0c71cbd3');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',7,1795985549449156,'61957b7ec4d582b0',NULL,'{"account":"slack:T1:USARAH","act":"joined","agent":null,"at":1795985549449156,"number":7,"request":null,"result":"ok","role":"member","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","way":"invite:1bb12b1f7249337c-06617078b23327b0d4e7a2","who":"61957b7ec4d582b0"}','da6c5a48fd5151dd7344e37ba7b9c714e548f73ebff07e03fc82ddc3c0cb000f');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',8,1795985549457272,'1bb12b1f7249337c',NULL,'{"account":"token","act":"invited","agent":null,"at":1795985549457272,"invite":"1bb12b1f7249337c-06617078b277783c1ebfd9","number":8,"request":null,"result":"ok","role":"member","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","who":"1bb12b1f7249337c"}','4c1cfa877e958d864929f6a736a871b336dc57bc2266cd3612fd47ad4f2eba05');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',9,1795985549464453,'nobody',NULL,'{"account":"slack:T1:USTRANGER","act":"join asked","agent":null,"at":1795985549464453,"join":"1bb12b1f7249337c-06617078b29385f4f60da4","number":9,"request":null,"result":"ok","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","who":"nobody"}','a0a4ebce05b37e49c28489f0993b799de98968f1100aafbc6670f832c583f9c7');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',10,1795985549479958,'a80efbe7dec59cfd',NULL,'{"account":"slack:T1:UOLGA","act":"joined","agent":null,"at":1795985549479958,"number":10,"request":null,"result":"ok","role":"member","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","way":"join:1bb12b1f7249337c-06617078b29385f4f60da4","who":"a80efbe7dec59cfd"}','ac6b1a354ac6219a67441c9ec2a0659b38061f054d355895c662727524f48353');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',11,1795985549479958,'a80efbe7dec59cfd','1bb12b1f7249337c-06617078b2d016075a5ae3','{"account":"slack:T1:USTRANGER","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549479958,"number":11,"public_id":"R20261129-01","request":"1bb12b1f7249337c-06617078b2d016075a5ae3","result":"ok","who":"a80efbe7dec59cfd"}','8726660e25cf505f43745914bd3c83854138799b6b5f648c2fe8426a996fe45b');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',12,1795985549479958,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b2d016075a5ae3','{"account":null,"act":"approved","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549479958,"decision":"once","number":12,"public_id":"R20261129-01","request":"1bb12b1f7249337c-06617078b2d016075a5ae3","result":"ok","who":"1bb12b1f7249337c"}','bf1d2373a1f4f0a66edade7d540bb8c367d049ad184ace007b61c9c259a34b7c');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',13,1795985549479958,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b2d016075a5ae3','{"account":"slack:T1:UOLGA","act":"join admitted","agent":null,"at":1795985549479958,"join":"1bb12b1f7249337c-06617078b29385f4f60da4","number":13,"request":"1bb12b1f7249337c-06617078b2d016075a5ae3","result":"ok","who":"1bb12b1f7249337c"}','0d48513fa8cb280d53b86408bb1aeb4daeef860afcdc1afc84e70ef2c349d05f');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',14,1795985549493309,'nobody',NULL,'{"account":"slack:T1:UANOTHER","act":"join asked","agent":null,"at":1795985549493309,"join":"1bb12b1f7249337c-06617078b3043d2bef6fc0","number":14,"request":null,"result":"ok","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","who":"nobody"}','575e660b0095e96b310fbec10ca0736e248259947cbc81a2737be1f552e7d6e7');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',15,1795985549498760,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b31988aa6c66ab','{"account":"slack:T1:USARAH","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549498760,"number":15,"public_id":"R20261129-02","request":"1bb12b1f7249337c-06617078b31988aa6c66ab","result":"ok","who":"61957b7ec4d582b0"}','153068edeb59cf4746c4443d630218d0baa390ff68180f6daeb16019474f5093');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',16,1795985549509487,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b3436f8d555d69','{"account":"slack:T1:USARAH","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549509487,"number":16,"public_id":"R20261129-03","request":"1bb12b1f7249337c-06617078b3436f8d555d69","result":"ok","who":"61957b7ec4d582b0"}','4b90a777ef08fb5f582cfeb7568ebdc47f5dc11920727a39470ad15e5e748db8');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',17,1795985549513632,'clock','1bb12b1f7249337c-06617078b3436f8d555d69','{"account":null,"act":"expired","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549513632,"number":17,"public_id":"R20261129-03","request":"1bb12b1f7249337c-06617078b3436f8d555d69","result":"ok","who":"clock"}','1509335330d24696c314f6c860dbf1f660996320d3a089fa5262a70af6ff0256');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',18,1795985549517428,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b36274d8a34c65','{"account":"slack:T1:USARAH","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549517428,"number":18,"public_id":"R20261129-04","request":"1bb12b1f7249337c-06617078b36274d8a34c65","result":"ok","who":"61957b7ec4d582b0"}','b745ec96a9a756c55ec9d70b8b034d6876244801a652ddfea52b24321676eafa');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',19,1795985549520726,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b36274d8a34c65','{"account":"slack:T1:USARAH","act":"cancelled","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549520726,"number":19,"public_id":"R20261129-04","request":"1bb12b1f7249337c-06617078b36274d8a34c65","result":"ok","who":"61957b7ec4d582b0"}','4e6d1d5a18c6085789009f6fd946068fbab0c9b7ad5e16c04221932428de864b');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',20,1795985549534783,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b3a63f4c90fa6d','{"account":"slack:T1:USARAH","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549534783,"number":20,"public_id":"R20261129-05","request":"1bb12b1f7249337c-06617078b3a63f4c90fa6d","result":"ok","who":"61957b7ec4d582b0"}','60ec9279114b0b71dab0ab88c091ba70f5c17e333cd706d88d611a3a0c74c8c2');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',21,1795985549538729,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b3a63f4c90fa6d','{"account":"slack:T1:UOLGA","act":"denied","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549538729,"decision":"denied","number":21,"public_id":"R20261129-05","reason":"not today","request":"1bb12b1f7249337c-06617078b3a63f4c90fa6d","result":"ok","version":1,"who":"1bb12b1f7249337c"}','e3be788426fcd0c48bf3dd51e60920d71bf6a995bebd691e7b8a311f1838bd3c');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',22,1795985549547644,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b3d87c45309e12','{"account":"slack:T1:USARAH","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549547644,"number":22,"public_id":"R20261129-06","request":"1bb12b1f7249337c-06617078b3d87c45309e12","result":"ok","who":"61957b7ec4d582b0"}','2a5d5b02d7df4f46f0495c9e3a490d3b5ef82960892df935cb11aba12779aeaa');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',23,1795985549552493,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b3d87c45309e12','{"account":"slack:T1:USARAH","act":"edited","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549552493,"number":23,"public_id":"R20261129-06","request":"1bb12b1f7249337c-06617078b3d87c45309e12","result":"ok","version":2,"who":"61957b7ec4d582b0"}','9afac951785cfe7e0950b0581a13b8f1c6e7202f31038e3416e989e9306ba035');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',24,1795985549567134,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b3d87c45309e12','{"account":"token","act":"approved","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549567134,"decision":"once","number":24,"public_id":"R20261129-06","request":"1bb12b1f7249337c-06617078b3d87c45309e12","result":"ok","version":2,"who":"1bb12b1f7249337c"}','5a31109fb0916e33fdf27f4c07fdc861da342834aff101e7a5a0f60d5409e28f');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',25,1795985549590148,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','1bb12b1f7249337c-06617078b2d016075a5ae3','{"account":null,"act":"started","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549590148,"number":25,"public_id":"R20261129-01","request":"1bb12b1f7249337c-06617078b2d016075a5ae3","result":"ok","who":"machine:1bb12b1f7249337c-06617078b1496e910fe0f4"}','805786573a60a3cc78dd9b4e590d5f45cdef2cfed4a97594772e5445674b697b');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',26,1795985549606570,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','1bb12b1f7249337c-06617078b2d016075a5ae3','{"account":null,"act":"action_asked","action":"1bb12b1f7249337c-06617078b4beaac7795c33","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549606570,"digest":"digest","kind":"delete","number":26,"public_id":"R20261129-01","request":"1bb12b1f7249337c-06617078b2d016075a5ae3","result":"ok","who":"agent:1bb12b1f7249337c-06617078b1496e999f8be4"}','02bf2ae18c59fc1825c2619494be12a2319d455a4c7fb7a42f480e0eb77415fb');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',27,1795985549612912,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b2d016075a5ae3','{"account":"token","act":"action_decided","action":"1bb12b1f7249337c-06617078b4beaac7795c33","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549612912,"digest":"digest","kind":"delete","number":27,"public_id":"R20261129-01","request":"1bb12b1f7249337c-06617078b2d016075a5ae3","result":"ok","state":"allowed","who":"1bb12b1f7249337c"}','19357507b39c0045ebe87734095ac3999944901bebf20ebd7e2e1d4a8315eea7');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',28,1795985549629849,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','1bb12b1f7249337c-06617078b2d016075a5ae3','{"account":null,"act":"failed","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549629849,"happened_at":1,"number":28,"public_id":"R20261129-01","request":"1bb12b1f7249337c-06617078b2d016075a5ae3","result":"ok","text":"the end","who":"machine:1bb12b1f7249337c-06617078b1496e910fe0f4"}','4aeb394df644cd7902281a09d45224d8e1cb8c624ab20cfde87324228914d23f');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',29,1795985549635756,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','1bb12b1f7249337c-06617078b3d87c45309e12','{"account":null,"act":"started","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549635756,"number":29,"public_id":"R20261129-06","request":"1bb12b1f7249337c-06617078b3d87c45309e12","result":"ok","who":"machine:1bb12b1f7249337c-06617078b1496e910fe0f4"}','f7fe9f474fb4070db59a7c7966eefd82cff47f351696a770bb3260b47071ac2a');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',30,1795985549638495,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','1bb12b1f7249337c-06617078b3d87c45309e12','{"account":null,"act":"action_asked","action":"1bb12b1f7249337c-06617078b53b5f6ece0042","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549638495,"digest":"digest","kind":"delete","number":30,"public_id":"R20261129-06","request":"1bb12b1f7249337c-06617078b3d87c45309e12","result":"ok","who":"agent:1bb12b1f7249337c-06617078b1496e999f8be4"}','d46288db71893defc6f256aa8ed21b2987567582297b819fb9a4c5f3609456be');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',31,1795985549643297,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b3d87c45309e12','{"account":"token","act":"action_decided","action":"1bb12b1f7249337c-06617078b53b5f6ece0042","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549643297,"digest":"digest","kind":"delete","number":31,"public_id":"R20261129-06","request":"1bb12b1f7249337c-06617078b3d87c45309e12","result":"ok","state":"allowed","who":"1bb12b1f7249337c"}','d514949350900517b4974e065c2aa7f2ba16de3f8a2a70c7dfeef929ce8bd02e');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',32,1795985549645361,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','1bb12b1f7249337c-06617078b3d87c45309e12','{"account":null,"act":"done","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549645361,"happened_at":1,"number":32,"public_id":"R20261129-06","request":"1bb12b1f7249337c-06617078b3d87c45309e12","result":"ok","text":"the end","who":"machine:1bb12b1f7249337c-06617078b1496e910fe0f4"}','d5650733e2ccbd765214ff9e621baa680e16d7444e58f4db54736283e1352ba8');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',33,1795985549649547,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b5668b5b6c86fb','{"account":"token","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549649547,"number":33,"public_id":"R20261129-07","request":"1bb12b1f7249337c-06617078b5668b5b6c86fb","result":"ok","who":"1bb12b1f7249337c"}','498e92cc9648fad8ab1628d467a8acf17987e2889ef8c53fee3f8f496935f728');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',34,1795985549649547,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b5668b5b6c86fb','{"account":null,"act":"approved","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549649547,"decision":"own","number":34,"public_id":"R20261129-07","request":"1bb12b1f7249337c-06617078b5668b5b6c86fb","result":"ok","who":"1bb12b1f7249337c"}','f3008820351b9241e9f665f3c1ef20ee8cae25d2d7f38f7b9e8d346746dfe2f1');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',35,1795985549651748,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','1bb12b1f7249337c-06617078b5668b5b6c86fb','{"account":null,"act":"started","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549651748,"number":35,"public_id":"R20261129-07","request":"1bb12b1f7249337c-06617078b5668b5b6c86fb","result":"ok","who":"machine:1bb12b1f7249337c-06617078b1496e910fe0f4"}','709b84fb380e746450f5b8f48ee0a081cdc6a7d5e2b50d81d731263139ac2440');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',36,1795985549654425,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b5668b5b6c86fb','{"account":null,"act":"stopping","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549654425,"number":36,"public_id":"R20261129-07","request":"1bb12b1f7249337c-06617078b5668b5b6c86fb","result":"ok","who":"1bb12b1f7249337c"}','00df68c34f08ff13c9d66494ec998c0cdc750b614e7840672c9af9bcc05b5b35');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',37,1795985549659784,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b58e882aa637db','{"account":"slack:T1:USARAH","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549659784,"number":37,"public_id":"R20261129-08","request":"1bb12b1f7249337c-06617078b58e882aa637db","result":"ok","who":"61957b7ec4d582b0"}','cb27fe1db5802e8384cb7713a127cc9122281bc123348bd463e72dad98797bb3');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',38,1795985549664120,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b58e882aa637db','{"account":"token","act":"approved","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549664120,"decision":"always","number":38,"public_id":"R20261129-08","request":"1bb12b1f7249337c-06617078b58e882aa637db","result":"ok","version":1,"who":"1bb12b1f7249337c"}','93981675c81fd7618a1fd34e74e9f7890909bcff6450f980f4f4c17e5e14c372');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',39,1795985549664120,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b58e882aa637db','{"account":"token","act":"granted","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549664120,"grant":"1bb12b1f7249337c-06617078b59f785e6fa54b","number":39,"person":"61957b7ec4d582b0","request":"1bb12b1f7249337c-06617078b58e882aa637db","result":"ok","room":"1bb12b1f7249337c-06617078b1496e9eaeeb29","who":"1bb12b1f7249337c"}','5994c707deecc880caefc8b2daff044a622f69ec056cc8b72db9c43510c12a7f');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',40,1795985549671932,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b5bdfc7ecf1d47','{"account":"slack:T1:USARAH","act":"asked","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549671932,"number":40,"public_id":"R20261129-09","request":"1bb12b1f7249337c-06617078b5bdfc7ecf1d47","result":"ok","who":"61957b7ec4d582b0"}','dc106a2175044ca94dee3ef5a948801912b0cb66f72cbb2779d67e9472d5eb84');
INSERT INTO "audit" VALUES('1bb12b1f7249337c',41,1795985549671932,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b5bdfc7ecf1d47','{"account":null,"act":"approved","agent":"1bb12b1f7249337c-06617078b1496e999f8be4","at":1795985549671932,"decision":"grant","number":41,"public_id":"R20261129-09","request":"1bb12b1f7249337c-06617078b5bdfc7ecf1d47","result":"ok","who":"1bb12b1f7249337c"}','db6f07daf2974d9298b0548ca0d425b94acdc6cd3ee05f023ed4b5777607a7cb');
CREATE TABLE binding (
	platform VARCHAR NOT NULL, 
	tenant VARCHAR NOT NULL, 
	channel VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	CONSTRAINT pk_binding PRIMARY KEY (platform, tenant, channel), 
	CONSTRAINT fk_binding_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "binding" VALUES('slack','T1','C1','1bb12b1f7249337c-06617078b1496e9eaeeb29');
CREATE TABLE blob (
	id VARCHAR NOT NULL, 
	"by" VARCHAR NOT NULL, 
	size INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	created_at BIGINT NOT NULL, 
	request VARCHAR, 
	CONSTRAINT pk_blob PRIMARY KEY (id)
);
INSERT INTO "blob" VALUES('61957b7ec4d582b0-b2c9b159fc459818112c2085','61957b7ec4d582b0',5,X'6279746573',1795985549543635,'1bb12b1f7249337c-06617078b3d87c45309e12');
CREATE TABLE counter (
	owner VARCHAR NOT NULL, 
	day INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	CONSTRAINT pk_counter PRIMARY KEY (owner, day)
);
INSERT INTO "counter" VALUES('1bb12b1f7249337c',20261129,9);
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
INSERT INTO "credential" VALUES('c9b0a7bb84825e33e176b351da6999dc98a8e2bd8394d00ee3f041848c0a3ac2','person','1bb12b1f7249337c',NULL,'test',1795985549379950,NULL);
INSERT INTO "credential" VALUES('b5edf72523b8da1bcecca322b5e836062e6c4c7991d229f22e95882cde4b3942','connector','1bb12b1f7249337c','slack','test',1795985549379950,NULL);
INSERT INTO "credential" VALUES('d6e0da51eb0fc5423a168258c255e4b3fc128e929b87c38336074fbdee136ae7','connector','1bb12b1f7249337c','web','test',1795985549379950,NULL);
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
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',1,'asked',1795985549479958,'a80efbe7dec59cfd','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',2,'approved',1795985549479958,'1bb12b1f7249337c','{"decision":"once"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',3,'started',1795985549590148,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',4,'action_asked',1795985549606570,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','{"action":"1bb12b1f7249337c-06617078b4beaac7795c33","digest":"digest","kind":"delete"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',5,'action_decided',1795985549612912,'1bb12b1f7249337c','{"action":"1bb12b1f7249337c-06617078b4beaac7795c33","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',6,'session',1795985549629849,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','{"happened_at":1,"session":"session-1"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',7,'file',1795985549629849,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',8,'plan',1795985549629849,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3',9,'failed',1795985549629849,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','{"happened_at":1,"text":"the end"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b31988aa6c66ab',1,'asked',1795985549498760,'61957b7ec4d582b0','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3436f8d555d69',1,'asked',1795985549509487,'61957b7ec4d582b0','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3436f8d555d69',2,'expired',1795985549513632,'clock','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b36274d8a34c65',1,'asked',1795985549517428,'61957b7ec4d582b0','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b36274d8a34c65',2,'cancelled',1795985549520726,'61957b7ec4d582b0','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3a63f4c90fa6d',1,'asked',1795985549534783,'61957b7ec4d582b0','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3a63f4c90fa6d',2,'denied',1795985549538729,'1bb12b1f7249337c','{"decision":"denied","reason":"not today","version":1}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',1,'asked',1795985549547644,'61957b7ec4d582b0','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',2,'edited',1795985549552493,'61957b7ec4d582b0','{"version":2}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',3,'approved',1795985549567134,'1bb12b1f7249337c','{"decision":"once","version":2}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',4,'started',1795985549635756,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',5,'action_asked',1795985549638495,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','{"action":"1bb12b1f7249337c-06617078b53b5f6ece0042","digest":"digest","kind":"delete"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',6,'action_decided',1795985549643297,'1bb12b1f7249337c','{"action":"1bb12b1f7249337c-06617078b53b5f6ece0042","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',7,'session',1795985549645361,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','{"happened_at":1,"session":"session-1"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',8,'file',1795985549645361,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',9,'plan',1795985549645361,'agent:1bb12b1f7249337c-06617078b1496e999f8be4','{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12',10,'done',1795985549645361,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','{"happened_at":1,"text":"the end"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b5668b5b6c86fb',1,'asked',1795985549649547,'1bb12b1f7249337c','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b5668b5b6c86fb',2,'approved',1795985549649547,'1bb12b1f7249337c','{"decision":"own"}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b5668b5b6c86fb',3,'started',1795985549651748,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b5668b5b6c86fb',4,'stopping',1795985549654425,'1bb12b1f7249337c','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b58e882aa637db',1,'asked',1795985549659784,'61957b7ec4d582b0','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b58e882aa637db',2,'approved',1795985549664120,'1bb12b1f7249337c','{"decision":"always","version":1}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b5bdfc7ecf1d47',1,'asked',1795985549671932,'61957b7ec4d582b0','{}');
INSERT INTO "event" VALUES('1bb12b1f7249337c-06617078b5bdfc7ecf1d47',2,'approved',1795985549671932,'1bb12b1f7249337c','{"decision":"grant"}');
CREATE TABLE head (
	owner VARCHAR NOT NULL, 
	number BIGINT NOT NULL, 
	hash VARCHAR NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_head PRIMARY KEY (owner)
);
INSERT INTO "head" VALUES('1bb12b1f7249337c',41,'db6f07daf2974d9298b0548ca0d425b94acdc6cd3ee05f023ed4b5777607a7cb',1795985549671932);
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
INSERT INTO "invite" VALUES('1bb12b1f7249337c-06617078b23327b0d4e7a2','1bb12b1f7249337c-06617078b1496e9eaeeb29','member','a23583e61650a0355a2cb7cad6ccbda1b503f771d2090bdc044df39620d427d0',0,1796590349439783,NULL,1795985549439783);
INSERT INTO "invite" VALUES('1bb12b1f7249337c-06617078b277783c1ebfd9','1bb12b1f7249337c-06617078b1496e9eaeeb29','member','b8503faa0c8562e142092563d030840f4c91074f75a37a513081401fa040991b',1,1796590349457272,NULL,1795985549457272);
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
INSERT INTO "join_card" VALUES('1bb12b1f7249337c-06617078b29385f4f60da4','1bb12b1f7249337c','1bb12b1f7249337c-06617078b1496e9eaeeb29','slack','T1','USTRANGER','Stranger','en',0,'slack:T1:C1:1.000100','{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true},"prompt":"let me in","agent":null,"room":null,"attachments":[],"quoted":[]}','admitted',1795985549464453,1796071949464453,1795985549479958,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b2d016075a5ae3');
INSERT INTO "join_card" VALUES('1bb12b1f7249337c-06617078b3043d2bef6fc0','1bb12b1f7249337c','1bb12b1f7249337c-06617078b1496e9eaeeb29','slack','T1','UANOTHER','Another','en',0,'slack:T1:C1:2.000100','{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"2.000100","direct":false,"shows":true},"prompt":"me too","agent":null,"room":null,"attachments":[],"quoted":[]}','waiting',1795985549493309,1796071949493309,NULL,NULL,NULL);
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
INSERT INTO "lease" VALUES('slack','T1','1bb12b1f7249337c','first',1,1795985564422546,1795985549422546);
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
INSERT INTO "link" VALUES('f210d50bb63f33d25aad8477a5e56bafbb796c22416e48d20ba3cd1b77712cd3','1bb12b1f7249337c',1,'token',1795986149428645,'slack','T1','UOLGA','Olga',1795985549433726);
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
INSERT INTO "machine" VALUES('1bb12b1f7249337c-06617078b1496e910fe0f4','1bb12b1f7249337c','laptop','291e04eac184195fa99e37fc36d0431c882b8fdd6da33c2f44569127bd749e3b',1,'one','0',1795985549573383,1795985549379950,NULL,NULL);
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
INSERT INTO "member" VALUES('1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c','owner',1795985549379950,NULL);
INSERT INTO "member" VALUES('1bb12b1f7249337c-06617078b1496e9eaeeb29','61957b7ec4d582b0','member',1795985549449156,NULL);
INSERT INTO "member" VALUES('1bb12b1f7249337c-06617078b1496e9eaeeb29','a80efbe7dec59cfd','member',1795985549479958,NULL);
CREATE TABLE person (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_person PRIMARY KEY (id)
);
INSERT INTO "person" VALUES('1bb12b1f7249337c','Olga','en',1795985549379950);
INSERT INTO "person" VALUES('61957b7ec4d582b0','Sarah','en',1795985549449156);
INSERT INTO "person" VALUES('a80efbe7dec59cfd','Stranger','en',1795985549479958);
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
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b29385c45c8d36','1bb12b1f7249337c','1bb12b1f7249337c-06617078b29385f4f60da4','slack','T1','asked','C1','1.000100','1.000100',0,'en',2,0,'{}',1795985549464453,1795985549479958,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b2938513e8d137','1bb12b1f7249337c','1bb12b1f7249337c-06617078b29385f4f60da4','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795985549464453,1795985549479958,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b2d016b8291af8','1bb12b1f7249337c','1bb12b1f7249337c-06617078b2d016075a5ae3','slack','T1','asked','C1','1.000100','1.000100',0,'en',9,0,'{}',1795985549479958,1795985549629849,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b3043d5d0b10f8','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3043d2bef6fc0','slack','T1','asked','C1','2.000100','2.000100',0,'en',1,0,'{}',1795985549493309,1795985549493309,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b3043d6e02f113','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3043d2bef6fc0','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1795985549493309,1795985549493309,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b319888b532e00','1bb12b1f7249337c','1bb12b1f7249337c-06617078b31988aa6c66ab','slack','T1','asked','C1','3.000100','3.000100',0,'en',1,0,'{}',1795985549498760,1795985549498760,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b31988c01a2555','1bb12b1f7249337c','1bb12b1f7249337c-06617078b31988aa6c66ab','slack','T1','owner','UOLGA',NULL,NULL,1,'en',1,0,'{}',1795985549498760,1795985549498760,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b3436fc4df8c40','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3436f8d555d69','slack','T1','asked','C1','4.000100','4.000100',0,'en',2,0,'{}',1795985549509487,1795985549513632,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b3436fe9d66044','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3436f8d555d69','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795985549509487,1795985549513632,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b36274cbe07c23','1bb12b1f7249337c','1bb12b1f7249337c-06617078b36274d8a34c65','slack','T1','asked','C1','5.000100','5.000100',0,'en',2,0,'{}',1795985549517428,1795985549520726,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b36274fe1cdf23','1bb12b1f7249337c','1bb12b1f7249337c-06617078b36274d8a34c65','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795985549517428,1795985549520726,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b3a63f1152d857','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3a63f4c90fa6d','slack','T1','asked','C1','6.000100','6.000100',0,'en',2,0,'{}',1795985549534783,1795985549538729,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b3a63ff72e0ba3','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3a63f4c90fa6d','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795985549534783,1795985549538729,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b3d87c7dd8291e','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3d87c45309e12','slack','T1','asked','C1','7.000100','7.000100',0,'en',10,0,'{}',1795985549547644,1795985549645361,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b3d87c790fbff4','1bb12b1f7249337c','1bb12b1f7249337c-06617078b3d87c45309e12','slack','T1','owner','UOLGA',NULL,NULL,1,'en',10,0,'{}',1795985549547644,1795985549645361,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b4beaa15c56aa3','1bb12b1f7249337c','1bb12b1f7249337c-06617078b2d016075a5ae3','slack','T1','owner','UOLGA',NULL,NULL,1,'en',9,0,'{}',1795985549606570,1795985549629849,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b5668bf49a972c','1bb12b1f7249337c','1bb12b1f7249337c-06617078b5668b5b6c86fb','slack','T1','mirror','C1',NULL,NULL,0,'en',4,0,'{}',1795985549649547,1795985549654425,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b58e883e13091f','1bb12b1f7249337c','1bb12b1f7249337c-06617078b58e882aa637db','slack','T1','asked','C1','9.000100','9.000100',0,'en',2,0,'{}',1795985549659784,1795985549664120,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b58e88dc426762','1bb12b1f7249337c','1bb12b1f7249337c-06617078b58e882aa637db','slack','T1','owner','UOLGA',NULL,NULL,1,'en',2,0,'{}',1795985549659784,1795985549664120,NULL);
INSERT INTO "place" VALUES('1bb12b1f7249337c-06617078b5bdfc459dbd66','1bb12b1f7249337c','1bb12b1f7249337c-06617078b5bdfc7ecf1d47','slack','T1','asked','C1','10.000100','10.000100',0,'en',2,0,'{}',1795985549671932,1795985549671932,NULL);
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
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b2d016075a5ae3','1bb12b1f7249337c',20261129,1,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','a80efbe7dec59cfd','slack:T1:USTRANGER',0,'slack:T1:C1:1.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true}',NULL,'let me in','[]','[]',1,9,'failed',1795985549479958,1795985549629849,NULL,1795985549479958,'1bb12b1f7249337c',1795985549479958,NULL,'once',NULL,1795985549590148,1795985549629849,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','1bb12b1f7249337c-06617078b1496e910fe0f4',1,1795985609590148,NULL,NULL,4,NULL,NULL,'session-1',NULL,NULL,'[["look","completed"]]','[{"added":2,"path":"a.py","removed":1}]','the end');
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b31988aa6c66ab','1bb12b1f7249337c',20261129,2,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','61957b7ec4d582b0','slack:T1:USARAH',0,'slack:T1:C1:3.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"3.000100","direct":false,"shows":true}',NULL,'pending 安全','[]','[]',1,1,'pending',1795985549498760,1795985549498760,1796071949498760,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'1bb12b1f7249337c-06617078b1496e910fe0f4',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b3436f8d555d69','1bb12b1f7249337c',20261129,3,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','61957b7ec4d582b0','slack:T1:USARAH',0,'slack:T1:C1:4.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"4.000100","direct":false,"shows":true}',NULL,'expired','[]','[]',1,2,'expired',1795985549509487,1795985549513632,1,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795985549513632,'clock','1bb12b1f7249337c-06617078b1496e910fe0f4',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b36274d8a34c65','1bb12b1f7249337c',20261129,4,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','61957b7ec4d582b0','slack:T1:USARAH',0,'slack:T1:C1:5.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"5.000100","direct":false,"shows":true}',NULL,'cancelled','[]','[]',1,2,'cancelled',1795985549517428,1795985549520726,1796071949517428,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1795985549520726,'61957b7ec4d582b0','1bb12b1f7249337c-06617078b1496e910fe0f4',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b3a63f4c90fa6d','1bb12b1f7249337c',20261129,5,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','61957b7ec4d582b0','slack:T1:USARAH',0,'slack:T1:C1:6.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"6.000100","direct":false,"shows":true}',NULL,'denied','[]','[]',1,2,'cancelled',1795985549534783,1795985549538729,1796071949534783,NULL,'1bb12b1f7249337c',1795985549538729,'deny','denied','not today',NULL,1795985549538729,'1bb12b1f7249337c','1bb12b1f7249337c-06617078b1496e910fe0f4',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b3d87c45309e12','1bb12b1f7249337c',20261129,6,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','61957b7ec4d582b0','slack:T1:USARAH',0,'slack:T1:C1:7.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"7.000100","direct":false,"shows":true}',NULL,'first','[{"blob":"61957b7ec4d582b0-b2c9b159fc459818112c2085","media_type":"text/plain","name":"notes.txt","size":5}]','[]',2,10,'done',1795985549547644,1795985549645361,1796071949547644,1795985549567134,'1bb12b1f7249337c',1795985549567134,'tap:1bb12b1f7249337c-06617078b3d87c45309e12','once',NULL,1795985549635756,1795985549645361,'machine:1bb12b1f7249337c-06617078b1496e910fe0f4','1bb12b1f7249337c-06617078b1496e910fe0f4',1,1795985609635756,NULL,NULL,4,NULL,NULL,'session-1',NULL,NULL,'[["look","completed"]]','[{"added":2,"path":"a.py","removed":1}]','the end');
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b5668b5b6c86fb','1bb12b1f7249337c',20261129,7,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','1bb12b1f7249337c','token',0,'1bb12b1f7249337c-06617078b1496e9eaeeb29:cli:T1:C1:8.000100','{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"8.000100","direct":false,"shows":false}',NULL,'running','[]','[]',1,4,'running',1795985549649547,1795985549654425,NULL,1795985549649547,'1bb12b1f7249337c',1795985549649547,NULL,'own',NULL,1795985549651748,NULL,NULL,'1bb12b1f7249337c-06617078b1496e910fe0f4',1,1795985609651748,NULL,NULL,0,1795985549654425,'1bb12b1f7249337c',NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b58e882aa637db','1bb12b1f7249337c',20261129,8,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','61957b7ec4d582b0','slack:T1:USARAH',0,'slack:T1:C1:9.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"9.000100","direct":false,"shows":true}',NULL,'granted','[]','[]',1,2,'approved',1795985549659784,1795985549664120,1796071949659784,1795985549664120,'1bb12b1f7249337c',1795985549664120,'tap:1bb12b1f7249337c-06617078b58e882aa637db','always',NULL,NULL,NULL,NULL,'1bb12b1f7249337c-06617078b1496e910fe0f4',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
INSERT INTO "request" VALUES('1bb12b1f7249337c-06617078b5bdfc7ecf1d47','1bb12b1f7249337c',20261129,9,'1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','61957b7ec4d582b0','slack:T1:USARAH',0,'slack:T1:C1:10.000100','{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"10.000100","direct":false,"shows":true}',NULL,'approved by the grant','[]','[]',1,2,'approved',1795985549671932,1795985549671932,NULL,1795985549671932,'1bb12b1f7249337c',1795985549671932,NULL,'grant',NULL,NULL,NULL,NULL,'1bb12b1f7249337c-06617078b1496e910fe0f4',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL,NULL,'[]','[]',NULL);
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
INSERT INTO "room" VALUES('1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c','Backend','claude',NULL,0,1795985549379950);
CREATE TABLE room_agent (
	room VARCHAR NOT NULL, 
	agent VARCHAR NOT NULL, 
	CONSTRAINT pk_room_agent PRIMARY KEY (room, agent), 
	CONSTRAINT fk_room_agent_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_room_agent_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "room_agent" VALUES('1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4');
CREATE TABLE session (
	agent VARCHAR NOT NULL, 
	room VARCHAR NOT NULL, 
	reference VARCHAR NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_session PRIMARY KEY (agent, room), 
	CONSTRAINT fk_session_agent FOREIGN KEY(agent) REFERENCES agent (id), 
	CONSTRAINT fk_session_room FOREIGN KEY(room) REFERENCES room (id)
);
INSERT INTO "session" VALUES('1bb12b1f7249337c-06617078b1496e999f8be4','1bb12b1f7249337c-06617078b1496e9eaeeb29','session-1',1795985549645361);
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
INSERT INTO "standing_grant" VALUES('1bb12b1f7249337c-06617078b59f785e6fa54b','1bb12b1f7249337c','1bb12b1f7249337c-06617078b1496e9eaeeb29','1bb12b1f7249337c-06617078b1496e999f8be4','61957b7ec4d582b0',1795985549664120,NULL,1);
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
COMMIT;
