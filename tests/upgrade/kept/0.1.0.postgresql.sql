CREATE TABLE public.account (
    platform character varying NOT NULL,
    tenant character varying NOT NULL,
    subject character varying NOT NULL,
    person character varying NOT NULL,
    name character varying NOT NULL,
    language character varying NOT NULL,
    outside boolean NOT NULL,
    linked_at bigint NOT NULL
);
CREATE TABLE public.action (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    request character varying NOT NULL,
    call character varying NOT NULL,
    digest character varying NOT NULL,
    kind character varying NOT NULL,
    tool character varying NOT NULL,
    shown text NOT NULL,
    whole boolean NOT NULL,
    directory character varying NOT NULL,
    reason text NOT NULL,
    state character varying NOT NULL,
    asked_at bigint NOT NULL,
    deadline bigint NOT NULL,
    decided_at bigint,
    decided_by character varying,
    decided_key character varying,
    answer text,
    used_at bigint
);
CREATE TABLE public.agent (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    machine character varying NOT NULL,
    handle character varying NOT NULL,
    runtime character varying NOT NULL,
    directory character varying NOT NULL,
    avatar character varying NOT NULL,
    approval_ttl integer,
    created_at bigint NOT NULL
);
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.audit (
    owner character varying NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    who character varying NOT NULL,
    request character varying,
    body text NOT NULL,
    hash character varying NOT NULL
);
CREATE TABLE public.binding (
    platform character varying NOT NULL,
    tenant character varying NOT NULL,
    channel character varying NOT NULL,
    room character varying NOT NULL
);
CREATE TABLE public.blob (
    id character varying NOT NULL,
    by character varying NOT NULL,
    size integer NOT NULL,
    data bytea NOT NULL,
    created_at bigint NOT NULL,
    request character varying
);
CREATE TABLE public.counter (
    owner character varying NOT NULL,
    day integer NOT NULL,
    number integer NOT NULL
);
CREATE TABLE public.credential (
    token_hash character varying NOT NULL,
    kind character varying NOT NULL,
    person character varying,
    platform character varying,
    name character varying NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint
);
CREATE TABLE public.event (
    request character varying NOT NULL,
    seq integer NOT NULL,
    kind character varying NOT NULL,
    at bigint NOT NULL,
    actor character varying NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.head (
    owner character varying NOT NULL,
    number bigint NOT NULL,
    hash character varying NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.invite (
    id character varying NOT NULL,
    room character varying NOT NULL,
    role character varying NOT NULL,
    token_hash character varying NOT NULL,
    uses_left integer NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.join_card (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    room character varying NOT NULL,
    platform character varying NOT NULL,
    tenant character varying NOT NULL,
    subject character varying NOT NULL,
    name character varying NOT NULL,
    language character varying NOT NULL,
    outside boolean NOT NULL,
    origin character varying NOT NULL,
    ask text NOT NULL,
    state character varying NOT NULL,
    asked_at bigint NOT NULL,
    deadline bigint NOT NULL,
    decided_at bigint,
    decided_by character varying,
    request character varying
);
CREATE TABLE public.lease (
    platform character varying NOT NULL,
    tenant character varying NOT NULL,
    holder character varying NOT NULL,
    fence integer NOT NULL,
    until bigint NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE public.link (
    code_hash character varying NOT NULL,
    person character varying NOT NULL,
    direct boolean NOT NULL,
    issued_to character varying NOT NULL,
    expires_at bigint NOT NULL,
    platform character varying,
    tenant character varying,
    subject character varying,
    name character varying,
    confirmed_at bigint
);
CREATE TABLE public.machine (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    name character varying NOT NULL,
    token_hash character varying NOT NULL,
    epoch integer NOT NULL,
    process character varying,
    version character varying,
    last_contact_at bigint,
    created_at bigint NOT NULL,
    revoked_at bigint,
    finish_until bigint
);
CREATE TABLE public.member (
    room character varying NOT NULL,
    person character varying NOT NULL,
    role character varying NOT NULL,
    joined_at bigint NOT NULL,
    removed_at bigint
);
CREATE TABLE public.person (
    id character varying NOT NULL,
    name character varying NOT NULL,
    language character varying NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.place (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    subject character varying NOT NULL,
    platform character varying NOT NULL,
    tenant character varying NOT NULL,
    role character varying NOT NULL,
    channel character varying NOT NULL,
    thread character varying,
    message character varying,
    direct boolean NOT NULL,
    language character varying NOT NULL,
    wanted integer NOT NULL,
    shown integer NOT NULL,
    refs text NOT NULL,
    made_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    dead text
);
CREATE TABLE public.request (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    day integer NOT NULL,
    number integer NOT NULL,
    room character varying NOT NULL,
    agent character varying NOT NULL,
    asker character varying NOT NULL,
    asker_account character varying NOT NULL,
    outside boolean NOT NULL,
    origin character varying NOT NULL,
    spot text,
    retry_of character varying,
    prompt text NOT NULL,
    attachments text NOT NULL,
    quoted text NOT NULL,
    version integer NOT NULL,
    seq integer NOT NULL,
    state character varying NOT NULL,
    asked_at bigint NOT NULL,
    changed_at bigint NOT NULL,
    deadline bigint,
    queued_at bigint,
    decided_by character varying,
    decided_at bigint,
    decided_key character varying,
    decision character varying,
    reason text,
    started_at bigint,
    ended_at bigint,
    ended_by character varying,
    machine character varying,
    fence integer,
    lease_until bigint,
    interrupted_at bigint,
    yielded_at bigint,
    reported integer NOT NULL,
    cancel_at bigint,
    cancel_by character varying,
    session character varying,
    percent integer,
    progress text,
    plan text NOT NULL,
    files text NOT NULL,
    result text
);
CREATE TABLE public.room (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    name character varying NOT NULL,
    default_agent character varying,
    approval_ttl integer,
    hears_outsiders boolean NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.room_agent (
    room character varying NOT NULL,
    agent character varying NOT NULL
);
CREATE TABLE public.session (
    agent character varying NOT NULL,
    room character varying NOT NULL,
    reference character varying NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.standing_grant (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    room character varying NOT NULL,
    agent character varying NOT NULL,
    person character varying NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    uses integer NOT NULL
);
INSERT INTO public.account VALUES ('slack', 'T1', 'UOLGA', '2412a5116ce63755', 'Olga', 'en', false, 1795982345589384);
INSERT INTO public.account VALUES ('slack', 'T1', 'USARAH', '8cbf328d62d3faf6', 'Sarah', 'en', false, 1795982345649853);
INSERT INTO public.account VALUES ('slack', 'T1', 'USTRANGER', '27a87f5f0be06158', 'Stranger', 'en', false, 1795982345904237);
INSERT INTO public.action VALUES ('2412a5116ce63755-1a228e3c92899aaa0d6', '2412a5116ce63755', '2412a5116ce63755-1a228e3c6b06fee36c9', 'call', 'digest', 'delete', 'Bash', 'rm old', true, '/srv/project', 'It deletes something.', 'allowed', 1795982346536884, 1795983346536884, 1795982346611719, '2412a5116ce63755', 'allow', NULL, NULL);
INSERT INTO public.action VALUES ('2412a5116ce63755-1a228e3ca0ab2bf98e0', '2412a5116ce63755', '2412a5116ce63755-1a228e3c824fbf80cbf', 'call', 'digest', 'delete', 'Bash', 'rm old', true, '/srv/project', 'It deletes something.', 'allowed', 1795982346762845, 1795983346762845, 1795982346788050, '2412a5116ce63755', 'allow', NULL, NULL);
INSERT INTO public.agent VALUES ('2412a5116ce63755-1a228e3c4a3be6beb02', '2412a5116ce63755', '2412a5116ce63755-1a228e3c4a363f2e661', 'claude', 'scripted', '/srv/project', 'C', NULL, 1795982345379495);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 1, 1795982345379495, '2412a5116ce63755', NULL, '{"account":"token","act":"machine registered","agent":null,"at":1795982345379495,"machine":"2412a5116ce63755-1a228e3c4a363f2e661","name":"laptop","number":1,"request":null,"result":"ok","who":"2412a5116ce63755"}', '21ac64c892c9b1a54ef7d6ff4c3825f4eb2ade92c041ea5138cb61af77d624d1');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 2, 1795982345379495, '2412a5116ce63755', NULL, '{"account":"test","act":"joined","agent":null,"at":1795982345379495,"number":2,"request":null,"result":"ok","role":"owner","room":"2412a5116ce63755-1a228e3c4a33b247850","way":"made it","who":"2412a5116ce63755"}', '1302de9dce4e199d154c34149b412a1ba70fa777a9f0224f46661fa185821a0d');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 3, 1795982345379495, '2412a5116ce63755', NULL, '{"account":"test","act":"room made","agent":null,"at":1795982345379495,"name":"Backend","number":3,"request":null,"result":"ok","room":"2412a5116ce63755-1a228e3c4a33b247850","who":"2412a5116ce63755"}', 'ae33595791894a1733e9b78a3ec7672f251f38bb572fdfcb3b082e8549f43565');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 4, 1795982345379495, '2412a5116ce63755', NULL, '{"account":"test","act":"bound","agent":null,"at":1795982345379495,"chat":{"channel":"C1","platform":"slack","tenant":"T1"},"number":4,"request":null,"result":"ok","room":"2412a5116ce63755-1a228e3c4a33b247850","who":"2412a5116ce63755"}', '961630b9f9093b132b2daccc33fa43aec30ecab88e141518d4c128918236f602');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 5, 1795982345589384, '2412a5116ce63755', NULL, '{"account":"slack:T1:UOLGA","act":"account linked","agent":null,"at":1795982345589384,"number":5,"request":null,"result":"ok","who":"2412a5116ce63755"}', '6a9c736c9febb8b7721a93f0a226ccbf8f82eb460748e7ff030e46e0d410ad7f');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 6, 1795982345619072, '2412a5116ce63755', NULL, '{"account":"token","act":"invited","agent":null,"at":1795982345619072,"invite":"2412a5116ce63755-1a228e3c593b560a0fa","number":6,"request":null,"result":"ok","role":"member","room":"2412a5116ce63755-1a228e3c4a33b247850","who":"2412a5116ce63755"}', 'e31e890bbeff018fa9f949c163ea5c2bdc70e5564332d73fc52baa7a4009b0c4');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 7, 1795982345649853, '8cbf328d62d3faf6', NULL, '{"account":"slack:T1:USARAH","act":"joined","agent":null,"at":1795982345649853,"number":7,"request":null,"result":"ok","role":"member","room":"2412a5116ce63755-1a228e3c4a33b247850","way":"invite:2412a5116ce63755-1a228e3c593b560a0fa","who":"8cbf328d62d3faf6"}', 'dc6a96427075baf68a7ec29d283fb4ebefdb6b0b5ca17472f81f7c62f5a20465');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 8, 1795982345741553, '2412a5116ce63755', NULL, '{"account":"token","act":"invited","agent":null,"at":1795982345741553,"invite":"2412a5116ce63755-1a228e3c60d4425a9ee","number":8,"request":null,"result":"ok","role":"member","room":"2412a5116ce63755-1a228e3c4a33b247850","who":"2412a5116ce63755"}', '6c47cc0778d6cf958a9c1b7dd3cec6fb671d3da0fb4a69b4a0907e99dffb4a20');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 9, 1795982345771685, 'nobody', NULL, '{"account":"slack:T1:USTRANGER","act":"join asked","agent":null,"at":1795982345771685,"join":"2412a5116ce63755-1a228e3c62b5fd951ac","number":9,"request":null,"result":"ok","room":"2412a5116ce63755-1a228e3c4a33b247850","who":"nobody"}', '8d9a61d733885e7cfefe4b3eca0ae6a8d368734d43f7690247373872f1a8006d');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 10, 1795982345904237, '27a87f5f0be06158', NULL, '{"account":"slack:T1:UOLGA","act":"joined","agent":null,"at":1795982345904237,"number":10,"request":null,"result":"ok","role":"member","room":"2412a5116ce63755-1a228e3c4a33b247850","way":"join:2412a5116ce63755-1a228e3c62b5fd951ac","who":"27a87f5f0be06158"}', 'd576507f23e79132b1e505aa3653b42080d1fab3a63a43cfdf891308d3db5b76');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 11, 1795982345904237, '27a87f5f0be06158', '2412a5116ce63755-1a228e3c6b06fee36c9', '{"account":"slack:T1:USTRANGER","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982345904237,"number":11,"public_id":"R20261129-01","request":"2412a5116ce63755-1a228e3c6b06fee36c9","result":"ok","who":"27a87f5f0be06158"}', '37be248f2602698a5c22efccfed3e6cd3bdb36a9ccafd802bd4b8c349a0a6be1');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 12, 1795982345904237, '2412a5116ce63755', '2412a5116ce63755-1a228e3c6b06fee36c9', '{"account":null,"act":"approved","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982345904237,"decision":"once","number":12,"public_id":"R20261129-01","request":"2412a5116ce63755-1a228e3c6b06fee36c9","result":"ok","who":"2412a5116ce63755"}', '3e6a0514c8b38426709705a905cf773631feed4bacbea1fa5cef1ee0607c6509');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 13, 1795982345904237, '2412a5116ce63755', '2412a5116ce63755-1a228e3c6b06fee36c9', '{"account":"slack:T1:UOLGA","act":"join admitted","agent":null,"at":1795982345904237,"join":"2412a5116ce63755-1a228e3c62b5fd951ac","number":13,"request":"2412a5116ce63755-1a228e3c6b06fee36c9","result":"ok","who":"2412a5116ce63755"}', '7ab7389c42b4aafba51e9aabedc0fcfd10f621c3dfe15a5e49c607a8374d18a8');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 14, 1795982345996458, 'nobody', NULL, '{"account":"slack:T1:UANOTHER","act":"join asked","agent":null,"at":1795982345996458,"join":"2412a5116ce63755-1a228e3c70c1667df0b","number":14,"request":null,"result":"ok","room":"2412a5116ce63755-1a228e3c4a33b247850","who":"nobody"}', '3265fba19693a34b301bda71e02416e2cff2ff6dbab79a0015cde22534bc248d');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 15, 1795982346036298, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3c734cf8178da', '{"account":"slack:T1:USARAH","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346036298,"number":15,"public_id":"R20261129-02","request":"2412a5116ce63755-1a228e3c734cf8178da","result":"ok","who":"8cbf328d62d3faf6"}', 'b186c148b4afa087eba296dfe7bc5ef84862f59a5228eca31690bca37a0bc217');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 16, 1795982346141169, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3c79d8c862b63', '{"account":"slack:T1:USARAH","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346141169,"number":16,"public_id":"R20261129-03","request":"2412a5116ce63755-1a228e3c79d8c862b63","result":"ok","who":"8cbf328d62d3faf6"}', 'cea225771e3ff0cd3fc5bed62b632de51526b37124aa50d6e6280cdc69ad2449');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 17, 1795982346167401, 'clock', '2412a5116ce63755-1a228e3c79d8c862b63', '{"account":null,"act":"expired","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346167401,"number":17,"public_id":"R20261129-03","request":"2412a5116ce63755-1a228e3c79d8c862b63","result":"ok","who":"clock"}', 'b6c0de621b6d9a5df2efbb9207ceb2c6644658733747ce4e4b877728f8460556');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 18, 1795982346175312, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3c7bf57599602', '{"account":"slack:T1:USARAH","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346175312,"number":18,"public_id":"R20261129-04","request":"2412a5116ce63755-1a228e3c7bf57599602","result":"ok","who":"8cbf328d62d3faf6"}', '2f9bfed38ce691396238b429a25f2db4a0b7251f5710714836ee3e951aee896d');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 19, 1795982346201398, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3c7bf57599602', '{"account":"slack:T1:USARAH","act":"cancelled","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346201398,"number":19,"public_id":"R20261129-04","request":"2412a5116ce63755-1a228e3c7bf57599602","result":"ok","who":"8cbf328d62d3faf6"}', 'a5362d9a3fba2199292a77fd510cc5bef79a4c7780045032d9b47af8227dc409');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 20, 1795982346228384, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3c7f42ea1276d', '{"account":"slack:T1:USARAH","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346228384,"number":20,"public_id":"R20261129-05","request":"2412a5116ce63755-1a228e3c7f42ea1276d","result":"ok","who":"8cbf328d62d3faf6"}', 'b9bad77dcb8044caec7a37e33930d10575aeddb8f81d2233d374d8c3a6b47c5d');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 21, 1795982346250655, '2412a5116ce63755', '2412a5116ce63755-1a228e3c7f42ea1276d', '{"account":"slack:T1:UOLGA","act":"denied","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346250655,"decision":"denied","number":21,"public_id":"R20261129-05","reason":"not today","request":"2412a5116ce63755-1a228e3c7f42ea1276d","result":"ok","version":1,"who":"2412a5116ce63755"}', 'dd822c5fcd543457dbed8d75926828e8abeba0ef1547aafb20d1ff0ad27d0605');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 27, 1795982346611719, '2412a5116ce63755', '2412a5116ce63755-1a228e3c6b06fee36c9', '{"account":"token","act":"action_decided","action":"2412a5116ce63755-1a228e3c92899aaa0d6","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346611719,"digest":"digest","kind":"delete","number":27,"public_id":"R20261129-01","request":"2412a5116ce63755-1a228e3c6b06fee36c9","result":"ok","state":"allowed","who":"2412a5116ce63755"}', 'a6ab298ac4f800b472788d289709e3a5ce016f8ce917a8bf50f52605d341cd7b');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 36, 1795982346927754, '2412a5116ce63755', '2412a5116ce63755-1a228e3ca71adbe48e4', '{"account":null,"act":"stopping","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346927754,"number":36,"public_id":"R20261129-07","request":"2412a5116ce63755-1a228e3ca71adbe48e4","result":"ok","who":"2412a5116ce63755"}', '576807372e235be9133f71c2aa7a36517012de8aa9956d162d7e25b55bfd11b6');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 22, 1795982346276578, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3c824fbf80cbf', '{"account":"slack:T1:USARAH","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346276578,"number":22,"public_id":"R20261129-06","request":"2412a5116ce63755-1a228e3c824fbf80cbf","result":"ok","who":"8cbf328d62d3faf6"}', 'fbb93e587c7b78abe20db7310df4be0373e835239b3ad4796f9396f6bac82ea9');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 29, 1795982346734632, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '2412a5116ce63755-1a228e3c824fbf80cbf', '{"account":null,"act":"started","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346734632,"number":29,"public_id":"R20261129-06","request":"2412a5116ce63755-1a228e3c824fbf80cbf","result":"ok","who":"machine:2412a5116ce63755-1a228e3c4a363f2e661"}', 'dea1eef79245bc9a731177253dbf4dec13b2cc72a82a1d0486457586ab36e283');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 38, 1795982346995230, '2412a5116ce63755', '2412a5116ce63755-1a228e3cac7624ead28', '{"account":"token","act":"approved","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346995230,"decision":"always","number":38,"public_id":"R20261129-08","request":"2412a5116ce63755-1a228e3cac7624ead28","result":"ok","version":1,"who":"2412a5116ce63755"}', '06edda9fb27728e13c660f7a911bf95c0d5f26b34253f5f14cc9039197885951');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 39, 1795982346995230, '2412a5116ce63755', '2412a5116ce63755-1a228e3cac7624ead28', '{"account":"token","act":"granted","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346995230,"grant":"2412a5116ce63755-1a228e3caf311b76723","number":39,"person":"8cbf328d62d3faf6","request":"2412a5116ce63755-1a228e3cac7624ead28","result":"ok","room":"2412a5116ce63755-1a228e3c4a33b247850","who":"2412a5116ce63755"}', 'b96a92fec4b265bbdaa7d816afd0c44f854b4c6c573864d977223598c0423245');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 23, 1795982346307174, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3c824fbf80cbf', '{"account":"slack:T1:USARAH","act":"edited","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346307174,"number":23,"public_id":"R20261129-06","request":"2412a5116ce63755-1a228e3c824fbf80cbf","result":"ok","version":2,"who":"8cbf328d62d3faf6"}', '035f75af418fe96be918ac6a1dd66df7bb9a37b593f51e46b61db5dd1ae11484');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 30, 1795982346762845, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '2412a5116ce63755-1a228e3c824fbf80cbf', '{"account":null,"act":"action_asked","action":"2412a5116ce63755-1a228e3ca0ab2bf98e0","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346762845,"digest":"digest","kind":"delete","number":30,"public_id":"R20261129-06","request":"2412a5116ce63755-1a228e3c824fbf80cbf","result":"ok","who":"agent:2412a5116ce63755-1a228e3c4a3be6beb02"}', 'a542101b093f3608a3d7b6c40862c843777b7f820aa54dac648c97a2514cf4cc');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 40, 1795982347024918, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3cb10248daadb', '{"account":"slack:T1:USARAH","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982347024918,"number":40,"public_id":"R20261129-09","request":"2412a5116ce63755-1a228e3cb10248daadb","result":"ok","who":"8cbf328d62d3faf6"}', 'e6c93f4ee73e744cacc4d6a3ea43610619447c0d602435efc1723aeb0336ebec');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 41, 1795982347024918, '2412a5116ce63755', '2412a5116ce63755-1a228e3cb10248daadb', '{"account":null,"act":"approved","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982347024918,"decision":"grant","number":41,"public_id":"R20261129-09","request":"2412a5116ce63755-1a228e3cb10248daadb","result":"ok","who":"2412a5116ce63755"}', 'd00022a64cdc1666a320a65b44fcb9c604b03a1e9c440f108c07a558c299c97c');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 24, 1795982346343173, '2412a5116ce63755', '2412a5116ce63755-1a228e3c824fbf80cbf', '{"account":"token","act":"approved","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346343173,"decision":"once","number":24,"public_id":"R20261129-06","request":"2412a5116ce63755-1a228e3c824fbf80cbf","result":"ok","version":2,"who":"2412a5116ce63755"}', '60f9c7dddd25113858b827d8a13bf61db42a2b4f07a8d7d80e362eb0cbeffc14');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 31, 1795982346788050, '2412a5116ce63755', '2412a5116ce63755-1a228e3c824fbf80cbf', '{"account":"token","act":"action_decided","action":"2412a5116ce63755-1a228e3ca0ab2bf98e0","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346788050,"digest":"digest","kind":"delete","number":31,"public_id":"R20261129-06","request":"2412a5116ce63755-1a228e3c824fbf80cbf","result":"ok","state":"allowed","who":"2412a5116ce63755"}', '8f88af86a1e7c3b9f434e93d1ac8b5c603d852f638011d03dd2c061d474ca438');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 25, 1795982346471299, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '2412a5116ce63755-1a228e3c6b06fee36c9', '{"account":null,"act":"started","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346471299,"number":25,"public_id":"R20261129-01","request":"2412a5116ce63755-1a228e3c6b06fee36c9","result":"ok","who":"machine:2412a5116ce63755-1a228e3c4a363f2e661"}', '9bf2001534f7cc48f64a9a7b85a54b9e2ddb94913d02a242cd8f7a9a2809d0ea');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 33, 1795982346865256, '2412a5116ce63755', '2412a5116ce63755-1a228e3ca71adbe48e4', '{"account":"token","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346865256,"number":33,"public_id":"R20261129-07","request":"2412a5116ce63755-1a228e3ca71adbe48e4","result":"ok","who":"2412a5116ce63755"}', '736c50e2f9da5f989785d10abcb637a5a5e70ea97eba18c4a3611979520caa8f');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 34, 1795982346865256, '2412a5116ce63755', '2412a5116ce63755-1a228e3ca71adbe48e4', '{"account":null,"act":"approved","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346865256,"decision":"own","number":34,"public_id":"R20261129-07","request":"2412a5116ce63755-1a228e3ca71adbe48e4","result":"ok","who":"2412a5116ce63755"}', 'aad068a302f9f9b87ec8956bc14632205b09e47e032893465125775f96dc2fc9');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 26, 1795982346536884, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '2412a5116ce63755-1a228e3c6b06fee36c9', '{"account":null,"act":"action_asked","action":"2412a5116ce63755-1a228e3c92899aaa0d6","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346536884,"digest":"digest","kind":"delete","number":26,"public_id":"R20261129-01","request":"2412a5116ce63755-1a228e3c6b06fee36c9","result":"ok","who":"agent:2412a5116ce63755-1a228e3c4a3be6beb02"}', '919da7382abaff3823aec38b8300b1ad6404a7f982f331a16cc74a739014b02e');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 35, 1795982346906418, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '2412a5116ce63755-1a228e3ca71adbe48e4', '{"account":null,"act":"started","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346906418,"number":35,"public_id":"R20261129-07","request":"2412a5116ce63755-1a228e3ca71adbe48e4","result":"ok","who":"machine:2412a5116ce63755-1a228e3c4a363f2e661"}', '2a919b5c80fd9ab11b608adac738050b07b50da23f597ebd9f416bea972d1c60');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 28, 1795982346684446, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '2412a5116ce63755-1a228e3c6b06fee36c9', '{"account":null,"act":"failed","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346684446,"happened_at":1,"number":28,"public_id":"R20261129-01","request":"2412a5116ce63755-1a228e3c6b06fee36c9","result":"ok","text":"the end","who":"machine:2412a5116ce63755-1a228e3c4a363f2e661"}', '75c5d55175f175ed7d182d2624cb6b0636d60fe2e1d23a7a4ba82230f8c75e5f');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 37, 1795982346951349, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3cac7624ead28', '{"account":"slack:T1:USARAH","act":"asked","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346951349,"number":37,"public_id":"R20261129-08","request":"2412a5116ce63755-1a228e3cac7624ead28","result":"ok","who":"8cbf328d62d3faf6"}', '9af91e5ba6474d5c63716bcf9d03563d353cd055eba65945fdfdb8238aad1489');
INSERT INTO public.audit VALUES ('2412a5116ce63755', 32, 1795982346844076, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '2412a5116ce63755-1a228e3c824fbf80cbf', '{"account":null,"act":"done","agent":"2412a5116ce63755-1a228e3c4a3be6beb02","at":1795982346844076,"happened_at":1,"number":32,"public_id":"R20261129-06","request":"2412a5116ce63755-1a228e3c824fbf80cbf","result":"ok","text":"the end","who":"machine:2412a5116ce63755-1a228e3c4a363f2e661"}', '0e273bc4791c3becca631f7c1a4e8381b2de2e98582989234c11fc3d036fe2cd');
INSERT INTO public.binding VALUES ('slack', 'T1', 'C1', '2412a5116ce63755-1a228e3c4a33b247850');
INSERT INTO public.blob VALUES ('8cbf328d62d3faf6-d352bd5bb39373f7fba9ecac', '8cbf328d62d3faf6', 5, '\x6279746573', 1795982346268912, '2412a5116ce63755-1a228e3c824fbf80cbf');
INSERT INTO public.counter VALUES ('2412a5116ce63755', 20261129, 9);
INSERT INTO public.credential VALUES ('314e756785d1c0eda08d2bd8becda8753a2f9ab7c2094279809dae4f09f3c41e', 'person', '2412a5116ce63755', NULL, 'test', 1795982345379495, NULL);
INSERT INTO public.credential VALUES ('882d7ae1035b83d1cafb3ab39fa228ac87902109ec570b6627248a78288e5e7a', 'connector', '2412a5116ce63755', 'slack', 'test', 1795982345379495, NULL);
INSERT INTO public.credential VALUES ('5a4a2ee51390d926fa3141fdbc4b3ada8ef6581ed75c82d8c7b0de0d85e67252', 'connector', '2412a5116ce63755', 'web', 'test', 1795982345379495, NULL);
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 1, 'asked', 1795982345904237, '27a87f5f0be06158', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 2, 'approved', 1795982345904237, '2412a5116ce63755', '{"decision":"once"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c734cf8178da', 1, 'asked', 1795982346036298, '8cbf328d62d3faf6', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c79d8c862b63', 1, 'asked', 1795982346141169, '8cbf328d62d3faf6', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c79d8c862b63', 2, 'expired', 1795982346167401, 'clock', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c7bf57599602', 1, 'asked', 1795982346175312, '8cbf328d62d3faf6', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c7bf57599602', 2, 'cancelled', 1795982346201398, '8cbf328d62d3faf6', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c7f42ea1276d', 1, 'asked', 1795982346228384, '8cbf328d62d3faf6', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c7f42ea1276d', 2, 'denied', 1795982346250655, '2412a5116ce63755', '{"decision":"denied","reason":"not today","version":1}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 1, 'asked', 1795982346276578, '8cbf328d62d3faf6', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 2, 'edited', 1795982346307174, '8cbf328d62d3faf6', '{"version":2}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 3, 'approved', 1795982346343173, '2412a5116ce63755', '{"decision":"once","version":2}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 3, 'started', 1795982346471299, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 4, 'action_asked', 1795982346536884, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '{"action":"2412a5116ce63755-1a228e3c92899aaa0d6","digest":"digest","kind":"delete"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 5, 'action_decided', 1795982346611719, '2412a5116ce63755', '{"action":"2412a5116ce63755-1a228e3c92899aaa0d6","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 6, 'session', 1795982346684446, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '{"happened_at":1,"session":"session-1"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 7, 'file', 1795982346684446, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 8, 'plan', 1795982346684446, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', 9, 'failed', 1795982346684446, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '{"happened_at":1,"text":"the end"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 4, 'started', 1795982346734632, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 5, 'action_asked', 1795982346762845, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '{"action":"2412a5116ce63755-1a228e3ca0ab2bf98e0","digest":"digest","kind":"delete"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 6, 'action_decided', 1795982346788050, '2412a5116ce63755', '{"action":"2412a5116ce63755-1a228e3ca0ab2bf98e0","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 7, 'session', 1795982346844076, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '{"happened_at":1,"session":"session-1"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 8, 'file', 1795982346844076, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 9, 'plan', 1795982346844076, 'agent:2412a5116ce63755-1a228e3c4a3be6beb02', '{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', 10, 'done', 1795982346844076, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '{"happened_at":1,"text":"the end"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3ca71adbe48e4', 1, 'asked', 1795982346865256, '2412a5116ce63755', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3ca71adbe48e4', 2, 'approved', 1795982346865256, '2412a5116ce63755', '{"decision":"own"}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3ca71adbe48e4', 3, 'started', 1795982346906418, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3ca71adbe48e4', 4, 'stopping', 1795982346927754, '2412a5116ce63755', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3cac7624ead28', 1, 'asked', 1795982346951349, '8cbf328d62d3faf6', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3cac7624ead28', 2, 'approved', 1795982346995230, '2412a5116ce63755', '{"decision":"always","version":1}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3cb10248daadb', 1, 'asked', 1795982347024918, '8cbf328d62d3faf6', '{}');
INSERT INTO public.event VALUES ('2412a5116ce63755-1a228e3cb10248daadb', 2, 'approved', 1795982347024918, '2412a5116ce63755', '{"decision":"grant"}');
INSERT INTO public.head VALUES ('lease:slack:T1', 0, '0000000000000000000000000000000000000000000000000000000000000000', 0);
INSERT INTO public.head VALUES ('8cbf328d62d3faf6', 0, '0000000000000000000000000000000000000000000000000000000000000000', 0);
INSERT INTO public.head VALUES ('2412a5116ce63755', 41, 'd00022a64cdc1666a320a65b44fcb9c604b03a1e9c440f108c07a558c299c97c', 1795982347024918);
INSERT INTO public.invite VALUES ('2412a5116ce63755-1a228e3c593b560a0fa', '2412a5116ce63755-1a228e3c4a33b247850', 'member', 'e3f491f73d052a2865f5a3f4e472309030efda5e430cbcb5ca8aea672162a7c8', 0, 1796587145619072, NULL, 1795982345619072);
INSERT INTO public.invite VALUES ('2412a5116ce63755-1a228e3c60d4425a9ee', '2412a5116ce63755-1a228e3c4a33b247850', 'member', '8345f93f04bcf21549d664fc21824227b4cc10241e1a6c44b863c1ff7b63b941', 1, 1796587145741553, NULL, 1795982345741553);
INSERT INTO public.join_card VALUES ('2412a5116ce63755-1a228e3c62b5fd951ac', '2412a5116ce63755', '2412a5116ce63755-1a228e3c4a33b247850', 'slack', 'T1', 'USTRANGER', 'Stranger', 'en', false, 'slack:T1:C1:1.000100', '{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true},"prompt":"let me in","agent":null,"room":null,"attachments":[],"quoted":[]}', 'admitted', 1795982345771685, 1796068745771685, 1795982345904237, '2412a5116ce63755', '2412a5116ce63755-1a228e3c6b06fee36c9');
INSERT INTO public.join_card VALUES ('2412a5116ce63755-1a228e3c70c1667df0b', '2412a5116ce63755', '2412a5116ce63755-1a228e3c4a33b247850', 'slack', 'T1', 'UANOTHER', 'Another', 'en', false, 'slack:T1:C1:2.000100', '{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"2.000100","direct":false,"shows":true},"prompt":"me too","agent":null,"room":null,"attachments":[],"quoted":[]}', 'waiting', 1795982345996458, 1796068745996458, NULL, NULL, NULL);
INSERT INTO public.lease VALUES ('slack', 'T1', 'first', 1, 1795982360533180, 1795982345533180);
INSERT INTO public.link VALUES ('164862a0dd417cdf88e501ee8a58c7e0ec9be2b5058fc81669f28fa50e3bbe98', '2412a5116ce63755', true, 'token', 1795982945565244, 'slack', 'T1', 'UOLGA', 'Olga', 1795982345589384);
INSERT INTO public.machine VALUES ('2412a5116ce63755-1a228e3c4a363f2e661', '2412a5116ce63755', 'laptop', '1b77a1691573937e2618217b2a0cd1249fa0a6a62905fa954c2eafc8093e0a98', 1, 'one', '0', 1795982346391108, 1795982345379495, NULL, NULL);
INSERT INTO public.member VALUES ('2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755', 'owner', 1795982345379495, NULL);
INSERT INTO public.member VALUES ('2412a5116ce63755-1a228e3c4a33b247850', '8cbf328d62d3faf6', 'member', 1795982345649853, NULL);
INSERT INTO public.member VALUES ('2412a5116ce63755-1a228e3c4a33b247850', '27a87f5f0be06158', 'member', 1795982345904237, NULL);
INSERT INTO public.person VALUES ('2412a5116ce63755', 'Olga', 'en', 1795982345379495);
INSERT INTO public.person VALUES ('8cbf328d62d3faf6', 'Sarah', 'en', 1795982345649853);
INSERT INTO public.person VALUES ('27a87f5f0be06158', 'Stranger', 'en', 1795982345904237);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c62b002877a3', '2412a5116ce63755', '2412a5116ce63755-1a228e3c62b5fd951ac', 'slack', 'T1', 'asked', 'C1', '1.000100', '1.000100', false, 'en', 2, 0, '{}', 1795982345771685, 1795982345904237, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c62be624e190', '2412a5116ce63755', '2412a5116ce63755-1a228e3c62b5fd951ac', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795982345771685, 1795982345904237, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c70ca44cbc17', '2412a5116ce63755', '2412a5116ce63755-1a228e3c70c1667df0b', 'slack', 'T1', 'asked', 'C1', '2.000100', '2.000100', false, 'en', 1, 0, '{}', 1795982345996458, 1795982345996458, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c70c31901e1b', '2412a5116ce63755', '2412a5116ce63755-1a228e3c70c1667df0b', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1795982345996458, 1795982345996458, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c734d3f48fcc', '2412a5116ce63755', '2412a5116ce63755-1a228e3c734cf8178da', 'slack', 'T1', 'asked', 'C1', '3.000100', '3.000100', false, 'en', 1, 0, '{}', 1795982346036298, 1795982346036298, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c7343a7423c3', '2412a5116ce63755', '2412a5116ce63755-1a228e3c734cf8178da', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1795982346036298, 1795982346036298, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c79d5ae8c06b', '2412a5116ce63755', '2412a5116ce63755-1a228e3c79d8c862b63', 'slack', 'T1', 'asked', 'C1', '4.000100', '4.000100', false, 'en', 2, 0, '{}', 1795982346141169, 1795982346167401, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c79d360e76af', '2412a5116ce63755', '2412a5116ce63755-1a228e3c79d8c862b63', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795982346141169, 1795982346167401, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c7bf5c8b7533', '2412a5116ce63755', '2412a5116ce63755-1a228e3c7bf57599602', 'slack', 'T1', 'asked', 'C1', '5.000100', '5.000100', false, 'en', 2, 0, '{}', 1795982346175312, 1795982346201398, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c7bfb598d2a8', '2412a5116ce63755', '2412a5116ce63755-1a228e3c7bf57599602', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795982346175312, 1795982346201398, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c7f41fae959b', '2412a5116ce63755', '2412a5116ce63755-1a228e3c7f42ea1276d', 'slack', 'T1', 'asked', 'C1', '6.000100', '6.000100', false, 'en', 2, 0, '{}', 1795982346228384, 1795982346250655, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c7f422fa41ec', '2412a5116ce63755', '2412a5116ce63755-1a228e3c7f42ea1276d', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795982346228384, 1795982346250655, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c92847f64bc2', '2412a5116ce63755', '2412a5116ce63755-1a228e3c6b06fee36c9', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 9, 0, '{}', 1795982346536884, 1795982346684446, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c6b03cd17121', '2412a5116ce63755', '2412a5116ce63755-1a228e3c6b06fee36c9', 'slack', 'T1', 'asked', 'C1', '1.000100', '1.000100', false, 'en', 9, 0, '{}', 1795982345904237, 1795982346684446, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c824ce0ec9ee', '2412a5116ce63755', '2412a5116ce63755-1a228e3c824fbf80cbf', 'slack', 'T1', 'asked', 'C1', '7.000100', '7.000100', false, 'en', 10, 0, '{}', 1795982346276578, 1795982346844076, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3c82431879b7a', '2412a5116ce63755', '2412a5116ce63755-1a228e3c824fbf80cbf', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 10, 0, '{}', 1795982346276578, 1795982346844076, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3ca715ccda59c', '2412a5116ce63755', '2412a5116ce63755-1a228e3ca71adbe48e4', 'slack', 'T1', 'mirror', 'C1', NULL, NULL, false, 'en', 4, 0, '{}', 1795982346865256, 1795982346927754, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3cac7c06ba48b', '2412a5116ce63755', '2412a5116ce63755-1a228e3cac7624ead28', 'slack', 'T1', 'asked', 'C1', '9.000100', '9.000100', false, 'en', 2, 0, '{}', 1795982346951349, 1795982346995230, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3cac713a94776', '2412a5116ce63755', '2412a5116ce63755-1a228e3cac7624ead28', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795982346951349, 1795982346995230, NULL);
INSERT INTO public.place VALUES ('2412a5116ce63755-1a228e3cb10e03c6cab', '2412a5116ce63755', '2412a5116ce63755-1a228e3cb10248daadb', 'slack', 'T1', 'asked', 'C1', '10.000100', '10.000100', false, 'en', 2, 0, '{}', 1795982347024918, 1795982347024918, NULL);
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3c734cf8178da', '2412a5116ce63755', 20261129, 2, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '8cbf328d62d3faf6', 'slack:T1:USARAH', false, 'slack:T1:C1:3.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"3.000100","direct":false,"shows":true}', NULL, 'pending 安全', '[]', '[]', 1, 1, 'pending', 1795982346036298, 1795982346036298, 1796068746036298, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2412a5116ce63755-1a228e3c4a363f2e661', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3c79d8c862b63', '2412a5116ce63755', 20261129, 3, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '8cbf328d62d3faf6', 'slack:T1:USARAH', false, 'slack:T1:C1:4.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"4.000100","direct":false,"shows":true}', NULL, 'expired', '[]', '[]', 1, 2, 'expired', 1795982346141169, 1795982346167401, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795982346167401, 'clock', '2412a5116ce63755-1a228e3c4a363f2e661', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3c7bf57599602', '2412a5116ce63755', 20261129, 4, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '8cbf328d62d3faf6', 'slack:T1:USARAH', false, 'slack:T1:C1:5.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"5.000100","direct":false,"shows":true}', NULL, 'cancelled', '[]', '[]', 1, 2, 'cancelled', 1795982346175312, 1795982346201398, 1796068746175312, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795982346201398, '8cbf328d62d3faf6', '2412a5116ce63755-1a228e3c4a363f2e661', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3c7f42ea1276d', '2412a5116ce63755', 20261129, 5, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '8cbf328d62d3faf6', 'slack:T1:USARAH', false, 'slack:T1:C1:6.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"6.000100","direct":false,"shows":true}', NULL, 'denied', '[]', '[]', 1, 2, 'cancelled', 1795982346228384, 1795982346250655, 1796068746228384, NULL, '2412a5116ce63755', 1795982346250655, 'deny', 'denied', 'not today', NULL, 1795982346250655, '2412a5116ce63755', '2412a5116ce63755-1a228e3c4a363f2e661', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3c6b06fee36c9', '2412a5116ce63755', 20261129, 1, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '27a87f5f0be06158', 'slack:T1:USTRANGER', false, 'slack:T1:C1:1.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true}', NULL, 'let me in', '[]', '[]', 1, 9, 'failed', 1795982345904237, 1795982346684446, NULL, 1795982345904237, '2412a5116ce63755', 1795982345904237, NULL, 'once', NULL, 1795982346471299, 1795982346684446, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '2412a5116ce63755-1a228e3c4a363f2e661', 1, 1795982406471299, NULL, NULL, 4, NULL, NULL, 'session-1', NULL, NULL, '[["look","completed"]]', '[{"added":2,"path":"a.py","removed":1}]', 'the end');
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3c824fbf80cbf', '2412a5116ce63755', 20261129, 6, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '8cbf328d62d3faf6', 'slack:T1:USARAH', false, 'slack:T1:C1:7.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"7.000100","direct":false,"shows":true}', NULL, 'first', '[{"blob":"8cbf328d62d3faf6-d352bd5bb39373f7fba9ecac","media_type":"text/plain","name":"notes.txt","size":5}]', '[]', 2, 10, 'done', 1795982346276578, 1795982346844076, 1796068746276578, 1795982346343173, '2412a5116ce63755', 1795982346343173, 'tap:2412a5116ce63755-1a228e3c824fbf80cbf', 'once', NULL, 1795982346734632, 1795982346844076, 'machine:2412a5116ce63755-1a228e3c4a363f2e661', '2412a5116ce63755-1a228e3c4a363f2e661', 1, 1795982406734632, NULL, NULL, 4, NULL, NULL, 'session-1', NULL, NULL, '[["look","completed"]]', '[{"added":2,"path":"a.py","removed":1}]', 'the end');
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3ca71adbe48e4', '2412a5116ce63755', 20261129, 7, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '2412a5116ce63755', 'token', false, '2412a5116ce63755-1a228e3c4a33b247850:cli:T1:C1:8.000100', '{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"8.000100","direct":false,"shows":false}', NULL, 'running', '[]', '[]', 1, 4, 'running', 1795982346865256, 1795982346927754, NULL, 1795982346865256, '2412a5116ce63755', 1795982346865256, NULL, 'own', NULL, 1795982346906418, NULL, NULL, '2412a5116ce63755-1a228e3c4a363f2e661', 1, 1795982406906418, NULL, NULL, 0, 1795982346927754, '2412a5116ce63755', NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3cac7624ead28', '2412a5116ce63755', 20261129, 8, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '8cbf328d62d3faf6', 'slack:T1:USARAH', false, 'slack:T1:C1:9.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"9.000100","direct":false,"shows":true}', NULL, 'granted', '[]', '[]', 1, 2, 'approved', 1795982346951349, 1795982346995230, 1796068746951349, 1795982346995230, '2412a5116ce63755', 1795982346995230, 'tap:2412a5116ce63755-1a228e3cac7624ead28', 'always', NULL, NULL, NULL, NULL, '2412a5116ce63755-1a228e3c4a363f2e661', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('2412a5116ce63755-1a228e3cb10248daadb', '2412a5116ce63755', 20261129, 9, '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '8cbf328d62d3faf6', 'slack:T1:USARAH', false, 'slack:T1:C1:10.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"10.000100","direct":false,"shows":true}', NULL, 'approved by the grant', '[]', '[]', 1, 2, 'approved', 1795982347024918, 1795982347024918, NULL, 1795982347024918, '2412a5116ce63755', 1795982347024918, NULL, 'grant', NULL, NULL, NULL, NULL, '2412a5116ce63755-1a228e3c4a363f2e661', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.room VALUES ('2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755', 'Backend', 'claude', NULL, false, 1795982345379495);
INSERT INTO public.room_agent VALUES ('2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02');
INSERT INTO public.session VALUES ('2412a5116ce63755-1a228e3c4a3be6beb02', '2412a5116ce63755-1a228e3c4a33b247850', 'session-1', 1795982346844076);
INSERT INTO public.standing_grant VALUES ('2412a5116ce63755-1a228e3caf311b76723', '2412a5116ce63755', '2412a5116ce63755-1a228e3c4a33b247850', '2412a5116ce63755-1a228e3c4a3be6beb02', '8cbf328d62d3faf6', 1795982346995230, NULL, 1);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT pk_account PRIMARY KEY (platform, tenant, subject);
ALTER TABLE ONLY public.action
    ADD CONSTRAINT pk_action PRIMARY KEY (id);
ALTER TABLE ONLY public.agent
    ADD CONSTRAINT pk_agent PRIMARY KEY (id);
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT pk_audit PRIMARY KEY (owner, number);
ALTER TABLE ONLY public.binding
    ADD CONSTRAINT pk_binding PRIMARY KEY (platform, tenant, channel);
ALTER TABLE ONLY public.blob
    ADD CONSTRAINT pk_blob PRIMARY KEY (id);
ALTER TABLE ONLY public.counter
    ADD CONSTRAINT pk_counter PRIMARY KEY (owner, day);
ALTER TABLE ONLY public.credential
    ADD CONSTRAINT pk_credential PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT pk_event PRIMARY KEY (request, seq);
ALTER TABLE ONLY public.head
    ADD CONSTRAINT pk_head PRIMARY KEY (owner);
ALTER TABLE ONLY public.invite
    ADD CONSTRAINT pk_invite PRIMARY KEY (id);
ALTER TABLE ONLY public.join_card
    ADD CONSTRAINT pk_join_card PRIMARY KEY (id);
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT pk_lease PRIMARY KEY (platform, tenant);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT pk_link PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.machine
    ADD CONSTRAINT pk_machine PRIMARY KEY (id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT pk_member PRIMARY KEY (room, person);
ALTER TABLE ONLY public.person
    ADD CONSTRAINT pk_person PRIMARY KEY (id);
ALTER TABLE ONLY public.place
    ADD CONSTRAINT pk_place PRIMARY KEY (id);
ALTER TABLE ONLY public.request
    ADD CONSTRAINT pk_request PRIMARY KEY (id);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT pk_room PRIMARY KEY (id);
ALTER TABLE ONLY public.room_agent
    ADD CONSTRAINT pk_room_agent PRIMARY KEY (room, agent);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT pk_session PRIMARY KEY (agent, room);
ALTER TABLE ONLY public.standing_grant
    ADD CONSTRAINT pk_standing_grant PRIMARY KEY (id);
ALTER TABLE ONLY public.action
    ADD CONSTRAINT uq_action_request_call_digest UNIQUE (request, call, digest);
ALTER TABLE ONLY public.agent
    ADD CONSTRAINT uq_agent_owner_handle UNIQUE (owner, handle);
ALTER TABLE ONLY public.invite
    ADD CONSTRAINT uq_invite_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.join_card
    ADD CONSTRAINT uq_join_card_origin UNIQUE (origin);
ALTER TABLE ONLY public.machine
    ADD CONSTRAINT uq_machine_token_hash UNIQUE (token_hash);
ALTER TABLE ONLY public.place
    ADD CONSTRAINT uq_place_subject_platform_tenant_channel_role UNIQUE (subject, platform, tenant, channel, role);
ALTER TABLE ONLY public.request
    ADD CONSTRAINT uq_request_origin UNIQUE (origin);
ALTER TABLE ONLY public.request
    ADD CONSTRAINT uq_request_owner_day_number UNIQUE (owner, day, number);
CREATE INDEX ix_account_person ON public.account USING btree (person);
CREATE INDEX ix_action_due ON public.action USING btree (deadline) WHERE ((state)::text = 'pending'::text);
CREATE INDEX ix_action_request ON public.action USING btree (request);
CREATE INDEX ix_agent_machine ON public.agent USING btree (machine);
CREATE INDEX ix_audit_request ON public.audit USING btree (owner, request, number);
CREATE INDEX ix_binding_room ON public.binding USING btree (room);
CREATE INDEX ix_blob_request ON public.blob USING btree (request);
CREATE INDEX ix_invite_room ON public.invite USING btree (room);
CREATE INDEX ix_join_card_due ON public.join_card USING btree (deadline) WHERE ((state)::text = 'waiting'::text);
CREATE INDEX ix_join_card_owner ON public.join_card USING btree (owner);
CREATE INDEX ix_machine_owner ON public.machine USING btree (owner);
CREATE INDEX ix_member_person ON public.member USING btree (person);
CREATE INDEX ix_place_stale ON public.place USING btree (platform, tenant, changed_at) WHERE ((wanted > shown) AND (dead IS NULL));
CREATE INDEX ix_place_thread ON public.place USING btree (platform, tenant, channel, thread);
CREATE INDEX ix_request_due ON public.request USING btree (deadline) WHERE ((state)::text = 'pending'::text);
CREATE INDEX ix_request_lease ON public.request USING btree (lease_until) WHERE (((state)::text = 'running'::text) AND (interrupted_at IS NULL));
CREATE UNIQUE INDEX ix_request_one_each ON public.request USING btree (agent) WHERE (((state)::text = 'running'::text) AND (yielded_at IS NULL));
CREATE INDEX ix_request_open ON public.request USING btree (owner, asker) WHERE (ended_at IS NULL);
CREATE INDEX ix_request_queue ON public.request USING btree (agent, queued_at, id) WHERE ((state)::text = 'approved'::text);
CREATE INDEX ix_request_retry_of ON public.request USING btree (retry_of);
CREATE INDEX ix_request_room_changed_at ON public.request USING btree (room, changed_at);
CREATE INDEX ix_request_room_id ON public.request USING btree (room, id);
CREATE INDEX ix_request_running ON public.request USING btree (agent) WHERE ((state)::text = 'running'::text);
CREATE INDEX ix_room_agent_agent ON public.room_agent USING btree (agent);
CREATE INDEX ix_room_owner ON public.room USING btree (owner);
CREATE UNIQUE INDEX ix_standing_grant_live ON public.standing_grant USING btree (room, agent, person) WHERE (revoked_at IS NULL);
CREATE INDEX ix_standing_grant_owner ON public.standing_grant USING btree (owner);
ALTER TABLE ONLY public.account
    ADD CONSTRAINT fk_account_person FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.action
    ADD CONSTRAINT fk_action_request FOREIGN KEY (request) REFERENCES public.request(id);
ALTER TABLE ONLY public.agent
    ADD CONSTRAINT fk_agent_machine FOREIGN KEY (machine) REFERENCES public.machine(id);
ALTER TABLE ONLY public.agent
    ADD CONSTRAINT fk_agent_owner FOREIGN KEY (owner) REFERENCES public.person(id);
ALTER TABLE ONLY public.binding
    ADD CONSTRAINT fk_binding_room FOREIGN KEY (room) REFERENCES public.room(id);
ALTER TABLE ONLY public.credential
    ADD CONSTRAINT fk_credential_person FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.invite
    ADD CONSTRAINT fk_invite_room FOREIGN KEY (room) REFERENCES public.room(id);
ALTER TABLE ONLY public.join_card
    ADD CONSTRAINT fk_join_card_room FOREIGN KEY (room) REFERENCES public.room(id);
ALTER TABLE ONLY public.link
    ADD CONSTRAINT fk_link_person FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.machine
    ADD CONSTRAINT fk_machine_owner FOREIGN KEY (owner) REFERENCES public.person(id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT fk_member_person FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT fk_member_room FOREIGN KEY (room) REFERENCES public.room(id);
ALTER TABLE ONLY public.request
    ADD CONSTRAINT fk_request_agent FOREIGN KEY (agent) REFERENCES public.agent(id);
ALTER TABLE ONLY public.request
    ADD CONSTRAINT fk_request_asker FOREIGN KEY (asker) REFERENCES public.person(id);
ALTER TABLE ONLY public.request
    ADD CONSTRAINT fk_request_owner FOREIGN KEY (owner) REFERENCES public.person(id);
ALTER TABLE ONLY public.request
    ADD CONSTRAINT fk_request_room FOREIGN KEY (room) REFERENCES public.room(id);
ALTER TABLE ONLY public.room_agent
    ADD CONSTRAINT fk_room_agent_agent FOREIGN KEY (agent) REFERENCES public.agent(id);
ALTER TABLE ONLY public.room_agent
    ADD CONSTRAINT fk_room_agent_room FOREIGN KEY (room) REFERENCES public.room(id);
ALTER TABLE ONLY public.room
    ADD CONSTRAINT fk_room_owner FOREIGN KEY (owner) REFERENCES public.person(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT fk_session_agent FOREIGN KEY (agent) REFERENCES public.agent(id);
ALTER TABLE ONLY public.session
    ADD CONSTRAINT fk_session_room FOREIGN KEY (room) REFERENCES public.room(id);
ALTER TABLE ONLY public.standing_grant
    ADD CONSTRAINT fk_standing_grant_agent FOREIGN KEY (agent) REFERENCES public.agent(id);
ALTER TABLE ONLY public.standing_grant
    ADD CONSTRAINT fk_standing_grant_owner FOREIGN KEY (owner) REFERENCES public.person(id);
ALTER TABLE ONLY public.standing_grant
    ADD CONSTRAINT fk_standing_grant_person FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.standing_grant
    ADD CONSTRAINT fk_standing_grant_room FOREIGN KEY (room) REFERENCES public.room(id);
