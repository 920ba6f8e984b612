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
    looked character varying,
    delegation character varying,
    meter character varying
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
CREATE TABLE public.delegation (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    task character varying,
    parent character varying,
    state character varying NOT NULL,
    terms text NOT NULL,
    lineage character varying NOT NULL,
    meters text NOT NULL,
    expires_at bigint,
    made_at bigint NOT NULL,
    ended_at bigint,
    successor character varying,
    standing character varying,
    day integer
);
CREATE TABLE public.event (
    request character varying NOT NULL,
    seq integer NOT NULL,
    kind character varying NOT NULL,
    at bigint NOT NULL,
    actor character varying NOT NULL,
    body text NOT NULL
);
CREATE TABLE public.feed (
    machine character varying NOT NULL,
    seq bigint NOT NULL,
    kind character varying NOT NULL,
    subject character varying NOT NULL,
    body text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.feed_head (
    machine character varying NOT NULL,
    seq bigint NOT NULL
);
CREATE TABLE public.hand (
    room character varying NOT NULL,
    agent character varying NOT NULL,
    person character varying NOT NULL,
    kind character varying NOT NULL,
    since bigint NOT NULL,
    seen_at bigint NOT NULL
);
CREATE TABLE public.head (
    owner character varying NOT NULL,
    number bigint NOT NULL,
    hash character varying NOT NULL,
    at bigint NOT NULL,
    asks_until bigint
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
    since bigint NOT NULL,
    renewed_at bigint,
    heard_at bigint
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
CREATE TABLE public.message (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    room character varying NOT NULL,
    sender character varying NOT NULL,
    request character varying,
    receiver character varying NOT NULL,
    voice character varying NOT NULL,
    task character varying,
    about character varying,
    filed character varying NOT NULL,
    reply_to character varying,
    child character varying,
    key character varying,
    digest character varying NOT NULL,
    body text NOT NULL,
    stops boolean NOT NULL,
    sent_at bigint NOT NULL,
    delivered_at bigint,
    read_at bigint,
    read_turn character varying
);
CREATE TABLE public.move (
    owner character varying NOT NULL,
    key character varying NOT NULL,
    digest character varying NOT NULL,
    answer text NOT NULL,
    at bigint NOT NULL
);
CREATE TABLE public.notice (
    subscription character varying NOT NULL,
    subject character varying NOT NULL,
    attempts integer NOT NULL,
    next_at bigint NOT NULL,
    told_at bigint
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
    meters text,
    delegation character varying,
    lineage character varying,
    ready_at bigint,
    salt character varying,
    erased_at bigint
);
CREATE TABLE public.room (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    name character varying NOT NULL,
    default_agent character varying,
    approval_ttl integer,
    hears_outsiders boolean NOT NULL,
    created_at bigint NOT NULL,
    agents_ask boolean,
    automatic_turns boolean
);
CREATE TABLE public.room_agent (
    room character varying NOT NULL,
    agent character varying NOT NULL,
    mode character varying
);
CREATE TABLE public.session (
    agent character varying NOT NULL,
    room character varying NOT NULL,
    reference character varying NOT NULL,
    created_at bigint NOT NULL,
    generation integer,
    person_turn integer
);
CREATE TABLE public.standing_grant (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    room character varying NOT NULL,
    agent character varying NOT NULL,
    person character varying NOT NULL,
    created_at bigint NOT NULL,
    revoked_at bigint,
    uses integer NOT NULL,
    allowance text
);
CREATE TABLE public.subscription (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    person character varying NOT NULL,
    platform character varying NOT NULL,
    tenant character varying NOT NULL,
    subject character varying NOT NULL,
    endpoint text NOT NULL,
    p256dh character varying NOT NULL,
    auth character varying NOT NULL,
    language character varying NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.task (
    id character varying NOT NULL,
    owner character varying NOT NULL,
    room character varying NOT NULL,
    agent character varying NOT NULL,
    person character varying NOT NULL,
    state character varying NOT NULL,
    parent character varying,
    root character varying NOT NULL,
    delegation character varying NOT NULL,
    wish character varying,
    opened_at bigint NOT NULL,
    assigned_at bigint NOT NULL,
    ended_at bigint
);
CREATE TABLE public.waiting (
    request character varying NOT NULL,
    subject character varying NOT NULL,
    until bigint NOT NULL
);
INSERT INTO public.account VALUES ('slack', 'T1', 'UOLGA', '63ffa59a1e0e6adb', 'Olga', 'en', false, 1796080750076451);
INSERT INTO public.account VALUES ('slack', 'T1', 'USARAH', 'c0a148653d9af0f0', 'Sarah', 'en', false, 1796080750095024);
INSERT INTO public.account VALUES ('slack', 'T1', 'USTRANGER', '5f14a0921a827234', 'Stranger', 'en', false, 1796080750131605);
INSERT INTO public.action VALUES ('63ffa59a1e0e6adb-066186a31cd1ea4a548531', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3', 'call', 'digest', 'delete', 'Bash', 'rm old', true, '/srv/project', 'It deletes something.', 'allowed', 1796080750350826, 1796081750350826, 1796080750361065, '63ffa59a1e0e6adb', 'allow', NULL, 1796080750370881, '[]', '{"tool_calls":1}', 'done', NULL, 1796080750375410, 1796080750386762, '63ffa59a1e0e6adb', 'settle', 'It is gone.', NULL, '63ffa59a1e0e6adb-066186a3197995e41b1b93', NULL);
INSERT INTO public.action VALUES ('63ffa59a1e0e6adb-066186a31d90d3777e878f', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31bdf01d5303625', 'call', 'digest', 'delete', 'Bash', 'rm old', true, '/srv/project', 'It deletes something.', 'allowed', 1796080750399699, 1796081750399699, 1796080750403828, '63ffa59a1e0e6adb', 'allow', NULL, 1796080750409328, '[]', '{"tool_calls":1}', 'done', 0, 1796080750412864, NULL, NULL, NULL, NULL, NULL, '63ffa59a1e0e6adb-066186a31bdf01bb7882cb', NULL);
INSERT INTO public.agent VALUES ('63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a35787646ac6', 'claude', 'scripted', '/srv/project', 'C', NULL, 1796080750011223, NULL, NULL);
INSERT INTO public.agent VALUES ('63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31eaf249714f699', 'reviewer', 'scripted', '/srv/review', 'R', NULL, 1796080750474755, NULL, NULL);
INSERT INTO public.alembic_version VALUES ('0006');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 1, 1796080750011223, '63ffa59a1e0e6adb', NULL, '{"account":"token","act":"machine registered","agent":null,"at":1796080750011223,"machine":"63ffa59a1e0e6adb-066186a317a35787646ac6","name":"laptop","number":1,"request":null,"result":"ok","who":"63ffa59a1e0e6adb"}', '017d7105a13150fe4d835ff2b06f8380a5b5f8294b722b1072e7579449327585');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 2, 1796080750011223, '63ffa59a1e0e6adb', NULL, '{"account":"test","act":"joined","agent":null,"at":1796080750011223,"number":2,"request":null,"result":"ok","role":"owner","room":"63ffa59a1e0e6adb-066186a317a3571665474b","way":"made it","who":"63ffa59a1e0e6adb"}', 'e2460c8faddabc3e0f832033d00003598571537de060d61c2b0808b17bb8eccc');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 3, 1796080750011223, '63ffa59a1e0e6adb', NULL, '{"account":"test","act":"room made","agent":null,"at":1796080750011223,"name":"Backend","number":3,"request":null,"result":"ok","room":"63ffa59a1e0e6adb-066186a317a3571665474b","who":"63ffa59a1e0e6adb"}', 'f50967e4b8f0807f547e8761d41881bc6eb91b8264e173df5dbb9c12564a44ed');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 4, 1796080750011223, '63ffa59a1e0e6adb', NULL, '{"account":"test","act":"bound","agent":null,"at":1796080750011223,"chat":{"channel":"C1","platform":"slack","tenant":"T1"},"number":4,"request":null,"result":"ok","room":"63ffa59a1e0e6adb-066186a317a3571665474b","who":"63ffa59a1e0e6adb"}', '87019172b9d4ab000d77c97ce64d00aa468b25614fcecf7c950b758b871c1f09');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 5, 1796080750076451, '63ffa59a1e0e6adb', NULL, '{"account":"slack:T1:UOLGA","act":"account linked","agent":null,"at":1796080750076451,"number":5,"request":null,"result":"ok","who":"63ffa59a1e0e6adb"}', 'c6eb18167479ab64e5892fc924f73da033a53e0f7812c801096e83d7cd027f8d');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 6, 1796080750087454, '63ffa59a1e0e6adb', NULL, '{"account":"token","act":"invited","agent":null,"at":1796080750087454,"invite":"63ffa59a1e0e6adb-066186a318cd1e8f75b65e","number":6,"request":null,"result":"ok","role":"member","room":"63ffa59a1e0e6adb-066186a317a3571665474b","who":"63ffa59a1e0e6adb"}', 'c188f6a2f290932249db55b56f5f019819aba7a5c0e3caf0c90c8273313ffb9e');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 7, 1796080750095024, 'c0a148653d9af0f0', NULL, '{"account":"slack:T1:USARAH","act":"joined","agent":null,"at":1796080750095024,"number":7,"request":null,"result":"ok","role":"member","room":"63ffa59a1e0e6adb-066186a317a3571665474b","way":"invite:63ffa59a1e0e6adb-066186a318cd1e8f75b65e","who":"c0a148653d9af0f0"}', 'e0ef413d86b9dec92322c3f15a1f9eb86d929817abdc581bcf0f1463699592af');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 8, 1796080750110688, '63ffa59a1e0e6adb', NULL, '{"account":"token","act":"invited","agent":null,"at":1796080750110688,"invite":"63ffa59a1e0e6adb-066186a31927e0e0a95712","number":8,"request":null,"result":"ok","role":"member","room":"63ffa59a1e0e6adb-066186a317a3571665474b","who":"63ffa59a1e0e6adb"}', '004bfa7779ed695481a0b03ab1ab1b5d5765e0573ae8fadf0fc948b3457b1934');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 9, 1796080750113789, 'nobody', NULL, '{"account":"slack:T1:USTRANGER","act":"join asked","agent":null,"at":1796080750113789,"join":"63ffa59a1e0e6adb-066186a31933fd0e49cd05","number":9,"request":null,"result":"ok","room":"63ffa59a1e0e6adb-066186a317a3571665474b","who":"nobody"}', '4c170a5715182d0fcdadc711f072a6fdaf97df92548d256e082a6ad7b6f3f7d4');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 10, 1796080750131605, '5f14a0921a827234', NULL, '{"account":"slack:T1:UOLGA","act":"joined","agent":null,"at":1796080750131605,"number":10,"request":null,"result":"ok","role":"member","room":"63ffa59a1e0e6adb-066186a317a3571665474b","way":"join:63ffa59a1e0e6adb-066186a31933fd0e49cd05","who":"5f14a0921a827234"}', 'f8ba5bef3299b3c179937421e4e8d0806ea4bf454412a4f361434a1be531bd48');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 11, 1796080750131605, '5f14a0921a827234', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":"slack:T1:USTRANGER","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750131605,"number":11,"public_id":"R20261130-01","request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"ok","who":"5f14a0921a827234"}', '51d053f4ed2cf528f3e1b3b21aa83cb77b26082821bd8690bdc505aa2521578d');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 12, 1796080750131605, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":null,"act":"approved","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750131605,"decision":"once","number":12,"public_id":"R20261130-01","request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"ok","who":"63ffa59a1e0e6adb"}', '79fba91c060d9b3a4d3d5c5f44e6e435cd3ba8e5800f20d8552bb4bc4547240d');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 13, 1796080750131605, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":"slack:T1:UOLGA","act":"join admitted","agent":null,"at":1796080750131605,"join":"63ffa59a1e0e6adb-066186a31933fd0e49cd05","number":13,"request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"ok","who":"63ffa59a1e0e6adb"}', 'c1fcf71b102457463b03d1f4cf40142ea5d343083239cebdea414c6ba4284d9d');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 14, 1796080750162306, 'nobody', NULL, '{"account":"slack:T1:UANOTHER","act":"join asked","agent":null,"at":1796080750162306,"join":"63ffa59a1e0e6adb-066186a319f182bc8efe70","number":14,"request":null,"result":"ok","room":"63ffa59a1e0e6adb-066186a317a3571665474b","who":"nobody"}', 'd16f2497f877f989ccd4d3a9d4eab0b14410939ce2297aab32697b2b0e662f57');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 15, 1796080750171761, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31a1671b702a64f', '{"account":"slack:T1:USARAH","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750171761,"number":15,"public_id":"R20261130-02","request":"63ffa59a1e0e6adb-066186a31a1671b702a64f","result":"ok","who":"c0a148653d9af0f0"}', '5cf10b21a627879d402182a008e13955073f5a80a2f2b2534bff431907b61eb1');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 16, 1796080750201089, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31a89013db08a4d', '{"account":"slack:T1:USARAH","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750201089,"number":16,"public_id":"R20261130-03","request":"63ffa59a1e0e6adb-066186a31a89013db08a4d","result":"ok","who":"c0a148653d9af0f0"}', 'd80b9bd576ee6d46e06d966826bc81ece47197cc4f67dd34c31cac162f261d56');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 17, 1796080750225119, 'clock', '63ffa59a1e0e6adb-066186a31a89013db08a4d', '{"account":null,"act":"expired","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750225119,"number":17,"public_id":"R20261130-03","request":"63ffa59a1e0e6adb-066186a31a89013db08a4d","result":"ok","who":"clock"}', 'eb24bdfadc1c067f6914fab9f7aa19de751adb8bbb5a357b5fa9302164f274f6');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 18, 1796080750237737, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31b1829ac32ce63', '{"account":"slack:T1:USARAH","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750237737,"number":18,"public_id":"R20261130-04","request":"63ffa59a1e0e6adb-066186a31b1829ac32ce63","result":"ok","who":"c0a148653d9af0f0"}', 'd5a27239690b7cd26be7a6c63f784e2eedd38fcd13bac8ae9ccfb2805c8b0fbf');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 19, 1796080750247223, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31b1829ac32ce63', '{"account":"slack:T1:USARAH","act":"cancelled","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750247223,"number":19,"public_id":"R20261130-04","request":"63ffa59a1e0e6adb-066186a31b1829ac32ce63","result":"ok","who":"c0a148653d9af0f0"}', '3581d4cc560cff3daa717184d08d601f7809faedf61f8a45888dcb635c8fa980');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 20, 1796080750263888, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31b7e509fa6c4af', '{"account":"slack:T1:USARAH","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750263888,"number":20,"public_id":"R20261130-05","request":"63ffa59a1e0e6adb-066186a31b7e509fa6c4af","result":"ok","who":"c0a148653d9af0f0"}', '301c7e6bc75c3ed71164c5fc761b2345b5ae314312f6bc04bfb233edf00d858a');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 26, 1796080750350826, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":null,"act":"action_asked","action":"63ffa59a1e0e6adb-066186a31cd1ea4a548531","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750350826,"digest":"digest","kind":"delete","number":26,"public_id":"R20261130-01","request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"ok","who":"agent:63ffa59a1e0e6adb-066186a317a3578c4d143d"}', '9706d42359339493491159d695d595b535cd0f35dcd890a93c9258d3267978b9');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 32, 1796080750393378, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":null,"act":"started","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750393378,"number":32,"public_id":"R20261130-06","request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","result":"ok","who":"machine:63ffa59a1e0e6adb-066186a317a35787646ac6"}', '3c4056398761750a0f0c3bbc81f6f72e267631e1fb8452da0671bcd309603bb3');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 38, 1796080750424224, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31df0a0e387dd48', '{"account":"token","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750424224,"number":38,"public_id":"R20261130-07","request":"63ffa59a1e0e6adb-066186a31df0a0e387dd48","result":"ok","who":"63ffa59a1e0e6adb"}', 'be399c96978c0c6cedadce4a576ce287a9b13dfc8c05eac0b0fced5aa0f5d76b');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 39, 1796080750424224, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31df0a0e387dd48', '{"account":null,"act":"approved","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750424224,"decision":"own","number":39,"public_id":"R20261130-07","request":"63ffa59a1e0e6adb-066186a31df0a0e387dd48","result":"ok","who":"63ffa59a1e0e6adb"}', '9febc93cc4aaa9f660004e89b362c050a92ca9b4dd17da6cf303c49c72c11d8c');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 54, 1796080750493440, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb-066186a31eff0017f70ba0', '{"account":"token","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750493440,"number":54,"on_behalf_of":"63ffa59a1e0e6adb","parent":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","public_id":"R20261130-12","request":"63ffa59a1e0e6adb-066186a31eff0017f70ba0","result":"ok","who":"agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28"}', '034328dda36f5f00b40e9dab769c7bcd25df50502b1e0d879462b623eaae156b');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 55, 1796080750493440, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '{"account":null,"act":"agent_asked","agent":"63ffa59a1e0e6adb-066186a31eb60399ac3d28","at":1796080750493440,"child":"63ffa59a1e0e6adb-066186a31eff0017f70ba0","child_public_id":"R20261130-12","handle":"claude","number":55,"public_id":"R20261130-10","request":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","result":"ok","who":"agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28"}', 'd2d60b61ab41a535d0a8c903372597a4180eb8bd2e9ed069405a3f1ffbbf9c8f');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 21, 1796080750274049, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31b7e509fa6c4af', '{"account":"slack:T1:UOLGA","act":"denied","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750274049,"decision":"denied","number":21,"public_id":"R20261130-05","reason":"sha256:269136ada9345bfc4b6d41b1a27f41fce3b0596016ed88ee634232063cc5cbbe","request":"63ffa59a1e0e6adb-066186a31b7e509fa6c4af","result":"ok","version":1,"who":"63ffa59a1e0e6adb"}', 'ac7eeebed54aa5262a5f3528ed85376f3a061a838da7037e0fd307cf77e68158');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 27, 1796080750361065, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":"token","act":"action_decided","action":"63ffa59a1e0e6adb-066186a31cd1ea4a548531","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750361065,"digest":"digest","kind":"delete","number":27,"public_id":"R20261130-01","request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"ok","state":"allowed","who":"63ffa59a1e0e6adb"}', '97ddbb3cb11269e7d231d3a78d59326146fbfcae575d351f7af5a80feff5685c');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 33, 1796080750399699, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":null,"act":"action_asked","action":"63ffa59a1e0e6adb-066186a31d90d3777e878f","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750399699,"digest":"digest","kind":"delete","number":33,"public_id":"R20261130-06","request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","result":"ok","who":"agent:63ffa59a1e0e6adb-066186a317a3578c4d143d"}', 'bbb53bfa2e6f92126105bff6e0800014c006cf2460160a92265e0de64b0bbbea');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 40, 1796080750428730, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a31df0a0e387dd48', '{"account":null,"act":"started","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750428730,"number":40,"public_id":"R20261130-07","request":"63ffa59a1e0e6adb-066186a31df0a0e387dd48","result":"ok","who":"machine:63ffa59a1e0e6adb-066186a317a35787646ac6"}', '057c56abff71ac71d5c434903c12a2ee7a24f3e824980024334fb4ff209785ff');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 56, 1796080750499717, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb-066186a31f17855c8af38a', '{"account":"token","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750499717,"number":56,"on_behalf_of":"63ffa59a1e0e6adb","parent":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","public_id":"R20261130-13","request":"63ffa59a1e0e6adb-066186a31f17855c8af38a","result":"ok","who":"agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28"}', '144ec39f51951a03ad135ee0cefaef9bf4a2f617c94ee96b046bc55220b89653');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 57, 1796080750499717, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '{"account":null,"act":"agent_asked","agent":"63ffa59a1e0e6adb-066186a31eb60399ac3d28","at":1796080750499717,"child":"63ffa59a1e0e6adb-066186a31f17855c8af38a","child_public_id":"R20261130-13","handle":"claude","number":57,"public_id":"R20261130-10","request":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","result":"ok","who":"agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28"}', '2319308a094f3a8e402607f2fb45be6e055694eaee8c86ad883b692ac43ce4c1');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 22, 1796080750288641, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":"slack:T1:USARAH","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750288641,"number":22,"public_id":"R20261130-06","request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","result":"ok","who":"c0a148653d9af0f0"}', 'cbf7f38d4f1a06b5ef64650b665b7604fae22f09a131606b93052a262b44a4d6');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 34, 1796080750403828, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":"token","act":"action_decided","action":"63ffa59a1e0e6adb-066186a31d90d3777e878f","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750403828,"digest":"digest","kind":"delete","number":34,"public_id":"R20261130-06","request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","result":"ok","state":"allowed","who":"63ffa59a1e0e6adb"}', '0c53d0b09f40fdc1ed63fa4252d3aea2373897d4d8699724ecf1780a8032a067');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 41, 1796080750434744, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31df0a0e387dd48', '{"account":null,"act":"stopping","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750434744,"number":41,"public_id":"R20261130-07","request":"63ffa59a1e0e6adb-066186a31df0a0e387dd48","result":"ok","who":"63ffa59a1e0e6adb"}', 'b23fd2ffb0ea300d318529ca3de77336524c44eeb22e7a2f3d2a32df2ce98754');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 58, 1796080750507504, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31eff0017f70ba0', '{"account":"token","act":"moved","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750507504,"before":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","delegation":"63ffa59a1e0e6adb-066186a31f35f09e855c6f","lineage":"85156fd86ee6393b39964adbd98940960f0390c129fe6b2d0b5692fa4efab4b1","moved":1,"narrower":0,"number":58,"operation":"move","parent":"63ffa59a1e0e6adb-066186a31edfc7fe3395a2","parent_public_id":"R20261130-11","public_id":"R20261130-12","request":"63ffa59a1e0e6adb-066186a31eff0017f70ba0","result":"ok","who":"63ffa59a1e0e6adb"}', 'ba7d863da71ea256960f32065f7f9d67d96a62205c5fda343a02faa5eca41166');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 23, 1796080750296429, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":"slack:T1:USARAH","act":"edited","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750296429,"number":23,"public_id":"R20261130-06","request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","result":"ok","version":2,"who":"c0a148653d9af0f0"}', '58c8bb707d66fb0bd9697a1581fe8f7ce58a6d38e44d677f60fdae970607f973');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 35, 1796080750409328, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":null,"act":"action used","action":"63ffa59a1e0e6adb-066186a31d90d3777e878f","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750409328,"delegation":"63ffa59a1e0e6adb-066186a31bdf01bb7882cb","digest":"digest","kind":"delete","number":35,"request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","reserved":{"tool_calls":1},"result":"ok","who":"machine:63ffa59a1e0e6adb-066186a317a35787646ac6"}', '1e7d6d5fc94f5f77d3eb6407cdb11ab805a15cebf993f3f21ddaf342d460f0cc');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 36, 1796080750412864, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":null,"act":"action outcome","action":"63ffa59a1e0e6adb-066186a31d90d3777e878f","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750412864,"exit_code":0,"number":36,"request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","result":"done","who":"machine:63ffa59a1e0e6adb-066186a317a35787646ac6"}', '1f179f8cf9f647951ee135558b8205077e31f02ffe67984f3e4100b542cc7352');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 37, 1796080750412864, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":null,"act":"done","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750412864,"happened_at":1,"number":37,"public_id":"R20261130-06","request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","result":"ok","text":"sha256:2323e53d23461d3108d1bfcf4eb9d38c149009ec71ddba2c08bfdd46bc92070b","who":"machine:63ffa59a1e0e6adb-066186a317a35787646ac6"}', '5fc5d5039e160be98d947b618e0d3cc901950a6760242913ec231813af55e6ea');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 48, 1796080750472996, '63ffa59a1e0e6adb', NULL, '{"account":"token","act":"machine registered","agent":null,"at":1796080750472996,"machine":"63ffa59a1e0e6adb-066186a31eaf249714f699","name":"desktop","number":48,"request":null,"result":"ok","who":"63ffa59a1e0e6adb"}', '3596a8e38a4efae284ae7cfdef44e7c43b633637d5191efb8ec31de8936f0906');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 24, 1796080750310132, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31bdf01d5303625', '{"account":"token","act":"approved","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750310132,"decision":"once","number":24,"public_id":"R20261130-06","request":"63ffa59a1e0e6adb-066186a31bdf01d5303625","result":"ok","version":2,"who":"63ffa59a1e0e6adb"}', '00b8cf40e72ed718104529e8d6889a6cf56e89b924bf63f5de77e5c0e8d960dc');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 42, 1796080750441892, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31e35a4c44382ee', '{"account":"slack:T1:USARAH","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750441892,"number":42,"public_id":"R20261130-08","request":"63ffa59a1e0e6adb-066186a31e35a4c44382ee","result":"ok","who":"c0a148653d9af0f0"}', 'f3502cd1b7b4ae92f5781451b6aba6d343fa748efeb2c1aabb9a5015fe166a43');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 25, 1796080750332207, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":null,"act":"started","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750332207,"number":25,"public_id":"R20261130-01","request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"ok","who":"machine:63ffa59a1e0e6adb-066186a317a35787646ac6"}', '29dfc8d3db1ddf935a3cf95198c5a0208d6daf1dfedc3cde55e1327bbfd76d91');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 31, 1796080750386762, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":"token","act":"settled","action":"63ffa59a1e0e6adb-066186a31cd1ea4a548531","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750386762,"digest":"digest","evidence":"It is gone.","kind":"delete","number":31,"public_id":"R20261130-01","request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"ok","settlement":"happened","who":"63ffa59a1e0e6adb"}', 'ccbb6029db208ea3af1042a77cddd245758b412acf9020942933cd39465405d7');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 47, 1796080750466308, '63ffa59a1e0e6adb', NULL, '{"account":"slack:T1:UOLGA","act":"notifications on","agent":null,"at":1796080750466308,"number":47,"request":null,"result":"ok","who":"63ffa59a1e0e6adb"}', '129e708bb5a126b0a6684f26a49953141eda4f86905e46072ff5373a61d6e49c');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 53, 1796080750489864, 'machine:63ffa59a1e0e6adb-066186a31eaf249714f699', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '{"account":null,"act":"started","agent":"63ffa59a1e0e6adb-066186a31eb60399ac3d28","at":1796080750489864,"number":53,"public_id":"R20261130-10","request":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","result":"ok","who":"machine:63ffa59a1e0e6adb-066186a31eaf249714f699"}', '6dcae0fb8964dc626383106c2e781f9a0cfe115d737b27af4b1c3d0c053d042b');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 59, 1796080750547213, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '{"account":null,"act":"waiting","agent":"63ffa59a1e0e6adb-066186a31eb60399ac3d28","at":1796080750547213,"for":"sha256:9e54bab6a965f6276dce0b535f89e4d24e39769479377888d0806dd20e914dc6","happened_at":1,"number":59,"public_id":"R20261130-10","request":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","result":"ok","until":1796167150547213,"who":"agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28"}', 'e58ce912b92a0583dc8d8a2c915f88001265c24ae62df6402e6ab597cdb60487');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 28, 1796080750370881, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":null,"act":"action used","action":"63ffa59a1e0e6adb-066186a31cd1ea4a548531","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750370881,"delegation":"63ffa59a1e0e6adb-066186a3197995e41b1b93","digest":"digest","kind":"delete","number":28,"request":"63ffa59a1e0e6adb-066186a3197995b54415a3","reserved":{"tool_calls":1},"result":"ok","who":"machine:63ffa59a1e0e6adb-066186a317a35787646ac6"}', 'f5345ff4297a28501164c61a49348aabc098eb3be3b2cacb781bbcb4a7c53ea8');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 29, 1796080750375410, 'relay', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":null,"act":"action outcome","action":"63ffa59a1e0e6adb-066186a31cd1ea4a548531","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750375410,"exit_code":null,"number":29,"request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"unknown","who":"relay"}', '2a80029b30d7cfc836a464b46980fa9168d047b1ff58cd4e5c53a862e3967c5f');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 30, 1796080750375410, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a3197995b54415a3', '{"account":null,"act":"failed","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750375410,"happened_at":1,"number":30,"public_id":"R20261130-01","request":"63ffa59a1e0e6adb-066186a3197995b54415a3","result":"ok","text":"sha256:4e1e81653762bf1fcccff7a54defde22d8bffb4c0140cb6c2542bb0af4a22d6e","who":"machine:63ffa59a1e0e6adb-066186a317a35787646ac6"}', '59ce5be2bd85d63a97988aa0e768d5a4317abe976c1725e439d55810015936a7');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 45, 1796080750456777, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a31e6fc949ded4ae', '{"account":"slack:T1:USARAH","act":"asked","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750456777,"number":45,"public_id":"R20261130-09","request":"63ffa59a1e0e6adb-066186a31e6fc949ded4ae","result":"ok","who":"c0a148653d9af0f0"}', 'ec216ee7619d692a354946d0b376f4339e6a76dd44090fbc705f7ac0b6e5e6b8');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 46, 1796080750456777, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31e6fc949ded4ae', '{"account":null,"act":"approved","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750456777,"decision":"grant","number":46,"public_id":"R20261130-09","request":"63ffa59a1e0e6adb-066186a31e6fc949ded4ae","result":"ok","who":"63ffa59a1e0e6adb"}', '192e47a34b14e79093edcf9c972be0d703d94165f433804a5b65fcfd345fa97f');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 51, 1796080750485447, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', '{"account":"token","act":"asked","agent":"63ffa59a1e0e6adb-066186a31eb60399ac3d28","at":1796080750485447,"number":51,"public_id":"R20261130-11","request":"63ffa59a1e0e6adb-066186a31edfc7fe3395a2","result":"ok","who":"63ffa59a1e0e6adb"}', '73357c23bcbf795e403542ea85865a4f6127196478131aa079ac2fc92eae4338');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 52, 1796080750485447, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', '{"account":null,"act":"approved","agent":"63ffa59a1e0e6adb-066186a31eb60399ac3d28","at":1796080750485447,"decision":"own","number":52,"public_id":"R20261130-11","request":"63ffa59a1e0e6adb-066186a31edfc7fe3395a2","result":"ok","who":"63ffa59a1e0e6adb"}', 'cee1cf1361709702288aa0e0c505749f2f4248a2631b0ba4d480ca80816918c2');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 43, 1796080750450587, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31e35a4c44382ee', '{"account":"token","act":"approved","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750450587,"decision":"always","number":43,"public_id":"R20261130-08","request":"63ffa59a1e0e6adb-066186a31e35a4c44382ee","result":"ok","version":1,"who":"63ffa59a1e0e6adb"}', 'e2f10e3540d7c39c50559ff06f7ab5faf72a3ddf684cee2516193b6584c7ca4c');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 44, 1796080750450587, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31e35a4c44382ee', '{"account":"token","act":"granted","agent":"63ffa59a1e0e6adb-066186a317a3578c4d143d","at":1796080750450587,"grant":"63ffa59a1e0e6adb-066186a31e579bbc09549c","number":44,"person":"c0a148653d9af0f0","request":"63ffa59a1e0e6adb-066186a31e35a4c44382ee","result":"ok","room":"63ffa59a1e0e6adb-066186a317a3571665474b","who":"63ffa59a1e0e6adb"}', '830fc8198b881666fe9217e5a958f066ce80c2e63c55ad6c231dc595791ef87b');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 49, 1796080750479699, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '{"account":"token","act":"asked","agent":"63ffa59a1e0e6adb-066186a31eb60399ac3d28","at":1796080750479699,"number":49,"public_id":"R20261130-10","request":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","result":"ok","who":"63ffa59a1e0e6adb"}', '021fe1dba24fbfe50514acf25b5fd15e552ef79d7446f4cac022066f78b30254');
INSERT INTO public.audit VALUES ('63ffa59a1e0e6adb', 50, 1796080750479699, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '{"account":null,"act":"approved","agent":"63ffa59a1e0e6adb-066186a31eb60399ac3d28","at":1796080750479699,"decision":"own","number":50,"public_id":"R20261130-10","request":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","result":"ok","who":"63ffa59a1e0e6adb"}', 'ee972397405b52aa3323f975b37899b9978c68415216e2300770469d3ec8cad3');
INSERT INTO public.binding VALUES ('slack', 'T1', 'C1', '63ffa59a1e0e6adb-066186a317a3571665474b');
INSERT INTO public.blob VALUES ('c0a148653d9af0f0-cce6e627d8680d88d55aa23e', 'c0a148653d9af0f0', 5, '\x6279746573', 1796080750284346, '63ffa59a1e0e6adb-066186a31bdf01d5303625');
INSERT INTO public.counter VALUES ('63ffa59a1e0e6adb', 20261130, 13);
INSERT INTO public.credential VALUES ('705f5f55d23bfc08457e21c611ce86ea0a51536c4ffabfdb697147ec7787b2f7', 'person', '63ffa59a1e0e6adb', NULL, 'test', 1796080750011223, NULL);
INSERT INTO public.credential VALUES ('3ea8280b203128dce49651989240cb6e9aeb199d4293dd78252e777e3205c3e1', 'connector', '63ffa59a1e0e6adb', 'slack', 'test', 1796080750011223, NULL);
INSERT INTO public.credential VALUES ('175ddd692268f0091048e1b0d8869dd15ce196c64af689d4bdfde74bca58ecdb', 'connector', '63ffa59a1e0e6adb', 'feishu', 'test', 1796080750011223, NULL);
INSERT INTO public.credential VALUES ('8f6c1d337be9d6e90c887a4f056c8fb3eedec7e6bee3d205606fcd5d235c81a3', 'connector', '63ffa59a1e0e6adb', 'web', 'test', 1796080750011223, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31a16714522b7bc', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31a1671b702a64f', NULL, 'live', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750171761, NULL, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31a8901e173016c', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31a89013db08a4d', NULL, 'settled', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750201089, 1796080750225119, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31b182968516d4d', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31b1829ac32ce63', NULL, 'settled', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750237737, 1796080750247223, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31b7e509445ff77', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31b7e509fa6c4af', NULL, 'settled', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750263888, 1796080750274049, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a3197995e41b1b93', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3', NULL, 'settled', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{"tool_calls": [null, 0, 1]}', NULL, 1796080750131605, 1796080750375410, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31bdf01bb7882cb', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31bdf01d5303625', NULL, 'settled', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{"tool_calls": [null, 0, 1]}', NULL, 1796080750288641, 1796080750412864, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31df0a077763c3f', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31df0a0e387dd48', NULL, 'live', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750424224, NULL, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31e35a43226c5d7', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31e35a4c44382ee', NULL, 'live', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750441892, NULL, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31e6fc9513b49c3', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31e6fc949ded4ae', NULL, 'live', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750456777, NULL, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31ec9535d9a44dd', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', NULL, 'live', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750479699, NULL, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31f1785b597ecd0', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31f17855c8af38a', '63ffa59a1e0e6adb-066186a31ec9535d9a44dd', 'live', '{"budget":{}}', '5fb6c7c4e93a89395b168b9aa101339b5b80a724859eab9993c432e23218ffa0', '{}', NULL, 1796080750499717, NULL, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31eff009a9210f7', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31eff0017f70ba0', '63ffa59a1e0e6adb-066186a31ec9535d9a44dd', 'superseded', '{"budget":{}}', '5fb6c7c4e93a89395b168b9aa101339b5b80a724859eab9993c432e23218ffa0', '{}', NULL, 1796080750493440, 1796080750507504, '63ffa59a1e0e6adb-066186a31f35f09e855c6f', NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31f35f09e855c6f', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31eff0017f70ba0', '63ffa59a1e0e6adb-066186a31edfc7be5f20de', 'live', '{"budget":{},"depth":3}', '85156fd86ee6393b39964adbd98940960f0390c129fe6b2d0b5692fa4efab4b1', '{}', NULL, 1796080750507504, NULL, NULL, NULL, NULL);
INSERT INTO public.delegation VALUES ('63ffa59a1e0e6adb-066186a31edfc7be5f20de', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', NULL, 'live', '{"budget":{},"depth":4}', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', '{}', NULL, 1796080750485447, NULL, NULL, NULL, NULL);
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 1, 'asked', 1796080750131605, '5f14a0921a827234', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 2, 'approved', 1796080750131605, '63ffa59a1e0e6adb', '{"decision":"once"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31a1671b702a64f', 1, 'asked', 1796080750171761, 'c0a148653d9af0f0', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31a89013db08a4d', 1, 'asked', 1796080750201089, 'c0a148653d9af0f0', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31a89013db08a4d', 2, 'expired', 1796080750225119, 'clock', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31b1829ac32ce63', 1, 'asked', 1796080750237737, 'c0a148653d9af0f0', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31b1829ac32ce63', 2, 'cancelled', 1796080750247223, 'c0a148653d9af0f0', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31b7e509fa6c4af', 1, 'asked', 1796080750263888, 'c0a148653d9af0f0', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31b7e509fa6c4af', 2, 'denied', 1796080750274049, '63ffa59a1e0e6adb', '{"decision":"denied","reason":"not today","version":1}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 1, 'asked', 1796080750288641, 'c0a148653d9af0f0', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 2, 'edited', 1796080750296429, 'c0a148653d9af0f0', '{"version":2}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 3, 'approved', 1796080750310132, '63ffa59a1e0e6adb', '{"decision":"once","version":2}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 3, 'started', 1796080750332207, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 4, 'action_asked', 1796080750350826, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"action":"63ffa59a1e0e6adb-066186a31cd1ea4a548531","digest":"digest","kind":"delete"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 5, 'action_decided', 1796080750361065, '63ffa59a1e0e6adb', '{"action":"63ffa59a1e0e6adb-066186a31cd1ea4a548531","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 6, 'session', 1796080750375410, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"happened_at":1,"session":"session-1"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 7, 'file', 1796080750375410, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 8, 'plan', 1796080750375410, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 9, 'failed', 1796080750375410, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '{"happened_at":1,"text":"the end"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', 10, 'settled', 1796080750386762, '63ffa59a1e0e6adb', '{"action":"63ffa59a1e0e6adb-066186a31cd1ea4a548531","digest":"digest","evidence":"It is gone.","kind":"delete","settlement":"happened"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 4, 'started', 1796080750393378, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 5, 'action_asked', 1796080750399699, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"action":"63ffa59a1e0e6adb-066186a31d90d3777e878f","digest":"digest","kind":"delete"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 6, 'action_decided', 1796080750403828, '63ffa59a1e0e6adb', '{"action":"63ffa59a1e0e6adb-066186a31d90d3777e878f","digest":"digest","kind":"delete","state":"allowed"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 7, 'session', 1796080750412864, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"happened_at":1,"session":"session-1"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 8, 'outcome', 1796080750412864, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"action":"63ffa59a1e0e6adb-066186a31d90d3777e878f","call":"call","exit_code":0,"happened_at":1,"outcome":"done"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 9, 'file', 1796080750412864, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"added":2,"happened_at":1,"path":"a.py","removed":1}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 10, 'plan', 1796080750412864, 'agent:63ffa59a1e0e6adb-066186a317a3578c4d143d', '{"happened_at":1,"steps":[["look","completed"]]}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', 11, 'done', 1796080750412864, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '{"happened_at":1,"text":"the end"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31df0a0e387dd48', 1, 'asked', 1796080750424224, '63ffa59a1e0e6adb', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31df0a0e387dd48', 2, 'approved', 1796080750424224, '63ffa59a1e0e6adb', '{"decision":"own"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31df0a0e387dd48', 3, 'started', 1796080750428730, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31df0a0e387dd48', 4, 'stopping', 1796080750434744, '63ffa59a1e0e6adb', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31e35a4c44382ee', 1, 'asked', 1796080750441892, 'c0a148653d9af0f0', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31e35a4c44382ee', 2, 'approved', 1796080750450587, '63ffa59a1e0e6adb', '{"decision":"always","version":1}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31e6fc949ded4ae', 1, 'asked', 1796080750456777, 'c0a148653d9af0f0', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31e6fc949ded4ae', 2, 'approved', 1796080750456777, '63ffa59a1e0e6adb', '{"decision":"grant"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', 1, 'asked', 1796080750479699, '63ffa59a1e0e6adb', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', 2, 'approved', 1796080750479699, '63ffa59a1e0e6adb', '{"decision":"own"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31edfc7fe3395a2', 1, 'asked', 1796080750485447, '63ffa59a1e0e6adb', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31edfc7fe3395a2', 2, 'approved', 1796080750485447, '63ffa59a1e0e6adb', '{"decision":"own"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', 3, 'started', 1796080750489864, 'machine:63ffa59a1e0e6adb-066186a31eaf249714f699', '{}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31eff0017f70ba0', 1, 'asked', 1796080750493440, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '{"on_behalf_of":"63ffa59a1e0e6adb","parent":"63ffa59a1e0e6adb-066186a31ec953b1b8d628"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', 4, 'agent_asked', 1796080750493440, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '{"child":"63ffa59a1e0e6adb-066186a31eff0017f70ba0","child_public_id":"R20261130-12","handle":"claude"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31f17855c8af38a', 1, 'asked', 1796080750499717, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '{"on_behalf_of":"63ffa59a1e0e6adb","parent":"63ffa59a1e0e6adb-066186a31ec953b1b8d628"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', 5, 'agent_asked', 1796080750499717, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '{"child":"63ffa59a1e0e6adb-066186a31f17855c8af38a","child_public_id":"R20261130-13","handle":"claude"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31eff0017f70ba0', 2, 'moved', 1796080750507504, '63ffa59a1e0e6adb', '{"before":"63ffa59a1e0e6adb-066186a31ec953b1b8d628","delegation":"63ffa59a1e0e6adb-066186a31f35f09e855c6f","lineage":"85156fd86ee6393b39964adbd98940960f0390c129fe6b2d0b5692fa4efab4b1","moved":1,"narrower":0,"operation":"move","parent":"63ffa59a1e0e6adb-066186a31edfc7fe3395a2","parent_public_id":"R20261130-11"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', 6, 'children_changed', 1796080750507504, 'relay', '{"moved":"63ffa59a1e0e6adb-066186a31eff0017f70ba0"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31edfc7fe3395a2', 3, 'children_changed', 1796080750507504, 'relay', '{"moved":"63ffa59a1e0e6adb-066186a31eff0017f70ba0"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31edfc7fe3395a2', 4, 'message', 1796080750526177, '63ffa59a1e0e6adb', '{"from":"Olga","message":"63ffa59a1e0e6adb-066186a31f7ee1c3b2e8ef","text":"please hurry","to":"reviewer"}');
INSERT INTO public.event VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', 7, 'waiting', 1796080750547213, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', '{"for":["63ffa59a1e0e6adb-066186a31f17855c8af38a"],"happened_at":1,"until":1796167150547213}');
INSERT INTO public.feed VALUES ('63ffa59a1e0e6adb-066186a31eaf249714f699', 1, 'message', '63ffa59a1e0e6adb-066186a31f7ee1c3b2e8ef', '{}', 1796080750526177);
INSERT INTO public.feed_head VALUES ('63ffa59a1e0e6adb-066186a31eaf249714f699', 1);
INSERT INTO public.hand VALUES ('63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb', 'draft', 1796080750544083, 1796080750544083);
INSERT INTO public.head VALUES ('lease:slack:T1', 0, '0000000000000000000000000000000000000000000000000000000000000000', 1796080750071066, NULL);
INSERT INTO public.head VALUES ('63ffa59a1e0e6adb', 59, 'e58ce912b92a0583dc8d8a2c915f88001265c24ae62df6402e6ab597cdb60487', 1796080750560746, NULL);
INSERT INTO public.head VALUES ('c0a148653d9af0f0', 0, '0000000000000000000000000000000000000000000000000000000000000000', 1796080750284346, NULL);
INSERT INTO public.invite VALUES ('63ffa59a1e0e6adb-066186a318cd1e8f75b65e', '63ffa59a1e0e6adb-066186a317a3571665474b', 'member', 'f5696c123ba489ffd239c0a027700393b20abb25acf897cc7e080d9b856d1ce8', 0, 1796685550087454, NULL, 1796080750087454);
INSERT INTO public.invite VALUES ('63ffa59a1e0e6adb-066186a31927e0e0a95712', '63ffa59a1e0e6adb-066186a317a3571665474b', 'member', 'c8b7d34dd8b92990725c7f1d51375e474072bf687d6e0d2ca6041136296111f2', 1, 1796685550110688, NULL, 1796080750110688);
INSERT INTO public.join_card VALUES ('63ffa59a1e0e6adb-066186a31933fd0e49cd05', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', 'slack', 'T1', 'USTRANGER', 'Stranger', 'en', false, 'slack:T1:C1:1.000100', '{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true},"prompt":"let me in","agent":null,"room":null,"attachments":[],"quoted":[]}', 'admitted', 1796080750113789, 1796167150113789, 1796080750131605, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3');
INSERT INTO public.join_card VALUES ('63ffa59a1e0e6adb-066186a319f182bc8efe70', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', 'slack', 'T1', 'UANOTHER', 'Another', 'en', false, 'slack:T1:C1:2.000100', '{"spot":{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"2.000100","direct":false,"shows":true},"prompt":"me too","agent":null,"room":null,"attachments":[],"quoted":[]}', 'waiting', 1796080750162306, 1796167150162306, NULL, NULL, NULL);
INSERT INTO public.lease VALUES ('slack', 'T1', '63ffa59a1e0e6adb', 'first', 1, 1796080765034716, 1796080750034716, 1796080750034716, 1796080750071066);
INSERT INTO public.link VALUES ('8fb05c09026a06e9a3a04257390eafc8b5ee5dea82dcd4f837fad90725a93d04', '63ffa59a1e0e6adb', true, 'token', 1796081350060624, 'slack', 'T1', 'UOLGA', 'Olga', 1796080750076451);
INSERT INTO public.machine VALUES ('63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb', 'laptop', '453c3eaee26aaa43b2637466e2d2c667fc89ce6f011770f2ca9ffece0e814966', 1, 'one', '0', 1796080750316586, 1796080750011223, NULL, NULL);
INSERT INTO public.machine VALUES ('63ffa59a1e0e6adb-066186a31eaf249714f699', '63ffa59a1e0e6adb', 'desktop', '92b0ea9e962aa37da54faf01a77727fa989f826f0172949dbb8a0e3c166ac8c3', 1, 'far', '0', 1796080750474755, 1796080750472996, NULL, NULL);
INSERT INTO public.member VALUES ('63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb', 'owner', 1796080750011223, NULL);
INSERT INTO public.member VALUES ('63ffa59a1e0e6adb-066186a317a3571665474b', 'c0a148653d9af0f0', 'member', 1796080750095024, NULL);
INSERT INTO public.member VALUES ('63ffa59a1e0e6adb-066186a317a3571665474b', '5f14a0921a827234', 'member', 1796080750131605, NULL);
INSERT INTO public.message VALUES ('63ffa59a1e0e6adb-066186a31f7ee1c3b2e8ef', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb', NULL, 'agent:63ffa59a1e0e6adb-066186a31eb60399ac3d28', 'owner', '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', 'current', NULL, NULL, 'say', '2ba4347a35823f5ebc527831159efc56f436bfc3bef6020c818118a27b15b3e8', 'please hurry', false, 1796080750526177, NULL, NULL, NULL);
INSERT INTO public.move VALUES ('63ffa59a1e0e6adb', 'move', '208448048a8e76ca4d7cf78e2bc4d40a2fd2cfc8bafe3c487080ed49f0bfe95f', '{"request":"63ffa59a1e0e6adb-066186a31eff0017f70ba0","parent":"63ffa59a1e0e6adb-066186a31edfc7fe3395a2","moved":1,"narrower":[],"delegation":"63ffa59a1e0e6adb-066186a31f35f09e855c6f"}', 1796080750507504);
INSERT INTO public.notice VALUES ('63ffa59a1e0e6adb-066186a31e950459a403c5', 'request:63ffa59a1e0e6adb-066186a31f17855c8af38a', 1, 1796080810560746, NULL);
INSERT INTO public.notice VALUES ('63ffa59a1e0e6adb-066186a31e950459a403c5', 'request:63ffa59a1e0e6adb-066186a31eff0017f70ba0', 1, 1796080810560746, NULL);
INSERT INTO public.person VALUES ('63ffa59a1e0e6adb', 'Olga', 'en', 1796080750011223);
INSERT INTO public.person VALUES ('c0a148653d9af0f0', 'Sarah', 'en', 1796080750095024);
INSERT INTO public.person VALUES ('5f14a0921a827234', 'Stranger', 'en', 1796080750131605);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31933fdeca71566', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31933fd0e49cd05', 'slack', 'T1', 'asked', 'C1', '1.000100', '1.000100', false, 'en', 2, 0, '{}', 1796080750113789, 1796080750131605, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31933fd9c9b1772', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31933fd0e49cd05', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796080750113789, 1796080750131605, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a319f182452f5e57', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a319f182bc8efe70', 'slack', 'T1', 'asked', 'C1', '2.000100', '2.000100', false, 'en', 1, 0, '{}', 1796080750162306, 1796080750162306, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a319f1825e6578a7', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a319f182bc8efe70', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1796080750162306, 1796080750162306, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31a1671762279ee', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31a1671b702a64f', 'slack', 'T1', 'asked', 'C1', '3.000100', '3.000100', false, 'en', 1, 0, '{}', 1796080750171761, 1796080750171761, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31a16715c584bbc', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31a1671b702a64f', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1796080750171761, 1796080750171761, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31a8901c0c686ff', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31a89013db08a4d', 'slack', 'T1', 'asked', 'C1', '4.000100', '4.000100', false, 'en', 2, 0, '{}', 1796080750201089, 1796080750225119, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31a89016ee7194b', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31a89013db08a4d', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796080750201089, 1796080750225119, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31b1829f2a8de48', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31b1829ac32ce63', 'slack', 'T1', 'asked', 'C1', '5.000100', '5.000100', false, 'en', 2, 0, '{}', 1796080750237737, 1796080750247223, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31b1829459c2dcf', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31b1829ac32ce63', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796080750237737, 1796080750247223, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31b7e50f123f292', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31b7e509fa6c4af', 'slack', 'T1', 'asked', 'C1', '6.000100', '6.000100', false, 'en', 2, 0, '{}', 1796080750263888, 1796080750274049, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31b7e505124cf0f', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31b7e509fa6c4af', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796080750263888, 1796080750274049, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31979952c9252c5', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3', 'slack', 'T1', 'asked', 'C1', '1.000100', '1.000100', false, 'en', 10, 0, '{}', 1796080750131605, 1796080750386762, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31cd1eacb292c30', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a3197995b54415a3', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 10, 0, '{}', 1796080750350826, 1796080750386762, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31bdf01d9a67860', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31bdf01d5303625', 'slack', 'T1', 'asked', 'C1', '7.000100', '7.000100', false, 'en', 11, 0, '{}', 1796080750288641, 1796080750412864, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31bdf014a42f66e', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31bdf01d5303625', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 11, 0, '{}', 1796080750288641, 1796080750412864, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31df0a0e6007ba5', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31df0a0e387dd48', 'slack', 'T1', 'mirror', 'C1', NULL, NULL, false, 'en', 4, 0, '{}', 1796080750424224, 1796080750434744, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31e35a4a8bc15f1', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31e35a4c44382ee', 'slack', 'T1', 'asked', 'C1', '9.000100', '9.000100', false, 'en', 2, 0, '{}', 1796080750441892, 1796080750450587, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31e35a47518ea9a', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31e35a4c44382ee', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796080750441892, 1796080750450587, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31e6fc9d6f3d4a9', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31e6fc949ded4ae', 'slack', 'T1', 'asked', 'C1', '10.000100', '10.000100', false, 'en', 2, 0, '{}', 1796080750456777, 1796080750456777, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31f178558817fde', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31f17855c8af38a', 'slack', 'T1', 'mirror', 'C1', NULL, NULL, false, 'en', 1, 0, '{}', 1796080750499717, 1796080750499717, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31f178589960ebb', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31f17855c8af38a', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 1, 0, '{}', 1796080750499717, 1796080750499717, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31eff00299de749', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31eff0017f70ba0', 'slack', 'T1', 'mirror', 'C1', NULL, NULL, false, 'en', 2, 0, '{}', 1796080750493440, 1796080750507504, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31eff0037426e1b', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31eff0017f70ba0', 'slack', 'T1', 'owner', 'UOLGA', NULL, NULL, true, 'en', 2, 0, '{}', 1796080750493440, 1796080750507504, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31edfc72f960e83', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', 'slack', 'T1', 'mirror', 'C1', NULL, NULL, false, 'en', 4, 0, '{}', 1796080750485447, 1796080750526177, NULL);
INSERT INTO public.place VALUES ('63ffa59a1e0e6adb-066186a31ec953c4d4ff23', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', 'slack', 'T1', 'mirror', 'C1', NULL, NULL, false, 'en', 7, 0, '{}', 1796080750479699, 1796080750547213, NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31a1671b702a64f', '63ffa59a1e0e6adb', 20261130, 2, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'slack:T1:USARAH', false, 'slack:T1:C1:3.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"3.000100","direct":false,"shows":true}', NULL, 'pending 安全', '[]', '[]', 1, 1, 'pending', 1796080750171761, 1796080750171761, 1796167150171761, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '63ffa59a1e0e6adb-066186a317a35787646ac6', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31a16714522b7bc', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, 'a1b6e34d41c5e8d2f6c907bfc40e7b8a', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31a89013db08a4d', '63ffa59a1e0e6adb', 20261130, 3, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'slack:T1:USARAH', false, 'slack:T1:C1:4.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"4.000100","direct":false,"shows":true}', NULL, 'expired', '[]', '[]', 1, 2, 'expired', 1796080750201089, 1796080750225119, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1796080750225119, 'clock', '63ffa59a1e0e6adb-066186a317a35787646ac6', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31a8901e173016c', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, 'ca2e5c5b2f76cea1b225f917de7d3fd7', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31b1829ac32ce63', '63ffa59a1e0e6adb', 20261130, 4, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'slack:T1:USARAH', false, 'slack:T1:C1:5.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"5.000100","direct":false,"shows":true}', NULL, 'cancelled', '[]', '[]', 1, 2, 'cancelled', 1796080750237737, 1796080750247223, 1796167150237737, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1796080750247223, 'c0a148653d9af0f0', '63ffa59a1e0e6adb-066186a317a35787646ac6', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31b182968516d4d', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, 'a6976f2c59d817566327525f26d45c20', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31b7e509fa6c4af', '63ffa59a1e0e6adb', 20261130, 5, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'slack:T1:USARAH', false, 'slack:T1:C1:6.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"6.000100","direct":false,"shows":true}', NULL, 'denied', '[]', '[]', 1, 2, 'cancelled', 1796080750263888, 1796080750274049, 1796167150263888, NULL, '63ffa59a1e0e6adb', 1796080750274049, 'deny', 'denied', 'not today', NULL, 1796080750274049, '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a35787646ac6', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31b7e509445ff77', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, '222b2bc22511701dce5d54f2190d6242', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', '63ffa59a1e0e6adb', 20261130, 1, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', '5f14a0921a827234', 'slack:T1:USTRANGER', false, 'slack:T1:C1:1.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"1.000100","direct":false,"shows":true}', NULL, 'let me in', '[]', '[]', 1, 10, 'failed', 1796080750131605, 1796080750386762, NULL, 1796080750131605, '63ffa59a1e0e6adb', 1796080750131605, NULL, 'once', NULL, 1796080750332207, 1796080750375410, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a317a35787646ac6', 1, 1796080810332207, NULL, NULL, 4, NULL, NULL, 'session-1', NULL, NULL, '[["look","completed"]]', '[{"added":2,"path":"a.py","removed":1}]', 'the end', NULL, '63ffa59a1e0e6adb-066186a3197995e41b1b93', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, '3f5ab105a8bf8ef5187dfc78521989f2', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', '63ffa59a1e0e6adb', 20261130, 6, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'slack:T1:USARAH', false, 'slack:T1:C1:7.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"7.000100","direct":false,"shows":true}', NULL, 'first', '[{"blob":"c0a148653d9af0f0-cce6e627d8680d88d55aa23e","media_type":"text/plain","name":"notes.txt","size":5}]', '[]', 2, 11, 'done', 1796080750288641, 1796080750412864, 1796167150288641, 1796080750310132, '63ffa59a1e0e6adb', 1796080750310132, 'tap:63ffa59a1e0e6adb-066186a31bdf01d5303625', 'once', NULL, 1796080750393378, 1796080750412864, 'machine:63ffa59a1e0e6adb-066186a317a35787646ac6', '63ffa59a1e0e6adb-066186a317a35787646ac6', 1, 1796080810393378, NULL, NULL, 5, NULL, NULL, 'session-1', NULL, NULL, '[["look","completed"]]', '[{"added":2,"path":"a.py","removed":1}]', 'the end', NULL, '63ffa59a1e0e6adb-066186a31bdf01bb7882cb', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, '9a379f0bfe26247262a48a40e14ead86', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31df0a0e387dd48', '63ffa59a1e0e6adb', 20261130, 7, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb', 'token', false, '63ffa59a1e0e6adb-066186a317a3571665474b:cli:T1:C1:8.000100', '{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"8.000100","direct":false,"shows":false}', NULL, 'running', '[]', '[]', 1, 4, 'running', 1796080750424224, 1796080750434744, NULL, 1796080750424224, '63ffa59a1e0e6adb', 1796080750424224, NULL, 'own', NULL, 1796080750428730, NULL, NULL, '63ffa59a1e0e6adb-066186a317a35787646ac6', 1, 1796080810428730, NULL, NULL, 0, 1796080750434744, '63ffa59a1e0e6adb', NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31df0a077763c3f', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, '09aad63476df99ce8a785babe6c746be', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31e35a4c44382ee', '63ffa59a1e0e6adb', 20261130, 8, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'slack:T1:USARAH', false, 'slack:T1:C1:9.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"9.000100","direct":false,"shows":true}', NULL, 'granted', '[]', '[]', 1, 2, 'approved', 1796080750441892, 1796080750450587, 1796167150441892, 1796080750450587, '63ffa59a1e0e6adb', 1796080750450587, 'tap:63ffa59a1e0e6adb-066186a31e35a4c44382ee', 'always', NULL, NULL, NULL, NULL, '63ffa59a1e0e6adb-066186a317a35787646ac6', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31e35a43226c5d7', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, 'e6bf8d86896e709ad0a48bed6ee6dd1d', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31e6fc949ded4ae', '63ffa59a1e0e6adb', 20261130, 9, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'slack:T1:USARAH', false, 'slack:T1:C1:10.000100', '{"platform":"slack","tenant":"T1","channel":"C1","thread":null,"message":"10.000100","direct":false,"shows":true}', NULL, 'approved by the grant', '[]', '[]', 1, 2, 'approved', 1796080750456777, 1796080750456777, NULL, 1796080750456777, '63ffa59a1e0e6adb', 1796080750456777, NULL, 'grant', NULL, NULL, NULL, NULL, '63ffa59a1e0e6adb-066186a317a35787646ac6', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31e6fc9513b49c3', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, '78376bf960b148c8663cba84ad088c83', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31f17855c8af38a', '63ffa59a1e0e6adb', 20261130, 13, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb', 'token', false, 'child:63ffa59a1e0e6adb-066186a31ec953b1b8d628:two', '{"platform":"cli","tenant":"T1","channel":"C1","thread":"11.000100","message":"11.000100","direct":false,"shows":false}', NULL, 'look at it', '[]', '[]', 1, 1, 'pending', 1796080750499717, 1796080750499717, 2796080750499717, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '63ffa59a1e0e6adb-066186a317a35787646ac6', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31f1785b597ecd0', '5fb6c7c4e93a89395b168b9aa101339b5b80a724859eab9993c432e23218ffa0', NULL, '6a1084c315b92547f25a69b02c202ec3', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31edfc7fe3395a2', '63ffa59a1e0e6adb', 20261130, 11, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb', 'token', false, '63ffa59a1e0e6adb-066186a317a3571665474b:cli:T1:C1:12.000100', '{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"12.000100","direct":false,"shows":false}', NULL, 'together', '[]', '[]', 1, 4, 'approved', 1796080750485447, 1796080750526177, NULL, 1796080750485447, '63ffa59a1e0e6adb', 1796080750485447, NULL, 'own', NULL, NULL, NULL, NULL, '63ffa59a1e0e6adb-066186a31eaf249714f699', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31edfc7be5f20de', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, '8dbe40e9ed83b4e905e7c9f54d88eace', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31eff0017f70ba0', '63ffa59a1e0e6adb', 20261130, 12, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb', 'token', false, 'child:63ffa59a1e0e6adb-066186a31ec953b1b8d628:one', '{"platform":"cli","tenant":"T1","channel":"C1","thread":"11.000100","message":"11.000100","direct":false,"shows":false}', NULL, 'look at it', '[]', '[]', 1, 2, 'pending', 1796080750493440, 1796080750507504, 2796080750493440, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '63ffa59a1e0e6adb-066186a317a35787646ac6', NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31f35f09e855c6f', '85156fd86ee6393b39964adbd98940960f0390c129fe6b2d0b5692fa4efab4b1', NULL, '6534a01ffd75bbcd90700d4b8b828cf8', NULL);
INSERT INTO public.request VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', '63ffa59a1e0e6adb', 20261130, 10, '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb', 'token', false, '63ffa59a1e0e6adb-066186a317a3571665474b:cli:T1:C1:11.000100', '{"platform":"cli","tenant":"T1","channel":"C1","thread":null,"message":"11.000100","direct":false,"shows":false}', NULL, 'together', '[]', '[]', 1, 7, 'running', 1796080750479699, 1796080750547213, NULL, 1796080750479699, '63ffa59a1e0e6adb', 1796080750479699, NULL, 'own', NULL, 1796080750489864, NULL, NULL, '63ffa59a1e0e6adb-066186a31eaf249714f699', 1, NULL, NULL, 1796080750547213, 1, NULL, NULL, NULL, NULL, NULL, '[]', '[]', NULL, NULL, '63ffa59a1e0e6adb-066186a31ec9535d9a44dd', 'dae9dfbcccb847bf19e19593972e36cc356edd3e2c99ac7db63ab1102346e08a', NULL, 'd97cc72c6e3f1d99a3a362289f8ff2a9', NULL);
INSERT INTO public.room VALUES ('63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb', 'Backend', 'claude', NULL, false, 1796080750011223, NULL, NULL);
INSERT INTO public.room_agent VALUES ('63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', NULL);
INSERT INTO public.room_agent VALUES ('63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a31eb60399ac3d28', NULL);
INSERT INTO public.session VALUES ('63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb-066186a317a3571665474b', 'session-1', 1796080750412864, 1, 1);
INSERT INTO public.standing_grant VALUES ('63ffa59a1e0e6adb-066186a31e579bbc09549c', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 1796080750450587, NULL, 1, NULL);
INSERT INTO public.subscription VALUES ('63ffa59a1e0e6adb-066186a31e950459a403c5', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb', 'slack', 'T1', 'UOLGA', 'https://push.example/1', 'key', 'secret', 'en', 1796080750466308);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31a1671b702a64f', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'open', NULL, '63ffa59a1e0e6adb-066186a31a1671b702a64f', '63ffa59a1e0e6adb-066186a31a16714522b7bc', NULL, 1796080750171761, 1796080750171761, NULL);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31a89013db08a4d', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'stopped', NULL, '63ffa59a1e0e6adb-066186a31a89013db08a4d', '63ffa59a1e0e6adb-066186a31a8901e173016c', NULL, 1796080750201089, 1796080750201089, 1796080750225119);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31b1829ac32ce63', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'stopped', NULL, '63ffa59a1e0e6adb-066186a31b1829ac32ce63', '63ffa59a1e0e6adb-066186a31b182968516d4d', NULL, 1796080750237737, 1796080750237737, 1796080750247223);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31b7e509fa6c4af', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'stopped', NULL, '63ffa59a1e0e6adb-066186a31b7e509fa6c4af', '63ffa59a1e0e6adb-066186a31b7e509445ff77', NULL, 1796080750263888, 1796080750263888, 1796080750274049);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a3197995b54415a3', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', '5f14a0921a827234', 'stopped', NULL, '63ffa59a1e0e6adb-066186a3197995b54415a3', '63ffa59a1e0e6adb-066186a3197995e41b1b93', NULL, 1796080750131605, 1796080750131605, 1796080750375410);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31bdf01d5303625', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'completed', NULL, '63ffa59a1e0e6adb-066186a31bdf01d5303625', '63ffa59a1e0e6adb-066186a31bdf01bb7882cb', NULL, 1796080750288641, 1796080750288641, 1796080750412864);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31df0a0e387dd48', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb', 'open', NULL, '63ffa59a1e0e6adb-066186a31df0a0e387dd48', '63ffa59a1e0e6adb-066186a31df0a077763c3f', NULL, 1796080750424224, 1796080750424224, NULL);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31e35a4c44382ee', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'open', NULL, '63ffa59a1e0e6adb-066186a31e35a4c44382ee', '63ffa59a1e0e6adb-066186a31e35a43226c5d7', NULL, 1796080750441892, 1796080750441892, NULL);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31e6fc949ded4ae', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', 'c0a148653d9af0f0', 'open', NULL, '63ffa59a1e0e6adb-066186a31e6fc949ded4ae', '63ffa59a1e0e6adb-066186a31e6fc9513b49c3', NULL, 1796080750456777, 1796080750456777, NULL);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb', 'open', NULL, '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '63ffa59a1e0e6adb-066186a31ec9535d9a44dd', NULL, 1796080750479699, 1796080750479699, NULL);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31edfc7fe3395a2', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a31eb60399ac3d28', '63ffa59a1e0e6adb', 'open', NULL, '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', '63ffa59a1e0e6adb-066186a31edfc7be5f20de', NULL, 1796080750485447, 1796080750485447, NULL);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31f17855c8af38a', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb', 'open', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '63ffa59a1e0e6adb-066186a31ec953b1b8d628', '63ffa59a1e0e6adb-066186a31f1785b597ecd0', '93ccaaf8cdb58539f934d2583c2974a4d29a6e40c6762ea656a645e74afa91df', 1796080750499717, 1796080750499717, NULL);
INSERT INTO public.task VALUES ('63ffa59a1e0e6adb-066186a31eff0017f70ba0', '63ffa59a1e0e6adb', '63ffa59a1e0e6adb-066186a317a3571665474b', '63ffa59a1e0e6adb-066186a317a3578c4d143d', '63ffa59a1e0e6adb', 'open', '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', '63ffa59a1e0e6adb-066186a31edfc7fe3395a2', '63ffa59a1e0e6adb-066186a31f35f09e855c6f', '93ccaaf8cdb58539f934d2583c2974a4d29a6e40c6762ea656a645e74afa91df', 1796080750493440, 1796080750493440, NULL);
INSERT INTO public.waiting VALUES ('63ffa59a1e0e6adb-066186a31ec953b1b8d628', '63ffa59a1e0e6adb-066186a31f17855c8af38a', 1796167150547213);
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
ALTER TABLE ONLY public.delegation
    ADD CONSTRAINT pk_delegation PRIMARY KEY (id);
ALTER TABLE ONLY public.event
    ADD CONSTRAINT pk_event PRIMARY KEY (request, seq);
ALTER TABLE ONLY public.feed
    ADD CONSTRAINT pk_feed PRIMARY KEY (machine, seq);
ALTER TABLE ONLY public.feed_head
    ADD CONSTRAINT pk_feed_head PRIMARY KEY (machine);
ALTER TABLE ONLY public.hand
    ADD CONSTRAINT pk_hand PRIMARY KEY (room, agent, person, kind);
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
ALTER TABLE ONLY public.message
    ADD CONSTRAINT pk_message PRIMARY KEY (id);
ALTER TABLE ONLY public.move
    ADD CONSTRAINT pk_move PRIMARY KEY (owner, key);
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT pk_notice PRIMARY KEY (subscription, subject);
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
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT pk_subscription PRIMARY KEY (id);
ALTER TABLE ONLY public.task
    ADD CONSTRAINT pk_task PRIMARY KEY (id);
ALTER TABLE ONLY public.waiting
    ADD CONSTRAINT pk_waiting PRIMARY KEY (request, subject);
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
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT uq_subscription_endpoint UNIQUE (endpoint);
CREATE INDEX ix_account_person ON public.account USING btree (person);
CREATE INDEX ix_action_due ON public.action USING btree (deadline) WHERE ((state)::text = 'pending'::text);
CREATE INDEX ix_action_open ON public.action USING btree (owner) WHERE ((state)::text = 'pending'::text);
CREATE INDEX ix_action_request ON public.action USING btree (request);
CREATE INDEX ix_action_unknown ON public.action USING btree (owner) WHERE ((outcome)::text = 'unknown'::text);
CREATE INDEX ix_agent_machine ON public.agent USING btree (machine);
CREATE INDEX ix_audit_request ON public.audit USING btree (owner, request, number);
CREATE INDEX ix_binding_room ON public.binding USING btree (room);
CREATE INDEX ix_blob_created_at ON public.blob USING btree (created_at);
CREATE INDEX ix_blob_request ON public.blob USING btree (request);
CREATE UNIQUE INDEX ix_delegation_day ON public.delegation USING btree (standing, day) WHERE (standing IS NOT NULL);
CREATE INDEX ix_delegation_due ON public.delegation USING btree (expires_at) WHERE (((state)::text = 'live'::text) AND (expires_at IS NOT NULL));
CREATE INDEX ix_delegation_parent ON public.delegation USING btree (parent) WHERE (((state)::text = 'live'::text) AND (parent IS NOT NULL));
CREATE INDEX ix_delegation_task ON public.delegation USING btree (task, made_at);
CREATE INDEX ix_invite_expires_at ON public.invite USING btree (expires_at);
CREATE INDEX ix_invite_room ON public.invite USING btree (room);
CREATE INDEX ix_join_card_due ON public.join_card USING btree (deadline) WHERE ((state)::text = 'waiting'::text);
CREATE INDEX ix_join_card_kept ON public.join_card USING btree (deadline) WHERE ((state)::text <> 'waiting'::text);
CREATE INDEX ix_join_card_open ON public.join_card USING btree (owner) WHERE ((state)::text = 'waiting'::text);
CREATE INDEX ix_join_card_owner ON public.join_card USING btree (owner);
CREATE INDEX ix_lease_owner ON public.lease USING btree (owner);
CREATE INDEX ix_link_expires_at ON public.link USING btree (expires_at);
CREATE INDEX ix_machine_owner ON public.machine USING btree (owner);
CREATE INDEX ix_member_person ON public.member USING btree (person);
CREATE UNIQUE INDEX ix_message_child ON public.message USING btree (child) WHERE (child IS NOT NULL);
CREATE INDEX ix_message_inbox ON public.message USING btree (room, receiver, id);
CREATE UNIQUE INDEX ix_message_key ON public.message USING btree (room, sender, key) WHERE (key IS NOT NULL);
CREATE INDEX ix_message_open ON public.message USING btree (receiver, room, id) WHERE (read_at IS NULL);
CREATE INDEX ix_message_reply_to ON public.message USING btree (reply_to) WHERE (reply_to IS NOT NULL);
CREATE INDEX ix_message_request ON public.message USING btree (request) WHERE (request IS NOT NULL);
CREATE INDEX ix_message_sender ON public.message USING btree (sender);
CREATE INDEX ix_message_task ON public.message USING btree (task) WHERE (task IS NOT NULL);
CREATE INDEX ix_place_stale ON public.place USING btree (platform, tenant, changed_at) WHERE ((wanted > shown) AND (dead IS NULL));
CREATE INDEX ix_place_thread ON public.place USING btree (platform, tenant, channel, thread);
CREATE INDEX ix_request_asker ON public.request USING btree (asker, id);
CREATE INDEX ix_request_due ON public.request USING btree (deadline) WHERE ((state)::text = 'pending'::text);
CREATE INDEX ix_request_kept ON public.request USING btree (ended_at) WHERE ((ended_at IS NOT NULL) AND (erased_at IS NULL));
CREATE INDEX ix_request_lease ON public.request USING btree (lease_until) WHERE (((state)::text = 'running'::text) AND (interrupted_at IS NULL));
CREATE UNIQUE INDEX ix_request_one_each ON public.request USING btree (agent) WHERE (((state)::text = 'running'::text) AND (yielded_at IS NULL));
CREATE INDEX ix_request_open ON public.request USING btree (owner, asker) WHERE (ended_at IS NULL);
CREATE INDEX ix_request_queue ON public.request USING btree (agent, queued_at, id) WHERE ((state)::text = 'approved'::text);
CREATE INDEX ix_request_ready ON public.request USING btree (agent, ready_at, id) WHERE (((state)::text = 'running'::text) AND (ready_at IS NOT NULL));
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
CREATE INDEX ix_subscription_owner ON public.subscription USING btree (owner, platform);
CREATE INDEX ix_subscription_person ON public.subscription USING btree (person);
CREATE INDEX ix_task_open ON public.task USING btree (agent, room, assigned_at) WHERE ((state)::text = 'open'::text);
CREATE INDEX ix_task_parent ON public.task USING btree (parent) WHERE (parent IS NOT NULL);
CREATE INDEX ix_waiting_subject ON public.waiting USING btree (subject);
CREATE INDEX ix_waiting_until ON public.waiting USING btree (until);
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
ALTER TABLE ONLY public.message
    ADD CONSTRAINT fk_message_room FOREIGN KEY (room) REFERENCES public.room(id);
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT fk_notice_subscription FOREIGN KEY (subscription) REFERENCES public.subscription(id);
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
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT fk_subscription_person FOREIGN KEY (person) REFERENCES public.person(id);
ALTER TABLE ONLY public.task
    ADD CONSTRAINT fk_task_id FOREIGN KEY (id) REFERENCES public.request(id);
