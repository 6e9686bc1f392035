-- The tables of a ledger in PostgreSQL.
--
-- Names are compared by their bytes (`COLLATE "C"`) whatever the database's own order is. Instants are milliseconds since
-- 1970, and a fact's `body` is its JSON. `PostgreSQLSchema` says what each table is for.

CREATE TABLE tollgate.customers (
  app text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, version bigint NOT NULL,
  merged_into text COLLATE "C", erased boolean NOT NULL DEFAULT false,
  generation bigint NOT NULL DEFAULT 0, seen_at bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (app, id)) WITH (fillfactor = 80);
CREATE INDEX customers_by_merge ON tollgate.customers (app, merged_into)
WHERE merged_into IS NOT NULL;

CREATE TABLE tollgate.facts (
  id bigint GENERATED ALWAYS AS IDENTITY, sequence bigint,
  app text COLLATE "C" NOT NULL, customer text COLLATE "C" NOT NULL, version bigint NOT NULL,
  at bigint NOT NULL, kind text COLLATE "C" NOT NULL, body text NOT NULL,
  PRIMARY KEY (app, customer, id));
CREATE INDEX facts_by_app ON tollgate.facts (app, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX facts_unnumbered ON tollgate.facts (id) WHERE sequence IS NULL;
-- The order in which facts are pruned.
CREATE INDEX facts_by_instant ON tollgate.facts (at)
WHERE kind IN ('reservation', 'reservationRelease');
CREATE INDEX attributes_by_instant ON tollgate.facts (at) WHERE kind = 'attribute';
CREATE INDEX attributes_by_customer
ON tollgate.facts (app, customer, (substring(body from '"attribute":"((?:[^"\\]|\\.)*)"')))
WHERE kind = 'attribute';
-- What operators look up, as `PostgreSQLSchema` writes it in the queries: values as they are escaped in the JSON of the
-- row, so that an index on them can fail on no row.
CREATE INDEX facts_by_device ON tollgate.facts (app, (substring(body from '"device":"((?:[^"\\]|\\.)*)"')))
WHERE kind = 'device';
CREATE INDEX facts_by_transaction ON tollgate.facts (app, (substring(body from '"id":"((?:[^"\\]|\\.)*)"')))
WHERE kind = 'transaction';
CREATE INDEX facts_by_reserved_value
ON tollgate.facts (app, (lower(substring(body from '"value":"((?:[^"\\]|\\.)*)"') COLLATE "C")))
WHERE kind = 'attribute' AND strpos(body, '"attribute":"$') > 0;

CREATE TABLE tollgate.counter (last bigint NOT NULL);
INSERT INTO tollgate.counter VALUES (0);

CREATE TABLE tollgate.lanes (
  id uuid PRIMARY KEY, number bigint NOT NULL, at timestamptz NOT NULL DEFAULT now(),
  refused bigint[])
  WITH (fillfactor = 50);

CREATE TABLE tollgate.claims (
  app text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, subject text COLLATE "C" NOT NULL,
  device text COLLATE "C" NOT NULL, customer text COLLATE "C" NOT NULL, at bigint NOT NULL,
  PRIMARY KEY (app, kind, subject, device));
CREATE INDEX claims_by_customer ON tollgate.claims (app, customer);
CREATE INDEX claims_by_instant ON tollgate.claims (kind, at)
WHERE kind IN ('endedSession', 'notification');

CREATE TABLE tollgate.answers (
  app text COLLATE "C" NOT NULL, customer text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
  purpose text NOT NULL, status integer NOT NULL, body bytea NOT NULL, at bigint NOT NULL,
  PRIMARY KEY (app, customer, key));
CREATE INDEX answers_by_instant ON tollgate.answers (at);

CREATE TABLE tollgate.credentials (
  app text COLLATE "C" NOT NULL, email text COLLATE "C" NOT NULL, password_hash text NOT NULL,
  account text NOT NULL, customer text COLLATE "C" NOT NULL, verified_at bigint,
  PRIMARY KEY (app, email));
CREATE INDEX credentials_by_customer ON tollgate.credentials (app, customer);

CREATE TABLE tollgate.attempts (
  app text COLLATE "C" NOT NULL, subject text COLLATE "C" NOT NULL, count bigint NOT NULL,
  ends_at bigint NOT NULL, PRIMARY KEY (app, subject));
CREATE INDEX attempts_by_instant ON tollgate.attempts (app, ends_at);

CREATE TABLE tollgate.codes (
  app text COLLATE "C" NOT NULL, customer text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL,
  hash bytea NOT NULL, expires_at bigint NOT NULL, tries bigint NOT NULL,
  PRIMARY KEY (app, customer, kind));
CREATE INDEX codes_by_instant ON tollgate.codes (app, expires_at);

CREATE TABLE tollgate.properties (name text COLLATE "C" PRIMARY KEY, value text NOT NULL);

-- `holder` and `leased_until` of checks, revocations and tasks are leases, by the database's clock.
CREATE TABLE tollgate.checks (
  app text COLLATE "C" NOT NULL, purchase text COLLATE "C" NOT NULL,
  environment text COLLATE "C" NOT NULL, period_start bigint NOT NULL, period_end bigint NOT NULL,
  due_at bigint NOT NULL, tries bigint NOT NULL, holder text, leased_until timestamptz,
  PRIMARY KEY (app, purchase));
CREATE INDEX checks_by_instant ON tollgate.checks (app, environment, due_at, purchase);

CREATE TABLE tollgate.tasks (
  app text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, holder text NOT NULL,
  leased_until timestamptz NOT NULL, PRIMARY KEY (app, name));

CREATE TABLE tollgate.marks (
  app text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, at bigint NOT NULL,
  PRIMARY KEY (app, name));

CREATE TABLE tollgate.refusals (
  sequence bigint GENERATED BY DEFAULT AS IDENTITY, app text COLLATE "C" NOT NULL,
  notification text COLLATE "C" NOT NULL, signed_payload text NOT NULL, reason text NOT NULL,
  revision text NOT NULL, at bigint NOT NULL,
  PRIMARY KEY (app, notification));
CREATE INDEX refusals_by_sequence ON tollgate.refusals (app, sequence);

CREATE TABLE tollgate.secret_keys (
  app text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, name text NOT NULL,
  hash bytea NOT NULL, scope text NOT NULL, created_at bigint NOT NULL, last_used_at bigint,
  revoked_at bigint,
  PRIMARY KEY (app, id));

CREATE TABLE tollgate.sign_in_tokens (
  app text COLLATE "C" NOT NULL, customer text COLLATE "C" NOT NULL, client text NOT NULL,
  token text NOT NULL,
  PRIMARY KEY (app, customer));

CREATE TABLE tollgate.revocations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, app text COLLATE "C" NOT NULL,
  client text NOT NULL, token text NOT NULL, due_at bigint NOT NULL, tries bigint NOT NULL,
  holder text, leased_until timestamptz);
CREATE INDEX revocations_by_instant ON tollgate.revocations (app, due_at, id);

CREATE TABLE tollgate.people (
  app text COLLATE "C" NOT NULL, email text COLLATE "C" NOT NULL, role text NOT NULL,
  created_at bigint NOT NULL, link text COLLATE "C", link_expires_at bigint,
  PRIMARY KEY (app, email));
CREATE INDEX people_by_link ON tollgate.people (app, link) WHERE link IS NOT NULL;

CREATE TABLE tollgate.admin_sessions (
  app text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL, email text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL, expires_at bigint NOT NULL, PRIMARY KEY (app, id));
CREATE INDEX admin_sessions_by_email ON tollgate.admin_sessions (app, email);

CREATE TABLE tollgate.audit (
  app text COLLATE "C" NOT NULL, at bigint NOT NULL, id text COLLATE "C" NOT NULL,
  author text COLLATE "C" NOT NULL, action text COLLATE "C" NOT NULL, customer text COLLATE "C",
  subject text, reason text,
  PRIMARY KEY (app, at, id));
CREATE INDEX audit_by_customer ON tollgate.audit (app, customer) WHERE customer IS NOT NULL;
