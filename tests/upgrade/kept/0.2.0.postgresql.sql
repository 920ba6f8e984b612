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
    used_at bigint,
    facts text,
    reserved text,
    outcome character varying,
    exit_code integer,
    outcome_at bigint,
    settled_at bigint,
    settled_by character varying,
    settled_key character varying,
    evidence text,
    looked character varying
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
    created_at bigint NOT NULL,
    budget text,
    sandbox boolean
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
    result text,
    meters text
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
INSERT INTO public.account VALUES ('slack', 'T1', 'UOLGA', 'f81464607d37fa67', 'Olga', 'en', false, 1796067829819451);
INSERT INTO public.account VALUES ('slack', 'T1', 'USARAH', '1b9ec0961b0cd7a7', 'Sarah', 'en', false, 1796067829861745);
INSERT INTO public.account VALUES ('slack', 'T1', 'USTRANGER', '68f49b12a0cce84f', 'Stranger', 'en', false, 1796067829935428);
INSERT INTO public.action VALUES ('f81464607d37fa67-066183a10366174f522c1d', 'f81464607d37fa67', 'f81464607d37fa67-066183a0feed448a88c7fb', 'call', 'digest', 'delete', 'Bash', 'rm old', true, '/srv/project', 'It deletes something.', 'allowed', 1796067830228503, 1796068830228503, 1796067830244399, 'f81464607d37fa67', 'allow', NULL, 1796067830255434, '[]', '{"tool_calls":1}', 'done', NULL, 1796067830261851, 1796067830273088, 'f81464607d37fa67', 'settle', 'It is gone.', NULL);
INSERT INTO public.action VALUES ('f81464607d37fa67-066183a1044c01dcff371a', 'f81464607d37fa67', 'f81464607d37fa67-066183a102141249a0f4b3', 'call', 'digest', 'delete', 'Bash', 'rm old', true, '/srv/project', 'It deletes something.', 'allowed', 1796067830287361, 1796068830287361, 1796067830291424, 'f81464607d37fa67', 'allow', NULL, 1796067830295019, '[]', '{"tool_calls":1}', 'done', 0, 1796067830297028, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.agent VALUES ('f81464607d37fa67-066183a0fbc85e74a2adae', 'f81464607d37fa67', 'f81464607d37fa67-066183a0fbc85eb45b16c3', 'claude', 'scripted', '/srv/project', 'C', NULL, 1796067829729374, NULL, NULL);
INSERT INTO public.alembic_version VALUES ('0002');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 1, 1796067829729374, 'f81464607d37fa67', NULL, '{"account":"token","act":"machine registered","agent":null,"at":1796067829729374,"machine":"f81464607d37fa67-066183a0fbc85eb45b16c3","name":"laptop","number":1,"request":null,"result":"ok","who":"f81464607d37fa67"}', '38b00b53e2f647611d3965ac7695a7b7bf950b9df146c838b546d4c400d5f7b3');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 2, 1796067829729374, 'f81464607d37fa67', NULL, '{"account":"test","act":"joined","agent":null,"at":1796067829729374,"number":2,"request":null,"result":"ok","role":"owner","room":"f81464607d37fa67-066183a0fbc85e975b7d60","way":"made it","who":"f81464607d37fa67"}', '830683dd0c5a5e09d95e60209d9826bdcde34872cd296207d2924a9d74aa8eee');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 3, 1796067829729374, 'f81464607d37fa67', NULL, '{"account":"test","act":"room made","agent":null,"at":1796067829729374,"name":"Backend","number":3,"request":null,"result":"ok","room":"f81464607d37fa67-066183a0fbc85e975b7d60","who":"f81464607d37fa67"}', '127de09ee8a28c88072bf0467196feb1b1cccf86774fbe0d1e797fece88461fe');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 4, 1796067829729374, 'f81464607d37fa67', NULL, '{"account":"test","act":"bound","agent":null,"at":1796067829729374,"chat":{"channel":"C1","platform":"slack","tenant":"T1"},"number":4,"request":null,"result":"ok","room":"f81464607d37fa67-066183a0fbc85e975b7d60","who":"f81464607d37fa67"}', '0910dea94086daae10f05a15e92b7b9c0b177d56b3cfa413da9dcce463ed1c06');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 5, 1796067829819451, 'f81464607d37fa67', NULL, '{"account":"slack:T1:UOLGA","act":"account linked","agent":null,"at":1796067829819451,"number":5,"request":null,"result":"ok","who":"f81464607d37fa67"}', '7b2975350cbe1dbc8b2f9f760cfef7c1ccc0c055b60387edbfb73d43d9d4118e');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 6, 1796067829846511, 'f81464607d37fa67', NULL, '{"account":"token","act":"invited","agent":null,"at":1796067829846511,"invite":"f81464607d37fa67-066183a0fd91ef63eeeffd","number":6,"request":null,"result":"ok","role":"member","room":"f81464607d37fa67-066183a0fbc85e975b7d60","who":"f81464607d37fa67"}', '0c961e0abb9b59a13b3142db4a3fb78fec620eb8ec738e3dbcb753f78c1e6cca');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 7, 1796067829861745, '1b9ec0961b0cd7a7', NULL, '{"account":"slack:T1:USARAH","act":"joined","agent":null,"at":1796067829861745,"number":7,"request":null,"result":"ok","role":"member","room":"f81464607d37fa67-066183a0fbc85e975b7d60","way":"invite:f81464607d37fa67-066183a0fd91ef63eeeffd","who":"1b9ec0961b0cd7a7"}', 'd9e83c931f8187b58a4e5c6128b62768ce9a41a40464add3fcff3c18b59aeff4');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 8, 1796067829891041, 'f81464607d37fa67', NULL, '{"account":"token","act":"invited","agent":null,"at":1796067829891041,"invite":"f81464607d37fa67-066183a0fe3fe1ef7f7181","number":8,"request":null,"result":"ok","role":"member","room":"f81464607d37fa67-066183a0fbc85e975b7d60","who":"f81464607d37fa67"}', 'ff7b38edf0000e75549728a4449444f2b33096de51a994fb9e022ed94d2ee202');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 9, 1796067829906095, 'nobody', NULL, '{"account":"slack:T1:USTRANGER","act":"join asked","agent":null,"at":1796067829906095,"join":"f81464607d37fa67-066183a0fe7aafe5484098","number":9,"request":null,"result":"ok","room":"f81464607d37fa67-066183a0fbc85e975b7d60","who":"nobody"}', 'a8b11ba3beb624a953fb74bce14a4e6acb9736ac3115d00ef74c2d300a5b949a');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 10, 1796067829935428, '68f49b12a0cce84f', NULL, '{"account":"slack:T1:UOLGA","act":"joined","agent":null,"at":1796067829935428,"number":10,"request":null,"result":"ok","role":"member","room":"f81464607d37fa67-066183a0fbc85e975b7d60","way":"join:f81464607d37fa67-066183a0fe7aafe5484098","who":"68f49b12a0cce84f"}', '47e5e1a0c925e1b906391ea2c14cef9cf00ad2154e777134b2d12d2e78174a01');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 11, 1796067829935428, '68f49b12a0cce84f', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":"slack:T1:USTRANGER","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067829935428,"number":11,"public_id":"R20261130-01","request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"ok","who":"68f49b12a0cce84f"}', '5e13e28440a528da3da73700d112fcd4e765728960eb2486e939803a55b030b1');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 12, 1796067829935428, 'f81464607d37fa67', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":null,"act":"approved","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067829935428,"decision":"once","number":12,"public_id":"R20261130-01","request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"ok","who":"f81464607d37fa67"}', 'faebfcf8aa133cbe9d94cb41f1630732d75323dca3129a1f557bb8aa44223820');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 13, 1796067829935428, 'f81464607d37fa67', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":"slack:T1:UOLGA","act":"join admitted","agent":null,"at":1796067829935428,"join":"f81464607d37fa67-066183a0fe7aafe5484098","number":13,"request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"ok","who":"f81464607d37fa67"}', '64ffe99573e171981c97c68d20d23888b86cfb5229a7be455b6eac3e07a907f6');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 14, 1796067829968694, 'nobody', NULL, '{"account":"slack:T1:UANOTHER","act":"join asked","agent":null,"at":1796067829968694,"join":"f81464607d37fa67-066183a0ff6f3699cef8f4","number":14,"request":null,"result":"ok","room":"f81464607d37fa67-066183a0fbc85e975b7d60","who":"nobody"}', '7fb4fc6293537df6688a2923414f4289acd8aa1f24fe9c697be39fb35f97e834');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 15, 1796067829995107, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a0ffd663d58cb83f', '{"account":"slack:T1:USARAH","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067829995107,"number":15,"public_id":"R20261130-02","request":"f81464607d37fa67-066183a0ffd663d58cb83f","result":"ok","who":"1b9ec0961b0cd7a7"}', '151b96d0320d47eb57891f760a5e4dfd4a33aeb600e3fe89b92b26ff391be15f');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 16, 1796067830051587, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a100b303056b9ba3', '{"account":"slack:T1:USARAH","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830051587,"number":16,"public_id":"R20261130-03","request":"f81464607d37fa67-066183a100b303056b9ba3","result":"ok","who":"1b9ec0961b0cd7a7"}', '05593630b574f34877b5af3ef946fa3465d689163517de4eac88f27d888e6b32');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 17, 1796067830074429, 'clock', 'f81464607d37fa67-066183a100b303056b9ba3', '{"account":null,"act":"expired","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830074429,"number":17,"public_id":"R20261130-03","request":"f81464607d37fa67-066183a100b303056b9ba3","result":"ok","who":"clock"}', 'a5e253e0e7769959fe43238666edf005d67e27c220a3e827c5fa98d5f32b41df');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 18, 1796067830081196, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a10126ac89ba907f', '{"account":"slack:T1:USARAH","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830081196,"number":18,"public_id":"R20261130-04","request":"f81464607d37fa67-066183a10126ac89ba907f","result":"ok","who":"1b9ec0961b0cd7a7"}', '9c9cca1096317463cc50b8529255de844c9a10be1c8047025d88ff5bc6df2512');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 19, 1796067830097574, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a10126ac89ba907f', '{"account":"slack:T1:USARAH","act":"cancelled","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830097574,"number":19,"public_id":"R20261130-04","request":"f81464607d37fa67-066183a10126ac89ba907f","result":"ok","who":"1b9ec0961b0cd7a7"}', 'f3932fcb9104f6b729120214e92c52277433992fa5340773fb2e582b33dc2f5f');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 20, 1796067830109494, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a1019536c906bff3', '{"account":"slack:T1:USARAH","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830109494,"number":20,"public_id":"R20261130-05","request":"f81464607d37fa67-066183a1019536c906bff3","result":"ok","who":"1b9ec0961b0cd7a7"}', 'd76a027bd7c12d1cbac4b4c7970d843ec8e9c810045d05d3763c3d9ce76a575a');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 26, 1796067830228503, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":null,"act":"action_asked","action":"f81464607d37fa67-066183a10366174f522c1d","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830228503,"digest":"digest","kind":"delete","number":26,"public_id":"R20261130-01","request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"ok","who":"agent:f81464607d37fa67-066183a0fbc85e74a2adae"}', 'ca700c5b1dd31b6bb48442c3d8b5d24321a833fe5f0effeb6c62ee81cd1095f7');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 35, 1796067830295019, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":null,"act":"action used","action":"f81464607d37fa67-066183a1044c01dcff371a","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830295019,"digest":"digest","kind":"delete","number":35,"request":"f81464607d37fa67-066183a102141249a0f4b3","reserved":{"tool_calls":1},"result":"ok","who":"machine:f81464607d37fa67-066183a0fbc85eb45b16c3"}', 'a705f86998ec1894a05ebc036954a3eff9bab2d430837d1127c05a2281d85da2');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 21, 1796067830114862, 'f81464607d37fa67', 'f81464607d37fa67-066183a1019536c906bff3', '{"account":"slack:T1:UOLGA","act":"denied","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830114862,"decision":"denied","number":21,"public_id":"R20261130-05","reason":"not today","request":"f81464607d37fa67-066183a1019536c906bff3","result":"ok","version":1,"who":"f81464607d37fa67"}', '2bb463d66791e6a2da7443e454ac0d038d4744d1a7a14bdb78b49944eb4422ff');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 27, 1796067830244399, 'f81464607d37fa67', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":"token","act":"action_decided","action":"f81464607d37fa67-066183a10366174f522c1d","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830244399,"digest":"digest","kind":"delete","number":27,"public_id":"R20261130-01","request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"ok","state":"allowed","who":"f81464607d37fa67"}', 'a673e6f6fbd8b6ac225a977a85c5a6e30ba470fd45df55c5a0e5350930e84c3c');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 36, 1796067830297028, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":null,"act":"action outcome","action":"f81464607d37fa67-066183a1044c01dcff371a","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830297028,"exit_code":0,"number":36,"request":"f81464607d37fa67-066183a102141249a0f4b3","result":"done","who":"machine:f81464607d37fa67-066183a0fbc85eb45b16c3"}', 'f96fdcd48e4af7d50344141ceb8efd89f09d7221e6f446bdf46bccd57eea83df');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 37, 1796067830297028, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":null,"act":"done","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830297028,"happened_at":1,"number":37,"public_id":"R20261130-06","request":"f81464607d37fa67-066183a102141249a0f4b3","result":"ok","text":"the end","who":"machine:f81464607d37fa67-066183a0fbc85eb45b16c3"}', '7b58e559aba02835ec15e623bad21a4b59718583049fcf6546296097eeb0cb81');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 22, 1796067830141970, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":"slack:T1:USARAH","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830141970,"number":22,"public_id":"R20261130-06","request":"f81464607d37fa67-066183a102141249a0f4b3","result":"ok","who":"1b9ec0961b0cd7a7"}', 'f771cca8c989a597b4ab96f95fde06e5894b182769fccfa69c0132e35978d2cb');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 29, 1796067830261851, 'relay', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":null,"act":"action outcome","action":"f81464607d37fa67-066183a10366174f522c1d","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830261851,"exit_code":null,"number":29,"request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"unknown","who":"relay"}', 'da7ab3726b5210436d245c86c5f0853db716ccb7709a2deba12d946029f8a4e7');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 30, 1796067830261851, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":null,"act":"failed","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830261851,"happened_at":1,"number":30,"public_id":"R20261130-01","request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"ok","text":"the end","who":"machine:f81464607d37fa67-066183a0fbc85eb45b16c3"}', '14e5d5d2e2d0860f33781d13f44fa864cf21e3398eab00849746a0b5e70503d1');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 40, 1796067830316193, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a10490970fdbec97', '{"account":null,"act":"started","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830316193,"number":40,"public_id":"R20261130-07","request":"f81464607d37fa67-066183a10490970fdbec97","result":"ok","who":"machine:f81464607d37fa67-066183a0fbc85eb45b16c3"}', 'd4ec138911e3b1444811a1166bb8d71b6a81f088f49d70a26274cde14faa6258');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 23, 1796067830152211, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":"slack:T1:USARAH","act":"edited","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830152211,"number":23,"public_id":"R20261130-06","request":"f81464607d37fa67-066183a102141249a0f4b3","result":"ok","version":2,"who":"1b9ec0961b0cd7a7"}', '5f5adc8e252069b2d3e27f6c23935ef406b1c86c3a7bd0da1fa6f5b236be6e95');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 31, 1796067830273088, 'f81464607d37fa67', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":"token","act":"settled","action":"f81464607d37fa67-066183a10366174f522c1d","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830273088,"digest":"digest","evidence":"It is gone.","kind":"delete","number":31,"public_id":"R20261130-01","request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"ok","settlement":"happened","who":"f81464607d37fa67"}', '1c4c41864b777aa540c812aa88a3313a9728da2c993723482c6138377634574a');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 41, 1796067830320958, 'f81464607d37fa67', 'f81464607d37fa67-066183a10490970fdbec97', '{"account":null,"act":"stopping","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830320958,"number":41,"public_id":"R20261130-07","request":"f81464607d37fa67-066183a10490970fdbec97","result":"ok","who":"f81464607d37fa67"}', '75d5d8fe22a58887a429895e59f032111d96e1efb7d3530bc9a3ba87f4079c21');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 24, 1796067830169008, 'f81464607d37fa67', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":"token","act":"approved","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830169008,"decision":"once","number":24,"public_id":"R20261130-06","request":"f81464607d37fa67-066183a102141249a0f4b3","result":"ok","version":2,"who":"f81464607d37fa67"}', '6a5d424f62b0e4002d8c7ed23cc336033236499edfdf5f778fab051da4402eff');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 32, 1796067830281625, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":null,"act":"started","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830281625,"number":32,"public_id":"R20261130-06","request":"f81464607d37fa67-066183a102141249a0f4b3","result":"ok","who":"machine:f81464607d37fa67-066183a0fbc85eb45b16c3"}', 'f297ff91c918884e2470b2b9eb326e250be725d8bdbad2ec5ce3bc6892464988');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 42, 1796067830326905, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a104e679be0385c1', '{"account":"slack:T1:USARAH","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830326905,"number":42,"public_id":"R20261130-08","request":"f81464607d37fa67-066183a104e679be0385c1","result":"ok","who":"1b9ec0961b0cd7a7"}', '7ce86c664af4466b574fa8af05ae8e36ee8244101eeb414fd263009bd78a841e');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 25, 1796067830208751, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":null,"act":"started","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830208751,"number":25,"public_id":"R20261130-01","request":"f81464607d37fa67-066183a0feed448a88c7fb","result":"ok","who":"machine:f81464607d37fa67-066183a0fbc85eb45b16c3"}', 'fc8d37bae5ecddcbee821b147947f2ad8def2011318f85010c8dd8f1c5a72aec');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 34, 1796067830291424, 'f81464607d37fa67', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":"token","act":"action_decided","action":"f81464607d37fa67-066183a1044c01dcff371a","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830291424,"digest":"digest","kind":"delete","number":34,"public_id":"R20261130-06","request":"f81464607d37fa67-066183a102141249a0f4b3","result":"ok","state":"allowed","who":"f81464607d37fa67"}', '7b254960a5871007195d0bca3b4af2b6773b84478441b70127204d6afa276f46');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 45, 1796067830341102, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a1051dee078a6ca3', '{"account":"slack:T1:USARAH","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830341102,"number":45,"public_id":"R20261130-09","request":"f81464607d37fa67-066183a1051dee078a6ca3","result":"ok","who":"1b9ec0961b0cd7a7"}', '3d17c2b45a73435a513a6e3a26aced9086a3a049b89a78669df4f71616b76337');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 46, 1796067830341102, 'f81464607d37fa67', 'f81464607d37fa67-066183a1051dee078a6ca3', '{"account":null,"act":"approved","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830341102,"decision":"grant","number":46,"public_id":"R20261130-09","request":"f81464607d37fa67-066183a1051dee078a6ca3","result":"ok","who":"f81464607d37fa67"}', 'fdc0c5a585ed32da006d763303804083aca7b6bdddb13b538fd804d220ede2b9');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 28, 1796067830255434, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a0feed448a88c7fb', '{"account":null,"act":"action used","action":"f81464607d37fa67-066183a10366174f522c1d","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830255434,"digest":"digest","kind":"delete","number":28,"request":"f81464607d37fa67-066183a0feed448a88c7fb","reserved":{"tool_calls":1},"result":"ok","who":"machine:f81464607d37fa67-066183a0fbc85eb45b16c3"}', '95db6873ec9feaa4e3493261fe6857fe07ca8352d71980bda13e49e3b3d626ba');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 38, 1796067830304919, 'f81464607d37fa67', 'f81464607d37fa67-066183a10490970fdbec97', '{"account":"token","act":"asked","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830304919,"number":38,"public_id":"R20261130-07","request":"f81464607d37fa67-066183a10490970fdbec97","result":"ok","who":"f81464607d37fa67"}', 'b12871aa6f96d62718cb6a00b6a20d971b2490290b01c06d85b734004066c61a');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 39, 1796067830304919, 'f81464607d37fa67', 'f81464607d37fa67-066183a10490970fdbec97', '{"account":null,"act":"approved","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830304919,"decision":"own","number":39,"public_id":"R20261130-07","request":"f81464607d37fa67-066183a10490970fdbec97","result":"ok","who":"f81464607d37fa67"}', '8dd06e6fcacf8b6fd8f5c90dddbfa8271534a9f876c98b05dfea725700d27854');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 33, 1796067830287361, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', 'f81464607d37fa67-066183a102141249a0f4b3', '{"account":null,"act":"action_asked","action":"f81464607d37fa67-066183a1044c01dcff371a","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830287361,"digest":"digest","kind":"delete","number":33,"public_id":"R20261130-06","request":"f81464607d37fa67-066183a102141249a0f4b3","result":"ok","who":"agent:f81464607d37fa67-066183a0fbc85e74a2adae"}', '87b974bc6ca2eeb44d7901139ea43e9ed2ebc7fe1b42413fe6f2d5dd65def8eb');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 43, 1796067830336692, 'f81464607d37fa67', 'f81464607d37fa67-066183a104e679be0385c1', '{"account":"token","act":"approved","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830336692,"decision":"always","number":43,"public_id":"R20261130-08","request":"f81464607d37fa67-066183a104e679be0385c1","result":"ok","version":1,"who":"f81464607d37fa67"}', '2656db55555394cff544d2091934ffca87bc7b7b5a27d9f96de998f41d17c2ee');
INSERT INTO public.audit VALUES ('f81464607d37fa67', 44, 1796067830336692, 'f81464607d37fa67', 'f81464607d37fa67-066183a104e679be0385c1', '{"account":"token","act":"granted","agent":"f81464607d37fa67-066183a0fbc85e74a2adae","at":1796067830336692,"grant":"f81464607d37fa67-066183a1050cb4421b190a","number":44,"person":"1b9ec0961b0cd7a7","request":"f81464607d37fa67-066183a104e679be0385c1","result":"ok","room":"f81464607d37fa67-066183a0fbc85e975b7d60","who":"f81464607d37fa67"}', '9505ee18b1ff176c87324af14ca4b4aeed4d618895a7ef8d17d59763f01af666');
INSERT INTO public.binding VALUES ('slack', 'T1', 'C1', 'f81464607d37fa67-066183a0fbc85e975b7d60');
INSERT INTO public.blob VALUES ('1b9ec0961b0cd7a7-62b38395fa1df14a668926b7', '1b9ec0961b0cd7a7', 5, '\x6279746573', 1796067830136694, 'f81464607d37fa67-066183a102141249a0f4b3');
INSERT INTO public.counter VALUES ('f81464607d37fa67', 20261130, 9);
INSERT INTO public.credential VALUES ('98a8a912c1008e157d8f943c473193bb400e161c41a15c4bcf0e45a6b88cc195', 'person', 'f81464607d37fa67', NULL, 'test', 1796067829729374, NULL);
INSERT INTO public.credential VALUES ('35d76fd8c6f6b8761e2e1b4a450bd70ff906879fc8a89cbb02eb6aa0a0dfc407', 'connector', 'f81464607d37fa67', 'slack', 'test', 1796067829729374, NULL);
INSERT INTO public.credential VALUES ('3c5d616cafef90335c2171cf3a111cc6995108981a0a881b45688a9e9d882e58', 'connector', 'f81464607d37fa67', 'web', 'test', 1796067829729374, NULL);
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 1, 'asked', 1796067829935428, '68f49b12a0cce84f', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 2, 'approved', 1796067829935428, 'f81464607d37fa67', '{"decision":"once"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0ffd663d58cb83f', 1, 'asked', 1796067829995107, '1b9ec0961b0cd7a7', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a100b303056b9ba3', 1, 'asked', 1796067830051587, '1b9ec0961b0cd7a7', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a100b303056b9ba3', 2, 'expired', 1796067830074429, 'clock', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a10126ac89ba907f', 1, 'asked', 1796067830081196, '1b9ec0961b0cd7a7', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a10126ac89ba907f', 2, 'cancelled', 1796067830097574, '1b9ec0961b0cd7a7', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a1019536c906bff3', 1, 'asked', 1796067830109494, '1b9ec0961b0cd7a7', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a1019536c906bff3', 2, 'denied', 1796067830114862, 'f81464607d37fa67', '{"decision":"denied","reason":"not today","version":1}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 1, 'asked', 1796067830141970, '1b9ec0961b0cd7a7', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 2, 'edited', 1796067830152211, '1b9ec0961b0cd7a7', '{"version":2}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 3, 'approved', 1796067830169008, 'f81464607d37fa67', '{"decision":"once","version":2}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 3, 'started', 1796067830208751, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 4, 'action_asked', 1796067830228503, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"action":"f81464607d37fa67-066183a10366174f522c1d","digest":"digest","kind":"delete"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 5, 'action_decided', 1796067830244399, 'f81464607d37fa67', '{"action":"f81464607d37fa67-066183a10366174f522c1d","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 6, 'session', 1796067830261851, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"happened_at":1,"session":"session-1"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 7, 'file', 1796067830261851, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 8, 'plan', 1796067830261851, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 9, 'failed', 1796067830261851, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', '{"happened_at":1,"text":"the end"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 10, 'settled', 1796067830273088, 'f81464607d37fa67', '{"action":"f81464607d37fa67-066183a10366174f522c1d","digest":"digest","evidence":"It is gone.","kind":"delete","settlement":"happened"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 4, 'started', 1796067830281625, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 5, 'action_asked', 1796067830287361, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"action":"f81464607d37fa67-066183a1044c01dcff371a","digest":"digest","kind":"delete"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 6, 'action_decided', 1796067830291424, 'f81464607d37fa67', '{"action":"f81464607d37fa67-066183a1044c01dcff371a","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 7, 'session', 1796067830297028, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"happened_at":1,"session":"session-1"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 8, 'outcome', 1796067830297028, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"action":"f81464607d37fa67-066183a1044c01dcff371a","call":"call","exit_code":0,"happened_at":1,"outcome":"done"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 9, 'file', 1796067830297028, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 10, 'plan', 1796067830297028, 'agent:f81464607d37fa67-066183a0fbc85e74a2adae', '{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 11, 'done', 1796067830297028, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', '{"happened_at":1,"text":"the end"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a10490970fdbec97', 1, 'asked', 1796067830304919, 'f81464607d37fa67', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a10490970fdbec97', 2, 'approved', 1796067830304919, 'f81464607d37fa67', '{"decision":"own"}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a10490970fdbec97', 3, 'started', 1796067830316193, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a10490970fdbec97', 4, 'stopping', 1796067830320958, 'f81464607d37fa67', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a104e679be0385c1', 1, 'asked', 1796067830326905, '1b9ec0961b0cd7a7', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a104e679be0385c1', 2, 'approved', 1796067830336692, 'f81464607d37fa67', '{"decision":"always","version":1}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a1051dee078a6ca3', 1, 'asked', 1796067830341102, '1b9ec0961b0cd7a7', '{}');
INSERT INTO public.event VALUES ('f81464607d37fa67-066183a1051dee078a6ca3', 2, 'approved', 1796067830341102, 'f81464607d37fa67', '{"decision":"grant"}');
INSERT INTO public.head VALUES ('lease:slack:T1', 0, '0000000000000000000000000000000000000000000000000000000000000000', 1796067829779092);
INSERT INTO public.head VALUES ('1b9ec0961b0cd7a7', 0, '0000000000000000000000000000000000000000000000000000000000000000', 1796067830136694);
INSERT INTO public.head VALUES ('f81464607d37fa67', 46, 'fdc0c5a585ed32da006d763303804083aca7b6bdddb13b538fd804d220ede2b9', 1796067830341102);
INSERT INTO public.invite VALUES ('f81464607d37fa67-066183a0fd91ef63eeeffd', 'f81464607d37fa67-066183a0fbc85e975b7d60', 'member', 'ba4ba660bb91b9b1b8c04a542e6aba8a85930ec8f781f872d3824c9b4fcb1bac', 0, 1796672629846511, NULL, 1796067829846511);
INSERT INTO public.invite VALUES ('f81464607d37fa67-066183a0fe3fe1ef7f7181', 'f81464607d37fa67-066183a0fbc85e975b7d60', 'member', '71108bbaaf1f3cab2c1d154e33d5c3be81f4194514ca2b98dd43034bf31fb231', 1, 1796672629891041, NULL, 1796067829891041);
INSERT INTO public.join_card VALUES ('f81464607d37fa67-066183a0fe7aafe5484098', 'f81464607d37fa67', 'f81464607d37fa67-066183a0fbc85e975b7d60', 'slack', 'T1', 'USTRANGER', 'Stranger', 'en', false, 'slack:T1:C1:1.000100', '{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true},"prompt":"let me in","agent":null,"room":null,"attachments":[],"quoted":[]}', 'admitted', 1796067829906095, 1796154229906095, 1796067829935428, 'f81464607d37fa67', 'f81464607d37fa67-066183a0feed448a88c7fb');
INSERT INTO public.join_card VALUES ('f81464607d37fa67-066183a0ff6f3699cef8f4', 'f81464607d37fa67', 'f81464607d37fa67-066183a0fbc85e975b7d60', 'slack', 'T1', 'UANOTHER', 'Another', 'en', false, 'slack:T1:C1:2.000100', '{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"2.000100","direct":false,"shows":true},"prompt":"me too","agent":null,"room":null,"attachments":[],"quoted":[]}', 'waiting', 1796067829968694, 1796154229968694, NULL, NULL, NULL);
INSERT INTO public.lease VALUES ('slack', 'T1', 'f81464607d37fa67', 'first', 1, 1796067844779092, 1796067829779092);
INSERT INTO public.link VALUES ('d34cf948ebed5c9834775f79ac84ceab590378ea8fdc9a4bdb539be80b85f58e', 'f81464607d37fa67', true, 'token', 1796068429806158, 'slack', 'T1', 'UOLGA', 'Olga', 1796067829819451);
INSERT INTO public.machine VALUES ('f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67', 'laptop', 'ecb219de2ab86808f7655ce035114d786b6c532c9940840b362ce4eb88615488', 1, 'one', '0', 1796067830186043, 1796067829729374, NULL, NULL);
INSERT INTO public.member VALUES ('f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67', 'owner', 1796067829729374, NULL);
INSERT INTO public.member VALUES ('f81464607d37fa67-066183a0fbc85e975b7d60', '1b9ec0961b0cd7a7', 'member', 1796067829861745, NULL);
INSERT INTO public.member VALUES ('f81464607d37fa67-066183a0fbc85e975b7d60', '68f49b12a0cce84f', 'member', 1796067829935428, NULL);
INSERT INTO public.person VALUES ('f81464607d37fa67', 'Olga', 'en', 1796067829729374);
INSERT INTO public.person VALUES ('1b9ec0961b0cd7a7', 'Sarah', 'en', 1796067829861745);
INSERT INTO public.person VALUES ('68f49b12a0cce84f', 'Stranger', 'en', 1796067829935428);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a0fe7aaf7efdc47f', 'f81464607d37fa67', 'f81464607d37fa67-066183a0fe7aafe5484098', 'slack', 'T1', 'asked', 'C1', '1.000100', '1.000100', false, 'en', 2, 0, '{}', 1796067829906095, 1796067829935428, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a0fe7aafb715c794', 'f81464607d37fa67', 'f81464607d37fa67-066183a0fe7aafe5484098', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796067829906095, 1796067829935428, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a0ff6f36d735e30c', 'f81464607d37fa67', 'f81464607d37fa67-066183a0ff6f3699cef8f4', 'slack', 'T1', 'asked', 'C1', '2.000100', '2.000100', false, 'en', 1, 0, '{}', 1796067829968694, 1796067829968694, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a0ff6f3650a61700', 'f81464607d37fa67', 'f81464607d37fa67-066183a0ff6f3699cef8f4', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1796067829968694, 1796067829968694, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a0ffd663901f37d2', 'f81464607d37fa67', 'f81464607d37fa67-066183a0ffd663d58cb83f', 'slack', 'T1', 'asked', 'C1', '3.000100', '3.000100', false, 'en', 1, 0, '{}', 1796067829995107, 1796067829995107, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a0ffd6635d6b4d7a', 'f81464607d37fa67', 'f81464607d37fa67-066183a0ffd663d58cb83f', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1796067829995107, 1796067829995107, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a100b303bf947339', 'f81464607d37fa67', 'f81464607d37fa67-066183a100b303056b9ba3', 'slack', 'T1', 'asked', 'C1', '4.000100', '4.000100', false, 'en', 2, 0, '{}', 1796067830051587, 1796067830074429, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a100b3032d863a42', 'f81464607d37fa67', 'f81464607d37fa67-066183a100b303056b9ba3', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796067830051587, 1796067830074429, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a10126acf94467ef', 'f81464607d37fa67', 'f81464607d37fa67-066183a10126ac89ba907f', 'slack', 'T1', 'asked', 'C1', '5.000100', '5.000100', false, 'en', 2, 0, '{}', 1796067830081196, 1796067830097574, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a10126ac13768ef6', 'f81464607d37fa67', 'f81464607d37fa67-066183a10126ac89ba907f', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796067830081196, 1796067830097574, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a101953649fcb81e', 'f81464607d37fa67', 'f81464607d37fa67-066183a1019536c906bff3', 'slack', 'T1', 'asked', 'C1', '6.000100', '6.000100', false, 'en', 2, 0, '{}', 1796067830109494, 1796067830114862, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a101953696a9dca5', 'f81464607d37fa67', 'f81464607d37fa67-066183a1019536c906bff3', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796067830109494, 1796067830114862, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a0feed44056d3ef7', 'f81464607d37fa67', 'f81464607d37fa67-066183a0feed448a88c7fb', 'slack', 'T1', 'asked', 'C1', '1.000100', '1.000100', false, 'en', 10, 0, '{}', 1796067829935428, 1796067830273088, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a103661790042105', 'f81464607d37fa67', 'f81464607d37fa67-066183a0feed448a88c7fb', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 10, 0, '{}', 1796067830228503, 1796067830273088, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a1021412a1562fd4', 'f81464607d37fa67', 'f81464607d37fa67-066183a102141249a0f4b3', 'slack', 'T1', 'asked', 'C1', '7.000100', '7.000100', false, 'en', 11, 0, '{}', 1796067830141970, 1796067830297028, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a1021412d43dc10f', 'f81464607d37fa67', 'f81464607d37fa67-066183a102141249a0f4b3', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 11, 0, '{}', 1796067830141970, 1796067830297028, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a104909734e3b225', 'f81464607d37fa67', 'f81464607d37fa67-066183a10490970fdbec97', 'slack', 'T1', 'mirror', 'C1', NULL, NULL, false, 'en', 4, 0, '{}', 1796067830304919, 1796067830320958, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a104e6793473cf4d', 'f81464607d37fa67', 'f81464607d37fa67-066183a104e679be0385c1', 'slack', 'T1', 'asked', 'C1', '9.000100', '9.000100', false, 'en', 2, 0, '{}', 1796067830326905, 1796067830336692, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a104e679a9287416', 'f81464607d37fa67', 'f81464607d37fa67-066183a104e679be0385c1', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796067830326905, 1796067830336692, NULL);
INSERT INTO public.place VALUES ('f81464607d37fa67-066183a1051dee3443cb18', 'f81464607d37fa67', 'f81464607d37fa67-066183a1051dee078a6ca3', 'slack', 'T1', 'asked', 'C1', '10.000100', '10.000100', false, 'en', 2, 0, '{}', 1796067830341102, 1796067830341102, NULL);
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a0ffd663d58cb83f', 'f81464607d37fa67', 20261130, 2, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '1b9ec0961b0cd7a7', 'slack:T1:USARAH', false, 'slack:T1:C1:3.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"3.000100","direct":false,"shows":true}', NULL, 'pending 安全', '[]', '[]', 1, 1, 'pending', 1796067829995107, 1796067829995107, 1796154229995107, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'f81464607d37fa67-066183a0fbc85eb45b16c3', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL);
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a100b303056b9ba3', 'f81464607d37fa67', 20261130, 3, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '1b9ec0961b0cd7a7', 'slack:T1:USARAH', false, 'slack:T1:C1:4.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"4.000100","direct":false,"shows":true}', NULL, 'expired', '[]', '[]', 1, 2, 'expired', 1796067830051587, 1796067830074429, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1796067830074429, 'clock', 'f81464607d37fa67-066183a0fbc85eb45b16c3', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL);
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a10126ac89ba907f', 'f81464607d37fa67', 20261130, 4, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '1b9ec0961b0cd7a7', 'slack:T1:USARAH', false, 'slack:T1:C1:5.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"5.000100","direct":false,"shows":true}', NULL, 'cancelled', '[]', '[]', 1, 2, 'cancelled', 1796067830081196, 1796067830097574, 1796154230081196, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1796067830097574, '1b9ec0961b0cd7a7', 'f81464607d37fa67-066183a0fbc85eb45b16c3', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL);
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a1019536c906bff3', 'f81464607d37fa67', 20261130, 5, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '1b9ec0961b0cd7a7', 'slack:T1:USARAH', false, 'slack:T1:C1:6.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"6.000100","direct":false,"shows":true}', NULL, 'denied', '[]', '[]', 1, 2, 'cancelled', 1796067830109494, 1796067830114862, 1796154230109494, NULL, 'f81464607d37fa67', 1796067830114862, 'deny', 'denied', 'not today', NULL, 1796067830114862, 'f81464607d37fa67', 'f81464607d37fa67-066183a0fbc85eb45b16c3', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL);
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a0feed448a88c7fb', 'f81464607d37fa67', 20261130, 1, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '68f49b12a0cce84f', 'slack:T1:USTRANGER', false, 'slack:T1:C1:1.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true}', NULL, 'let me in', '[]', '[]', 1, 10, 'failed', 1796067829935428, 1796067830273088, NULL, 1796067829935428, 'f81464607d37fa67', 1796067829935428, NULL, 'once', NULL, 1796067830208751, 1796067830261851, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a0fbc85eb45b16c3', 1, 1796067890208751, NULL, NULL, 4, NULL, NULL, 'session-1', NULL, NULL, '[["look","completed"]]', '[{"added":2,"path":"a.py","removed":1}]', 'the end', '{"tool_calls": [null, 0, 1]}');
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a10490970fdbec97', 'f81464607d37fa67', 20261130, 7, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', 'f81464607d37fa67', 'token', false, 'f81464607d37fa67-066183a0fbc85e975b7d60:cli:T1:C1:8.000100', '{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"8.000100","direct":false,"shows":false}', NULL, 'running', '[]', '[]', 1, 4, 'running', 1796067830304919, 1796067830320958, NULL, 1796067830304919, 'f81464607d37fa67', 1796067830304919, NULL, 'own', NULL, 1796067830316193, NULL, NULL, 'f81464607d37fa67-066183a0fbc85eb45b16c3', 1, 1796067890316193, NULL, NULL, 0, 1796067830320958, 'f81464607d37fa67', NULL, NULL, NULL, '[]', '[]', NULL, NULL);
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a102141249a0f4b3', 'f81464607d37fa67', 20261130, 6, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '1b9ec0961b0cd7a7', 'slack:T1:USARAH', false, 'slack:T1:C1:7.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"7.000100","direct":false,"shows":true}', NULL, 'first', '[{"blob":"1b9ec0961b0cd7a7-62b38395fa1df14a668926b7","media_type":"text/plain","name":"notes.txt","size":5}]', '[]', 2, 11, 'done', 1796067830141970, 1796067830297028, 1796154230141970, 1796067830169008, 'f81464607d37fa67', 1796067830169008, 'tap:f81464607d37fa67-066183a102141249a0f4b3', 'once', NULL, 1796067830281625, 1796067830297028, 'machine:f81464607d37fa67-066183a0fbc85eb45b16c3', 'f81464607d37fa67-066183a0fbc85eb45b16c3', 1, 1796067890281625, NULL, NULL, 5, NULL, NULL, 'session-1', NULL, NULL, '[["look","completed"]]', '[{"added":2,"path":"a.py","removed":1}]', 'the end', '{"tool_calls": [null, 0, 1]}');
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a104e679be0385c1', 'f81464607d37fa67', 20261130, 8, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '1b9ec0961b0cd7a7', 'slack:T1:USARAH', false, 'slack:T1:C1:9.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"9.000100","direct":false,"shows":true}', NULL, 'granted', '[]', '[]', 1, 2, 'approved', 1796067830326905, 1796067830336692, 1796154230326905, 1796067830336692, 'f81464607d37fa67', 1796067830336692, 'tap:f81464607d37fa67-066183a104e679be0385c1', 'always', NULL, NULL, NULL, NULL, 'f81464607d37fa67-066183a0fbc85eb45b16c3', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL);
INSERT INTO public.request VALUES ('f81464607d37fa67-066183a1051dee078a6ca3', 'f81464607d37fa67', 20261130, 9, 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '1b9ec0961b0cd7a7', 'slack:T1:USARAH', false, 'slack:T1:C1:10.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"10.000100","direct":false,"shows":true}', NULL, 'approved by the grant', '[]', '[]', 1, 2, 'approved', 1796067830341102, 1796067830341102, NULL, 1796067830341102, 'f81464607d37fa67', 1796067830341102, NULL, 'grant', NULL, NULL, NULL, NULL, 'f81464607d37fa67-066183a0fbc85eb45b16c3', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL);
INSERT INTO public.room VALUES ('f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67', 'Backend', 'claude', NULL, false, 1796067829729374);
INSERT INTO public.room_agent VALUES ('f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae');
INSERT INTO public.session VALUES ('f81464607d37fa67-066183a0fbc85e74a2adae', 'f81464607d37fa67-066183a0fbc85e975b7d60', 'session-1', 1796067830297028);
INSERT INTO public.standing_grant VALUES ('f81464607d37fa67-066183a1050cb4421b190a', 'f81464607d37fa67', 'f81464607d37fa67-066183a0fbc85e975b7d60', 'f81464607d37fa67-066183a0fbc85e74a2adae', '1b9ec0961b0cd7a7', 1796067830336692, NULL, 1);
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
CREATE INDEX ix_action_unknown ON public.action USING btree (owner) WHERE ((outcome)::text = 'unknown'::text);
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
