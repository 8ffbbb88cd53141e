CREATE TABLE public.analyses (
    id text NOT NULL COLLATE pg_catalog."C",
    record text COLLATE pg_catalog."C",
    at bigint NOT NULL,
    state text NOT NULL,
    owner text NOT NULL,
    expires bigint NOT NULL,
    began bigint NOT NULL,
    drafts bigint NOT NULL,
    body bytea,
    CONSTRAINT analyses_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'working'::text, 'done'::text, 'stopped'::text, 'failed'::text])))
);
CREATE TABLE public.attempts (
    id text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    browser bytea NOT NULL,
    at bigint NOT NULL,
    player text NOT NULL,
    result bytea,
    CONSTRAINT attempts_browser_check CHECK ((length(browser) = 32))
);
CREATE TABLE public.channels (
    table_id text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    said bigint NOT NULL,
    CONSTRAINT channels_channel_check CHECK ((channel = ANY (ARRAY['players'::text, 'spectators'::text])))
);
CREATE TABLE public.days (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    seal text NOT NULL,
    seed bytea NOT NULL
);
CREATE TABLE public.entries (
    table_id text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    kind text NOT NULL,
    at bigint NOT NULL,
    body bytea NOT NULL
);
CREATE TABLE public.leases (
    table_id text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL,
    expires bigint NOT NULL
);
CREATE TABLE public.messages (
    table_id text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    number bigint NOT NULL,
    at bigint NOT NULL,
    author text NOT NULL,
    text text NOT NULL
);
CREATE UNLOGGED TABLE public.presence (
    table_id text NOT NULL COLLATE pg_catalog."C",
    node text NOT NULL COLLATE pg_catalog."C",
    chairs text NOT NULL,
    others bigint NOT NULL,
    expires bigint NOT NULL
);
CREATE TABLE public.records (
    id text NOT NULL COLLATE pg_catalog."C",
    at bigint NOT NULL,
    imported boolean NOT NULL,
    summary bytea NOT NULL,
    text text NOT NULL,
    opens bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.salts (
    table_id text NOT NULL COLLATE pg_catalog."C",
    seat text NOT NULL COLLATE pg_catalog."C",
    salt bytea NOT NULL
);
CREATE TABLE public.schema_version (
    version integer NOT NULL
);
CREATE TABLE public.seals (
    table_id text NOT NULL COLLATE pg_catalog."C",
    seed bytea NOT NULL
);
CREATE TABLE public.sittings (
    table_id text NOT NULL COLLATE pg_catalog."C",
    seat text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    kind text NOT NULL,
    player text NOT NULL,
    token_hash bytea,
    CONSTRAINT sittings_kind_check CHECK ((kind = ANY (ARRAY['empty'::text, 'person'::text, 'bot'::text]))),
    CONSTRAINT sittings_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE TABLE public.tables (
    id text NOT NULL COLLATE pg_catalog."C",
    created bigint NOT NULL,
    updated bigint NOT NULL,
    version bigint NOT NULL,
    status text NOT NULL,
    open boolean NOT NULL,
    settings bytea NOT NULL,
    seq bigint NOT NULL,
    CONSTRAINT tables_status_check CHECK ((status = ANY (ARRAY['lobby'::text, 'playing'::text, 'over'::text, 'abandoned'::text])))
)
WITH (fillfactor='70');
INSERT INTO public.analyses VALUES ('1 a check', 'old', 1794979679994, 'done', 'a node', 1794979739998, 0, 2, '\xff616e20616e616c79736973');
INSERT INTO public.analyses VALUES ('1 another check', NULL, 1794979679998, 'waiting', 'a node', 794979679998, 0, 0, NULL);
INSERT INTO public.attempts VALUES ('first', '2026-11-18', '\xe3316e2bafebb6103a3418e8778c0adc960d40213a03a7e7f4fcd3426ed807bf', 900, 'Ágnes', '\xff7b7d');
INSERT INTO public.channels VALUES ('first', 'players', 2);
INSERT INTO public.days VALUES ('2026-11-18', 700, 'a seal', '\x612064617927732073656564');
INSERT INTO public.entries VALUES ('first', 1, 'deal', 1200, '\x00ff');
INSERT INTO public.entries VALUES ('first', 2, 'plan', 1300, '\x6e6f766963652d3420736e65616b20342d313820e280932069742773');
INSERT INTO public.leases VALUES ('first', 'a node', 794979679981);
INSERT INTO public.messages VALUES ('first', 'players', 1, 1100, 'Ágnes', 'it''s dark; -- isn''t it?');
INSERT INTO public.messages VALUES ('first', 'players', 2, 1150, 'Berta', '
🌙');
INSERT INTO public.records VALUES ('second', 900, false, '\x7b7d', 'nuns record 1
', 0);
INSERT INTO public.records VALUES ('old', 800, true, '\xff', 'it''s old
', 0);
INSERT INTO public.salts VALUES ('first', 'guards', '\x73616c74');
INSERT INTO public.salts VALUES ('first', 'novice-4', '\x00');
INSERT INTO public.schema_version VALUES (1);
INSERT INTO public.schema_version VALUES (2);
INSERT INTO public.schema_version VALUES (3);
INSERT INTO public.schema_version VALUES (4);
INSERT INTO public.seals VALUES ('first', '\x73656564');
INSERT INTO public.sittings VALUES ('first', 'guards', 1, 'bot', 'rover', NULL);
INSERT INTO public.sittings VALUES ('first', 'novice-4', 2, 'person', 'Ágnes', '\xe3316e2bafebb6103a3418e8778c0adc960d40213a03a7e7f4fcd3426ed807bf');
INSERT INTO public.tables VALUES ('second', 2000, 2000, 1, 'lobby', false, '\x7b7d', 0);
INSERT INTO public.tables VALUES ('first', 1000, 1300, 2, 'playing', true, '\x7b2265646974696f6e223a226475746368227d', 2);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_day_browser_key UNIQUE (day, browser);
ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY (table_id, channel);
ALTER TABLE ONLY public.days
    ADD CONSTRAINT days_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (table_id, channel, number);
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_pkey PRIMARY KEY (table_id, node);
ALTER TABLE ONLY public.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.salts
    ADD CONSTRAINT salts_pkey PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.seals
    ADD CONSTRAINT seals_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.sittings
    ADD CONSTRAINT sittings_pkey PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
CREATE INDEX analyses_by_record ON public.analyses USING btree (record);
CREATE INDEX attempts_by_browser ON public.attempts USING btree (browser, day);
CREATE INDEX records_by_age ON public.records USING btree (at, id);
CREATE INDEX sittings_by_token ON public.sittings USING btree (token_hash) WHERE (token_hash IS NOT NULL);
CREATE INDEX tables_by_age ON public.tables USING btree (created, id);
CREATE INDEX tables_by_status ON public.tables USING btree (status, created, id);
ALTER TABLE ONLY public.analyses
    ADD CONSTRAINT analyses_record_fkey FOREIGN KEY (record) REFERENCES public.records(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.entries
    ADD CONSTRAINT entries_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.leases
    ADD CONSTRAINT leases_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.messages
    ADD CONSTRAINT messages_table_id_channel_fkey FOREIGN KEY (table_id, channel) REFERENCES public.channels(table_id, channel) ON DELETE CASCADE;
ALTER TABLE ONLY public.presence
    ADD CONSTRAINT presence_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.salts
    ADD CONSTRAINT salts_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.seals
    ADD CONSTRAINT seals_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sittings
    ADD CONSTRAINT sittings_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id) ON DELETE CASCADE;
