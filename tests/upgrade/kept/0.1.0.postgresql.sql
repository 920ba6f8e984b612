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
    owner character varying NOT NULL,
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
INSERT INTO public.account VALUES ('slack', 'T1', 'UOLGA', '22099dd429ba7302', 'Olga', 'en', false, 1795985551589703);
INSERT INTO public.account VALUES ('slack', 'T1', 'USARAH', '64d1c7ae56003d90', 'Sarah', 'en', false, 1795985551614724);
INSERT INTO public.account VALUES ('slack', 'T1', 'USTRANGER', '246fe4ee6c530fc6', 'Stranger', 'en', false, 1795985551678463);
INSERT INTO public.action VALUES ('22099dd429ba7302-06617078d987051694e204', '22099dd429ba7302', '22099dd429ba7302-06617078d45bfff313798c', 'call', 'digest', 'delete', 'Bash', 'rm old', true, '/srv/project', 'It deletes something.', 'allowed', 1795985552017157, 1795986552017157, 1795985552028975, '22099dd429ba7302', 'allow', NULL, NULL);
INSERT INTO public.action VALUES ('22099dd429ba7302-06617078da3b362261a51a', '22099dd429ba7302', '22099dd429ba7302-06617078d7e4d0cfef99c6', 'call', 'digest', 'delete', 'Bash', 'rm old', true, '/srv/project', 'It deletes something.', 'allowed', 1795985552063286, 1795986552063286, 1795985552069200, '22099dd429ba7302', 'allow', NULL, NULL);
INSERT INTO public.agent VALUES ('22099dd429ba7302-06617078d2054b487ea0c7', '22099dd429ba7302', '22099dd429ba7302-06617078d2054b96704c34', 'claude', 'scripted', '/srv/project', 'C', NULL, 1795985551525195);
INSERT INTO public.alembic_version VALUES ('0001');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 1, 1795985551525195, '22099dd429ba7302', NULL, '{"account":"token","act":"machine registered","agent":null,"at":1795985551525195,"machine":"22099dd429ba7302-06617078d2054b96704c34","name":"laptop","number":1,"request":null,"result":"ok","who":"22099dd429ba7302"}', 'cdefc98672ec34db1efec0a2483cfd4d66763d53d94dfdd0917a02d603e722e0');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 2, 1795985551525195, '22099dd429ba7302', NULL, '{"account":"test","act":"joined","agent":null,"at":1795985551525195,"number":2,"request":null,"result":"ok","role":"owner","room":"22099dd429ba7302-06617078d2054bfb3ee765","way":"made it","who":"22099dd429ba7302"}', 'f287b4a80af81b8a9fc6fbaeb8e88c53dd9a4d4cfc19abd7571e54116ca052b2');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 3, 1795985551525195, '22099dd429ba7302', NULL, '{"account":"test","act":"room made","agent":null,"at":1795985551525195,"name":"Backend","number":3,"request":null,"result":"ok","room":"22099dd429ba7302-06617078d2054bfb3ee765","who":"22099dd429ba7302"}', '3029f96593a4c8bf00e22a9af676ee2a071cae7b35cacb399c586170467390c1');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 4, 1795985551525195, '22099dd429ba7302', NULL, '{"account":"test","act":"bound","agent":null,"at":1795985551525195,"chat":{"channel":"C1","platform":"slack","tenant":"T1"},"number":4,"request":null,"result":"ok","room":"22099dd429ba7302-06617078d2054bfb3ee765","who":"22099dd429ba7302"}', '26289fae05cd0df89070a741478f3189d4b056715bd3ed0794ba61ab7e3fe74a');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 5, 1795985551589703, '22099dd429ba7302', NULL, '{"account":"slack:T1:UOLGA","act":"account linked","agent":null,"at":1795985551589703,"number":5,"request":null,"result":"ok","who":"22099dd429ba7302"}', '2528be8ac358ceea2e631db58949b5a212b53cbf43f5577a13acf1e0e5a34194');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 6, 1795985551600339, '22099dd429ba7302', NULL, '{"account":"token","act":"invited","agent":null,"at":1795985551600339,"invite":"22099dd429ba7302-06617078d32ad3242f97ad","number":6,"request":null,"result":"ok","role":"member","room":"22099dd429ba7302-06617078d2054bfb3ee765","who":"22099dd429ba7302"}', 'f84625028ec17d5c4260e2931a2f0fad6ce51ccede1151faef1bfdec0e79a14d');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 7, 1795985551614724, '64d1c7ae56003d90', NULL, '{"account":"slack:T1:USARAH","act":"joined","agent":null,"at":1795985551614724,"number":7,"request":null,"result":"ok","role":"member","room":"22099dd429ba7302-06617078d2054bfb3ee765","way":"invite:22099dd429ba7302-06617078d32ad3242f97ad","who":"64d1c7ae56003d90"}', 'f01cf67b14d075c72eecb98814721324c32c0583e955be816c8a534ca6d841f5');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 8, 1795985551640715, '22099dd429ba7302', NULL, '{"account":"token","act":"invited","agent":null,"at":1795985551640715,"invite":"22099dd429ba7302-06617078d3c88b164e4eba","number":8,"request":null,"result":"ok","role":"member","room":"22099dd429ba7302-06617078d2054bfb3ee765","who":"22099dd429ba7302"}', 'f17e4796ae2c746eb7e822096765fadc67f45df7ff5e904b4b144dff2f8071f1');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 9, 1795985551649384, 'nobody', NULL, '{"account":"slack:T1:USTRANGER","act":"join asked","agent":null,"at":1795985551649384,"join":"22099dd429ba7302-06617078d3ea682e07692a","number":9,"request":null,"result":"ok","room":"22099dd429ba7302-06617078d2054bfb3ee765","who":"nobody"}', 'a9292d9972785418bb9272be4177d95ec3f20ca8bfff2526d0a1334d3a795d2f');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 10, 1795985551678463, '246fe4ee6c530fc6', NULL, '{"account":"slack:T1:UOLGA","act":"joined","agent":null,"at":1795985551678463,"number":10,"request":null,"result":"ok","role":"member","room":"22099dd429ba7302-06617078d2054bfb3ee765","way":"join:22099dd429ba7302-06617078d3ea682e07692a","who":"246fe4ee6c530fc6"}', '5b9f51e1f5b1218c839265c48e1011e3fa1494c9eab84f7b32edac4c97ba87bf');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 11, 1795985551678463, '246fe4ee6c530fc6', '22099dd429ba7302-06617078d45bfff313798c', '{"account":"slack:T1:USTRANGER","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551678463,"number":11,"public_id":"R20261129-01","request":"22099dd429ba7302-06617078d45bfff313798c","result":"ok","who":"246fe4ee6c530fc6"}', 'e1d99dc972edcb394ade14bf8f6bca4d68832caf2002f90c45068a02ee64a5f1');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 12, 1795985551678463, '22099dd429ba7302', '22099dd429ba7302-06617078d45bfff313798c', '{"account":null,"act":"approved","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551678463,"decision":"once","number":12,"public_id":"R20261129-01","request":"22099dd429ba7302-06617078d45bfff313798c","result":"ok","who":"22099dd429ba7302"}', '0a5701c23c2f0960eaa47e616f7e1b2379817eb2200aa8ed1bc96ad831050d4d');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 13, 1795985551678463, '22099dd429ba7302', '22099dd429ba7302-06617078d45bfff313798c', '{"account":"slack:T1:UOLGA","act":"join admitted","agent":null,"at":1795985551678463,"join":"22099dd429ba7302-06617078d3ea682e07692a","number":13,"request":"22099dd429ba7302-06617078d45bfff313798c","result":"ok","who":"22099dd429ba7302"}', '7aef577fbdbb046359275f0a52bce5e76403623e023dc17adfb48e573a80e56e');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 14, 1795985551723533, 'nobody', NULL, '{"account":"slack:T1:UANOTHER","act":"join asked","agent":null,"at":1795985551723533,"join":"22099dd429ba7302-06617078d50c0d42a80668","number":14,"request":null,"result":"ok","room":"22099dd429ba7302-06617078d2054bfb3ee765","who":"nobody"}', 'b9be6fa3a4dae9d09d42a8321999a1d15237612920f1499a057fe3ebcfc019c1');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 15, 1795985551737844, '64d1c7ae56003d90', '22099dd429ba7302-06617078d543f418730d5e', '{"account":"slack:T1:USARAH","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551737844,"number":15,"public_id":"R20261129-02","request":"22099dd429ba7302-06617078d543f418730d5e","result":"ok","who":"64d1c7ae56003d90"}', '0f4d60d65619e48762ff44eb8412bc8f2e721578f2487ca629adde1888aadd20');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 16, 1795985551794110, '64d1c7ae56003d90', '22099dd429ba7302-06617078d61fbea4574f18', '{"account":"slack:T1:USARAH","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551794110,"number":16,"public_id":"R20261129-03","request":"22099dd429ba7302-06617078d61fbea4574f18","result":"ok","who":"64d1c7ae56003d90"}', '5290f61678cd684ced43a9ee04403b3f6fb373d64b9af244e1b9d84907f981c1');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 17, 1795985551824298, 'clock', '22099dd429ba7302-06617078d61fbea4574f18', '{"account":null,"act":"expired","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551824298,"number":17,"public_id":"R20261129-03","request":"22099dd429ba7302-06617078d61fbea4574f18","result":"ok","who":"clock"}', 'e6a190bffbacbdab849651bc67818bcbfdec2788e7a5f6035fffcb0223d89fe6');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 18, 1795985551830389, '64d1c7ae56003d90', '22099dd429ba7302-06617078d6ad75a42fd3f9', '{"account":"slack:T1:USARAH","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551830389,"number":18,"public_id":"R20261129-04","request":"22099dd429ba7302-06617078d6ad75a42fd3f9","result":"ok","who":"64d1c7ae56003d90"}', '86d44f78830180bbed28f56b9d3094d37ab139a18889f1f344699e3c600ac375');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 19, 1795985551850179, '64d1c7ae56003d90', '22099dd429ba7302-06617078d6ad75a42fd3f9', '{"account":"slack:T1:USARAH","act":"cancelled","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551850179,"number":19,"public_id":"R20261129-04","request":"22099dd429ba7302-06617078d6ad75a42fd3f9","result":"ok","who":"64d1c7ae56003d90"}', '4b852eb4b5abc71a28348499eb508209f6fd3af13358f16bbe75fb4f70b02de4');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 20, 1795985551864012, '64d1c7ae56003d90', '22099dd429ba7302-06617078d730cc1275ec38', '{"account":"slack:T1:USARAH","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551864012,"number":20,"public_id":"R20261129-05","request":"22099dd429ba7302-06617078d730cc1275ec38","result":"ok","who":"64d1c7ae56003d90"}', '50dcc234f754ed70edfde307d1892ffa9dd8c2158ef27a5ec2d6bf3dc35d7b1d');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 26, 1795985552017157, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '22099dd429ba7302-06617078d45bfff313798c', '{"account":null,"act":"action_asked","action":"22099dd429ba7302-06617078d987051694e204","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552017157,"digest":"digest","kind":"delete","number":26,"public_id":"R20261129-01","request":"22099dd429ba7302-06617078d45bfff313798c","result":"ok","who":"agent:22099dd429ba7302-06617078d2054b487ea0c7"}', 'bc8d32498c7d11809f8bfebd6d83eb8a070adc4f05840a84c01ff118bd7c3cbc');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 27, 1795985552028975, '22099dd429ba7302', '22099dd429ba7302-06617078d45bfff313798c', '{"account":"token","act":"action_decided","action":"22099dd429ba7302-06617078d987051694e204","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552028975,"digest":"digest","kind":"delete","number":27,"public_id":"R20261129-01","request":"22099dd429ba7302-06617078d45bfff313798c","result":"ok","state":"allowed","who":"22099dd429ba7302"}', '91a19ba1b20249f830de8d36a3b2ef51adf9cc499199925a2fe7a6140be15f46');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 32, 1795985552086034, 'machine:22099dd429ba7302-06617078d2054b96704c34', '22099dd429ba7302-06617078d7e4d0cfef99c6', '{"account":null,"act":"done","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552086034,"happened_at":1,"number":32,"public_id":"R20261129-06","request":"22099dd429ba7302-06617078d7e4d0cfef99c6","result":"ok","text":"the end","who":"machine:22099dd429ba7302-06617078d2054b96704c34"}', '13046f5313bea154856e2202e7e20c8450d66b15d6493ec99806e7a67d75574c');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 21, 1795985551883182, '22099dd429ba7302', '22099dd429ba7302-06617078d730cc1275ec38', '{"account":"slack:T1:UOLGA","act":"denied","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551883182,"decision":"denied","number":21,"public_id":"R20261129-05","reason":"not today","request":"22099dd429ba7302-06617078d730cc1275ec38","result":"ok","version":1,"who":"22099dd429ba7302"}', 'c7c7e21746d4446cfcb8d3b7568832f9a4d8b3195a8d964936e5df342a923a42');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 36, 1795985552114450, '22099dd429ba7302', '22099dd429ba7302-06617078dac2e4c7be31ca', '{"account":null,"act":"stopping","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552114450,"number":36,"public_id":"R20261129-07","request":"22099dd429ba7302-06617078dac2e4c7be31ca","result":"ok","who":"22099dd429ba7302"}', 'f2946f2f3a82c5c24800ba658b70ac50a1540db89f76374d5caa2c1458428596');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 22, 1795985551910096, '64d1c7ae56003d90', '22099dd429ba7302-06617078d7e4d0cfef99c6', '{"account":"slack:T1:USARAH","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551910096,"number":22,"public_id":"R20261129-06","request":"22099dd429ba7302-06617078d7e4d0cfef99c6","result":"ok","who":"64d1c7ae56003d90"}', '88f529a297dd89b898d26af40df2e326896af8ac55a6db9d9827242da8cacc66');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 30, 1795985552063286, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '22099dd429ba7302-06617078d7e4d0cfef99c6', '{"account":null,"act":"action_asked","action":"22099dd429ba7302-06617078da3b362261a51a","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552063286,"digest":"digest","kind":"delete","number":30,"public_id":"R20261129-06","request":"22099dd429ba7302-06617078d7e4d0cfef99c6","result":"ok","who":"agent:22099dd429ba7302-06617078d2054b487ea0c7"}', '07fd29a181895ceba83ab167dee75320fc7f95e2ed00d9ae3566793baf48e1b0');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 40, 1795985552144655, '64d1c7ae56003d90', '22099dd429ba7302-06617078db790f565bc771', '{"account":"slack:T1:USARAH","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552144655,"number":40,"public_id":"R20261129-09","request":"22099dd429ba7302-06617078db790f565bc771","result":"ok","who":"64d1c7ae56003d90"}', '1d15a3654206d4a8f489bed4b0d5f06d9f555e35a99454caff071da204538ed0');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 41, 1795985552144655, '22099dd429ba7302', '22099dd429ba7302-06617078db790f565bc771', '{"account":null,"act":"approved","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552144655,"decision":"grant","number":41,"public_id":"R20261129-09","request":"22099dd429ba7302-06617078db790f565bc771","result":"ok","who":"22099dd429ba7302"}', 'da5fa7431f8444741e3997fecf3047a324b183d3ae1ba142d062a546e075659b');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 23, 1795985551928018, '64d1c7ae56003d90', '22099dd429ba7302-06617078d7e4d0cfef99c6', '{"account":"slack:T1:USARAH","act":"edited","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551928018,"number":23,"public_id":"R20261129-06","request":"22099dd429ba7302-06617078d7e4d0cfef99c6","result":"ok","version":2,"who":"64d1c7ae56003d90"}', 'da5b19ab4d551e0e084294eaeebb47e7c0f6de6563e52803372d872e728c55fb');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 31, 1795985552069200, '22099dd429ba7302', '22099dd429ba7302-06617078d7e4d0cfef99c6', '{"account":"token","act":"action_decided","action":"22099dd429ba7302-06617078da3b362261a51a","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552069200,"digest":"digest","kind":"delete","number":31,"public_id":"R20261129-06","request":"22099dd429ba7302-06617078d7e4d0cfef99c6","result":"ok","state":"allowed","who":"22099dd429ba7302"}', '8875c9031a9c5392fb857f7bd9f494f6eb149e39a6fcda458775e4cbfa1fa3a1');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 24, 1795985551951100, '22099dd429ba7302', '22099dd429ba7302-06617078d7e4d0cfef99c6', '{"account":"token","act":"approved","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985551951100,"decision":"once","number":24,"public_id":"R20261129-06","request":"22099dd429ba7302-06617078d7e4d0cfef99c6","result":"ok","version":2,"who":"22099dd429ba7302"}', '132fdb5485ea8f23cc1bb3e165b7576064794e08bc38936f39346bb41800341b');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 28, 1795985552045176, 'machine:22099dd429ba7302-06617078d2054b96704c34', '22099dd429ba7302-06617078d45bfff313798c', '{"account":null,"act":"failed","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552045176,"happened_at":1,"number":28,"public_id":"R20261129-01","request":"22099dd429ba7302-06617078d45bfff313798c","result":"ok","text":"the end","who":"machine:22099dd429ba7302-06617078d2054b96704c34"}', 'f8467bf2de12513a110908fe7d462faca461e2e8a7e7b2fc388f72d94ee94d71');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 29, 1795985552056807, 'machine:22099dd429ba7302-06617078d2054b96704c34', '22099dd429ba7302-06617078d7e4d0cfef99c6', '{"account":null,"act":"started","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552056807,"number":29,"public_id":"R20261129-06","request":"22099dd429ba7302-06617078d7e4d0cfef99c6","result":"ok","who":"machine:22099dd429ba7302-06617078d2054b96704c34"}', '7885937f45da816b7d61e64f66dc1e23f512cd770104402c2591c3e6be126739');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 38, 1795985552137345, '22099dd429ba7302', '22099dd429ba7302-06617078db1f237554d306', '{"account":"token","act":"approved","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552137345,"decision":"always","number":38,"public_id":"R20261129-08","request":"22099dd429ba7302-06617078db1f237554d306","result":"ok","version":1,"who":"22099dd429ba7302"}', 'c2a858b51e4197dd8cb339bfcf1fa696fc09d04a49b12228665d67efa0abffe7');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 39, 1795985552137345, '22099dd429ba7302', '22099dd429ba7302-06617078db1f237554d306', '{"account":"token","act":"granted","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552137345,"grant":"22099dd429ba7302-06617078db5c81b29c59d4","number":39,"person":"64d1c7ae56003d90","request":"22099dd429ba7302-06617078db1f237554d306","result":"ok","room":"22099dd429ba7302-06617078d2054bfb3ee765","who":"22099dd429ba7302"}', '776f3c4fdc71b387e856afc9b0bf1bd93b2ec489447e50673068a77b5d9a97a5');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 25, 1795985552001183, 'machine:22099dd429ba7302-06617078d2054b96704c34', '22099dd429ba7302-06617078d45bfff313798c', '{"account":null,"act":"started","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552001183,"number":25,"public_id":"R20261129-01","request":"22099dd429ba7302-06617078d45bfff313798c","result":"ok","who":"machine:22099dd429ba7302-06617078d2054b96704c34"}', 'c9afb628501d4961515baffdd110eb959821cf812ab21ad7e8ffe43f13de366a');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 35, 1795985552108643, 'machine:22099dd429ba7302-06617078d2054b96704c34', '22099dd429ba7302-06617078dac2e4c7be31ca', '{"account":null,"act":"started","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552108643,"number":35,"public_id":"R20261129-07","request":"22099dd429ba7302-06617078dac2e4c7be31ca","result":"ok","who":"machine:22099dd429ba7302-06617078d2054b96704c34"}', '7968a703194f7982bd6aeb45a5229381c8517160cdb2a99bf2b5846ae42dc01e');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 33, 1795985552098020, '22099dd429ba7302', '22099dd429ba7302-06617078dac2e4c7be31ca', '{"account":"token","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552098020,"number":33,"public_id":"R20261129-07","request":"22099dd429ba7302-06617078dac2e4c7be31ca","result":"ok","who":"22099dd429ba7302"}', '95d8221333e36f56e7b77113dfe3b2255ca654edf7b3c102c30d3e33ff64a6a6');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 34, 1795985552098020, '22099dd429ba7302', '22099dd429ba7302-06617078dac2e4c7be31ca', '{"account":null,"act":"approved","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552098020,"decision":"own","number":34,"public_id":"R20261129-07","request":"22099dd429ba7302-06617078dac2e4c7be31ca","result":"ok","who":"22099dd429ba7302"}', '5cbe63335ddd1937b6328531bf2cefcb68803c66d09f8ccb3ae479ec4c0031b5');
INSERT INTO public.audit VALUES ('22099dd429ba7302', 37, 1795985552121635, '64d1c7ae56003d90', '22099dd429ba7302-06617078db1f237554d306', '{"account":"slack:T1:USARAH","act":"asked","agent":"22099dd429ba7302-06617078d2054b487ea0c7","at":1795985552121635,"number":37,"public_id":"R20261129-08","request":"22099dd429ba7302-06617078db1f237554d306","result":"ok","who":"64d1c7ae56003d90"}', '5328f4f61aa098351bf05eca98ffeec383a11d8b08ea6d9d01ee3021a590c53b');
INSERT INTO public.binding VALUES ('slack', 'T1', 'C1', '22099dd429ba7302-06617078d2054bfb3ee765');
INSERT INTO public.blob VALUES ('64d1c7ae56003d90-94450084f6e5efe828c0d36d', '64d1c7ae56003d90', 5, '\x6279746573', 1795985551894340, '22099dd429ba7302-06617078d7e4d0cfef99c6');
INSERT INTO public.counter VALUES ('22099dd429ba7302', 20261129, 9);
INSERT INTO public.credential VALUES ('96645e53e56cc0d3df8ccec90018095ebe5d036e4efa460b26c23e3e213435f8', 'person', '22099dd429ba7302', NULL, 'test', 1795985551525195, NULL);
INSERT INTO public.credential VALUES ('84cdd89ba5ace6386cea2023a63130aed58409c5af69f78049d2b659c6c1498b', 'connector', '22099dd429ba7302', 'slack', 'test', 1795985551525195, NULL);
INSERT INTO public.credential VALUES ('0bc061f431cb91f09fda6fc68f309ceb45f0316f847af20ecc49b9d04ef129ee', 'connector', '22099dd429ba7302', 'web', 'test', 1795985551525195, NULL);
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 1, 'asked', 1795985551678463, '246fe4ee6c530fc6', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 2, 'approved', 1795985551678463, '22099dd429ba7302', '{"decision":"once"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d543f418730d5e', 1, 'asked', 1795985551737844, '64d1c7ae56003d90', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d61fbea4574f18', 1, 'asked', 1795985551794110, '64d1c7ae56003d90', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d61fbea4574f18', 2, 'expired', 1795985551824298, 'clock', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d6ad75a42fd3f9', 1, 'asked', 1795985551830389, '64d1c7ae56003d90', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d6ad75a42fd3f9', 2, 'cancelled', 1795985551850179, '64d1c7ae56003d90', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d730cc1275ec38', 1, 'asked', 1795985551864012, '64d1c7ae56003d90', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d730cc1275ec38', 2, 'denied', 1795985551883182, '22099dd429ba7302', '{"decision":"denied","reason":"not today","version":1}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 1, 'asked', 1795985551910096, '64d1c7ae56003d90', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 2, 'edited', 1795985551928018, '64d1c7ae56003d90', '{"version":2}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 3, 'approved', 1795985551951100, '22099dd429ba7302', '{"decision":"once","version":2}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 3, 'started', 1795985552001183, 'machine:22099dd429ba7302-06617078d2054b96704c34', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 4, 'action_asked', 1795985552017157, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '{"action":"22099dd429ba7302-06617078d987051694e204","digest":"digest","kind":"delete"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 5, 'action_decided', 1795985552028975, '22099dd429ba7302', '{"action":"22099dd429ba7302-06617078d987051694e204","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 6, 'session', 1795985552045176, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '{"happened_at":1,"session":"session-1"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 7, 'file', 1795985552045176, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 8, 'plan', 1795985552045176, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d45bfff313798c', 9, 'failed', 1795985552045176, 'machine:22099dd429ba7302-06617078d2054b96704c34', '{"happened_at":1,"text":"the end"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 4, 'started', 1795985552056807, 'machine:22099dd429ba7302-06617078d2054b96704c34', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 5, 'action_asked', 1795985552063286, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '{"action":"22099dd429ba7302-06617078da3b362261a51a","digest":"digest","kind":"delete"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 6, 'action_decided', 1795985552069200, '22099dd429ba7302', '{"action":"22099dd429ba7302-06617078da3b362261a51a","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 7, 'session', 1795985552086034, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '{"happened_at":1,"session":"session-1"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 8, 'file', 1795985552086034, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 9, 'plan', 1795985552086034, 'agent:22099dd429ba7302-06617078d2054b487ea0c7', '{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', 10, 'done', 1795985552086034, 'machine:22099dd429ba7302-06617078d2054b96704c34', '{"happened_at":1,"text":"the end"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078dac2e4c7be31ca', 1, 'asked', 1795985552098020, '22099dd429ba7302', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078dac2e4c7be31ca', 2, 'approved', 1795985552098020, '22099dd429ba7302', '{"decision":"own"}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078dac2e4c7be31ca', 3, 'started', 1795985552108643, 'machine:22099dd429ba7302-06617078d2054b96704c34', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078dac2e4c7be31ca', 4, 'stopping', 1795985552114450, '22099dd429ba7302', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078db1f237554d306', 1, 'asked', 1795985552121635, '64d1c7ae56003d90', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078db1f237554d306', 2, 'approved', 1795985552137345, '22099dd429ba7302', '{"decision":"always","version":1}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078db790f565bc771', 1, 'asked', 1795985552144655, '64d1c7ae56003d90', '{}');
INSERT INTO public.event VALUES ('22099dd429ba7302-06617078db790f565bc771', 2, 'approved', 1795985552144655, '22099dd429ba7302', '{"decision":"grant"}');
INSERT INTO public.head VALUES ('lease:slack:T1', 0, '0000000000000000000000000000000000000000000000000000000000000000', 1795985551565645);
INSERT INTO public.head VALUES ('64d1c7ae56003d90', 0, '0000000000000000000000000000000000000000000000000000000000000000', 1795985551894340);
INSERT INTO public.head VALUES ('22099dd429ba7302', 41, 'da5fa7431f8444741e3997fecf3047a324b183d3ae1ba142d062a546e075659b', 1795985552144655);
INSERT INTO public.invite VALUES ('22099dd429ba7302-06617078d32ad3242f97ad', '22099dd429ba7302-06617078d2054bfb3ee765', 'member', '663e950ff2d6cf3fdbf23a8a60a41e0f90420acd9718f1cd0f502a325b009205', 0, 1796590351600339, NULL, 1795985551600339);
INSERT INTO public.invite VALUES ('22099dd429ba7302-06617078d3c88b164e4eba', '22099dd429ba7302-06617078d2054bfb3ee765', 'member', '17a81fcf73d5ab53d5dbe62d56dc125f2ffcd31aa9a760cd774b3c5adf9f022d', 1, 1796590351640715, NULL, 1795985551640715);
INSERT INTO public.join_card VALUES ('22099dd429ba7302-06617078d3ea682e07692a', '22099dd429ba7302', '22099dd429ba7302-06617078d2054bfb3ee765', 'slack', 'T1', 'USTRANGER', 'Stranger', 'en', false, 'slack:T1:C1:1.000100', '{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true},"prompt":"let me in","agent":null,"room":null,"attachments":[],"quoted":[]}', 'admitted', 1795985551649384, 1796071951649384, 1795985551678463, '22099dd429ba7302', '22099dd429ba7302-06617078d45bfff313798c');
INSERT INTO public.join_card VALUES ('22099dd429ba7302-06617078d50c0d42a80668', '22099dd429ba7302', '22099dd429ba7302-06617078d2054bfb3ee765', 'slack', 'T1', 'UANOTHER', 'Another', 'en', false, 'slack:T1:C1:2.000100', '{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"2.000100","direct":false,"shows":true},"prompt":"me too","agent":null,"room":null,"attachments":[],"quoted":[]}', 'waiting', 1795985551723533, 1796071951723533, NULL, NULL, NULL);
INSERT INTO public.lease VALUES ('slack', 'T1', '22099dd429ba7302', 'first', 1, 1795985566565645, 1795985551565645);
INSERT INTO public.link VALUES ('2ffdd727d097660cb19210638970ea9c1ab26850ed9a4858fddea99abe8508e2', '22099dd429ba7302', true, 'token', 1795986151577815, 'slack', 'T1', 'UOLGA', 'Olga', 1795985551589703);
INSERT INTO public.machine VALUES ('22099dd429ba7302-06617078d2054b96704c34', '22099dd429ba7302', 'laptop', '1363e16f4156ff7079a13d03eca75cfbb3fdd7f7158d3b04a2be64991d8daf10', 1, 'one', '0', 1795985551971562, 1795985551525195, NULL, NULL);
INSERT INTO public.member VALUES ('22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302', 'owner', 1795985551525195, NULL);
INSERT INTO public.member VALUES ('22099dd429ba7302-06617078d2054bfb3ee765', '64d1c7ae56003d90', 'member', 1795985551614724, NULL);
INSERT INTO public.member VALUES ('22099dd429ba7302-06617078d2054bfb3ee765', '246fe4ee6c530fc6', 'member', 1795985551678463, NULL);
INSERT INTO public.person VALUES ('22099dd429ba7302', 'Olga', 'en', 1795985551525195);
INSERT INTO public.person VALUES ('64d1c7ae56003d90', 'Sarah', 'en', 1795985551614724);
INSERT INTO public.person VALUES ('246fe4ee6c530fc6', 'Stranger', 'en', 1795985551678463);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d3ea68df87e04d', '22099dd429ba7302', '22099dd429ba7302-06617078d3ea682e07692a', 'slack', 'T1', 'asked', 'C1', '1.000100', '1.000100', false, 'en', 2, 0, '{}', 1795985551649384, 1795985551678463, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d3ea68b8e72dfb', '22099dd429ba7302', '22099dd429ba7302-06617078d3ea682e07692a', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795985551649384, 1795985551678463, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d50c0d03a33221', '22099dd429ba7302', '22099dd429ba7302-06617078d50c0d42a80668', 'slack', 'T1', 'asked', 'C1', '2.000100', '2.000100', false, 'en', 1, 0, '{}', 1795985551723533, 1795985551723533, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d50c0de47a3278', '22099dd429ba7302', '22099dd429ba7302-06617078d50c0d42a80668', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1795985551723533, 1795985551723533, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d543f43a545b1d', '22099dd429ba7302', '22099dd429ba7302-06617078d543f418730d5e', 'slack', 'T1', 'asked', 'C1', '3.000100', '3.000100', false, 'en', 1, 0, '{}', 1795985551737844, 1795985551737844, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d543f45f100485', '22099dd429ba7302', '22099dd429ba7302-06617078d543f418730d5e', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1795985551737844, 1795985551737844, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d61fbe7167e7ba', '22099dd429ba7302', '22099dd429ba7302-06617078d61fbea4574f18', 'slack', 'T1', 'asked', 'C1', '4.000100', '4.000100', false, 'en', 2, 0, '{}', 1795985551794110, 1795985551824298, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d61fbe51af5ee9', '22099dd429ba7302', '22099dd429ba7302-06617078d61fbea4574f18', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795985551794110, 1795985551824298, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d6ad75bc058871', '22099dd429ba7302', '22099dd429ba7302-06617078d6ad75a42fd3f9', 'slack', 'T1', 'asked', 'C1', '5.000100', '5.000100', false, 'en', 2, 0, '{}', 1795985551830389, 1795985551850179, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d6ad75d8cdd761', '22099dd429ba7302', '22099dd429ba7302-06617078d6ad75a42fd3f9', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795985551830389, 1795985551850179, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d730cc64ce3553', '22099dd429ba7302', '22099dd429ba7302-06617078d730cc1275ec38', 'slack', 'T1', 'asked', 'C1', '6.000100', '6.000100', false, 'en', 2, 0, '{}', 1795985551864012, 1795985551883182, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d730ccb5b6d5bb', '22099dd429ba7302', '22099dd429ba7302-06617078d730cc1275ec38', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795985551864012, 1795985551883182, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d45bffdf212f83', '22099dd429ba7302', '22099dd429ba7302-06617078d45bfff313798c', 'slack', 'T1', 'asked', 'C1', '1.000100', '1.000100', false, 'en', 9, 0, '{}', 1795985551678463, 1795985552045176, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d98705ecc17bd4', '22099dd429ba7302', '22099dd429ba7302-06617078d45bfff313798c', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 9, 0, '{}', 1795985552017157, 1795985552045176, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d7e4d001717c83', '22099dd429ba7302', '22099dd429ba7302-06617078d7e4d0cfef99c6', 'slack', 'T1', 'asked', 'C1', '7.000100', '7.000100', false, 'en', 10, 0, '{}', 1795985551910096, 1795985552086034, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078d7e4d089e948a7', '22099dd429ba7302', '22099dd429ba7302-06617078d7e4d0cfef99c6', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 10, 0, '{}', 1795985551910096, 1795985552086034, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078dac2e41a29e5c2', '22099dd429ba7302', '22099dd429ba7302-06617078dac2e4c7be31ca', 'slack', 'T1', 'mirror', 'C1', NULL, NULL, false, 'en', 4, 0, '{}', 1795985552098020, 1795985552114450, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078db1f234f167ce0', '22099dd429ba7302', '22099dd429ba7302-06617078db1f237554d306', 'slack', 'T1', 'asked', 'C1', '9.000100', '9.000100', false, 'en', 2, 0, '{}', 1795985552121635, 1795985552137345, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078db1f23b7d19519', '22099dd429ba7302', '22099dd429ba7302-06617078db1f237554d306', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1795985552121635, 1795985552137345, NULL);
INSERT INTO public.place VALUES ('22099dd429ba7302-06617078db790f424bf24e', '22099dd429ba7302', '22099dd429ba7302-06617078db790f565bc771', 'slack', 'T1', 'asked', 'C1', '10.000100', '10.000100', false, 'en', 2, 0, '{}', 1795985552144655, 1795985552144655, NULL);
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078d543f418730d5e', '22099dd429ba7302', 20261129, 2, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '64d1c7ae56003d90', 'slack:T1:USARAH', false, 'slack:T1:C1:3.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"3.000100","direct":false,"shows":true}', NULL, 'pending 安全', '[]', '[]', 1, 1, 'pending', 1795985551737844, 1795985551737844, 1796071951737844, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '22099dd429ba7302-06617078d2054b96704c34', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078d61fbea4574f18', '22099dd429ba7302', 20261129, 3, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '64d1c7ae56003d90', 'slack:T1:USARAH', false, 'slack:T1:C1:4.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"4.000100","direct":false,"shows":true}', NULL, 'expired', '[]', '[]', 1, 2, 'expired', 1795985551794110, 1795985551824298, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795985551824298, 'clock', '22099dd429ba7302-06617078d2054b96704c34', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078d6ad75a42fd3f9', '22099dd429ba7302', 20261129, 4, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '64d1c7ae56003d90', 'slack:T1:USARAH', false, 'slack:T1:C1:5.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"5.000100","direct":false,"shows":true}', NULL, 'cancelled', '[]', '[]', 1, 2, 'cancelled', 1795985551830389, 1795985551850179, 1796071951830389, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1795985551850179, '64d1c7ae56003d90', '22099dd429ba7302-06617078d2054b96704c34', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078d730cc1275ec38', '22099dd429ba7302', 20261129, 5, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '64d1c7ae56003d90', 'slack:T1:USARAH', false, 'slack:T1:C1:6.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"6.000100","direct":false,"shows":true}', NULL, 'denied', '[]', '[]', 1, 2, 'cancelled', 1795985551864012, 1795985551883182, 1796071951864012, NULL, '22099dd429ba7302', 1795985551883182, 'deny', 'denied', 'not today', NULL, 1795985551883182, '22099dd429ba7302', '22099dd429ba7302-06617078d2054b96704c34', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078d45bfff313798c', '22099dd429ba7302', 20261129, 1, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '246fe4ee6c530fc6', 'slack:T1:USTRANGER', false, 'slack:T1:C1:1.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true}', NULL, 'let me in', '[]', '[]', 1, 9, 'failed', 1795985551678463, 1795985552045176, NULL, 1795985551678463, '22099dd429ba7302', 1795985551678463, NULL, 'once', NULL, 1795985552001183, 1795985552045176, 'machine:22099dd429ba7302-06617078d2054b96704c34', '22099dd429ba7302-06617078d2054b96704c34', 1, 1795985612001183, NULL, NULL, 4, NULL, NULL, 'session-1', NULL, NULL, '[["look","completed"]]', '[{"added":2,"path":"a.py","removed":1}]', 'the end');
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078d7e4d0cfef99c6', '22099dd429ba7302', 20261129, 6, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '64d1c7ae56003d90', 'slack:T1:USARAH', false, 'slack:T1:C1:7.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"7.000100","direct":false,"shows":true}', NULL, 'first', '[{"blob":"64d1c7ae56003d90-94450084f6e5efe828c0d36d","media_type":"text/plain","name":"notes.txt","size":5}]', '[]', 2, 10, 'done', 1795985551910096, 1795985552086034, 1796071951910096, 1795985551951100, '22099dd429ba7302', 1795985551951100, 'tap:22099dd429ba7302-06617078d7e4d0cfef99c6', 'once', NULL, 1795985552056807, 1795985552086034, 'machine:22099dd429ba7302-06617078d2054b96704c34', '22099dd429ba7302-06617078d2054b96704c34', 1, 1795985612056807, NULL, NULL, 4, NULL, NULL, 'session-1', NULL, NULL, '[["look","completed"]]', '[{"added":2,"path":"a.py","removed":1}]', 'the end');
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078dac2e4c7be31ca', '22099dd429ba7302', 20261129, 7, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '22099dd429ba7302', 'token', false, '22099dd429ba7302-06617078d2054bfb3ee765:cli:T1:C1:8.000100', '{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"8.000100","direct":false,"shows":false}', NULL, 'running', '[]', '[]', 1, 4, 'running', 1795985552098020, 1795985552114450, NULL, 1795985552098020, '22099dd429ba7302', 1795985552098020, NULL, 'own', NULL, 1795985552108643, NULL, NULL, '22099dd429ba7302-06617078d2054b96704c34', 1, 1795985612108643, NULL, NULL, 0, 1795985552114450, '22099dd429ba7302', NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078db1f237554d306', '22099dd429ba7302', 20261129, 8, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '64d1c7ae56003d90', 'slack:T1:USARAH', false, 'slack:T1:C1:9.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"9.000100","direct":false,"shows":true}', NULL, 'granted', '[]', '[]', 1, 2, 'approved', 1795985552121635, 1795985552137345, 1796071952121635, 1795985552137345, '22099dd429ba7302', 1795985552137345, 'tap:22099dd429ba7302-06617078db1f237554d306', 'always', NULL, NULL, NULL, NULL, '22099dd429ba7302-06617078d2054b96704c34', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.request VALUES ('22099dd429ba7302-06617078db790f565bc771', '22099dd429ba7302', 20261129, 9, '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '64d1c7ae56003d90', 'slack:T1:USARAH', false, 'slack:T1:C1:10.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"10.000100","direct":false,"shows":true}', NULL, 'approved by the grant', '[]', '[]', 1, 2, 'approved', 1795985552144655, 1795985552144655, NULL, 1795985552144655, '22099dd429ba7302', 1795985552144655, NULL, 'grant', NULL, NULL, NULL, NULL, '22099dd429ba7302-06617078d2054b96704c34', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL);
INSERT INTO public.room VALUES ('22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302', 'Backend', 'claude', NULL, false, 1795985551525195);
INSERT INTO public.room_agent VALUES ('22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7');
INSERT INTO public.session VALUES ('22099dd429ba7302-06617078d2054b487ea0c7', '22099dd429ba7302-06617078d2054bfb3ee765', 'session-1', 1795985552086034);
INSERT INTO public.standing_grant VALUES ('22099dd429ba7302-06617078db5c81b29c59d4', '22099dd429ba7302', '22099dd429ba7302-06617078d2054bfb3ee765', '22099dd429ba7302-06617078d2054b487ea0c7', '64d1c7ae56003d90', 1795985552137345, NULL, 1);
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
CREATE INDEX ix_request_room_ended ON public.request USING btree (room, state, id) WHERE (ended_at IS NOT NULL);
CREATE INDEX ix_request_room_id ON public.request USING btree (room, id);
CREATE INDEX ix_request_room_open ON public.request USING btree (room, id) WHERE (ended_at IS NULL);
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
