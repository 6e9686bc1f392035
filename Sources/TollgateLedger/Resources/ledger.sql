-- The tables of a ledger in SQLite.
--
-- `STRICT` makes SQLite reject a value of another type instead of converting it. Instants are milliseconds since 1970,
-- names are `StoredText`, and a fact's `body` is its JSON. `LedgerSchema` says what each table is for.

-- "TOLL" in ASCII, by which a file of another program is told from a ledger.
PRAGMA application_id = 0x544F4C4C;

CREATE TABLE customers (
  app TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  mergedInto TEXT,
  erased INTEGER NOT NULL DEFAULT 0,
  generation INTEGER NOT NULL DEFAULT 0,
  seenAt INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (app, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX customersByMerge ON customers (app, mergedInto) WHERE mergedInto IS NOT NULL;

CREATE TABLE facts (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX factsByCustomer ON facts (app, customer);
CREATE INDEX factsByApp ON facts (app);
-- A customer's other facts, and its values of attributes, are found among many uses.
CREATE INDEX factsExceptUses ON facts (app, customer) WHERE kind <> 'use';
CREATE INDEX attributesByCustomer ON facts (
  app, customer, CASE WHEN json_valid(body) THEN json_extract(body, '$.attribute') END)
WHERE kind = 'attribute';
-- The order in which facts are pruned.
CREATE INDEX factsToPrune ON facts (at)
WHERE (kind = 'reservation' OR kind = 'reservationRelease');
CREATE INDEX attributesToPrune ON facts (at) WHERE kind = 'attribute';
-- What operators look up, as `LedgerSchema` writes it in the queries; null in a row that is damaged.
CREATE INDEX factsByDevice ON facts (
  app, CASE WHEN json_valid(body) THEN json_extract(body, '$.device') END)
WHERE kind = 'device';
CREATE INDEX factsByTransaction ON facts (
  app, CASE WHEN json_valid(body) THEN json_extract(body, '$.id') END)
WHERE kind = 'transaction';
CREATE INDEX factsByReservedValue ON facts (
  app, CASE WHEN json_valid(body) THEN lower(json_extract(body, '$.value')) END)
WHERE kind = 'attribute' AND instr(body, '"attribute":"$') > 0;

-- A row covers the uses among the customer's facts after `after` and up to `through`, `facts` in number.
CREATE TABLE useArchives (
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  after INTEGER NOT NULL,
  through INTEGER NOT NULL,
  facts INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (app, customer, through)
) STRICT;

CREATE TABLE claims (
  app TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  device TEXT NOT NULL,
  customer TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (app, kind, subject, device)
) STRICT, WITHOUT ROWID;
CREATE INDEX claimsByCustomer ON claims (app, customer);
CREATE INDEX claimsToPrune ON claims (kind, at)
WHERE kind = 'endedSession' OR kind = 'notification';

CREATE TABLE answers (
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  key TEXT NOT NULL,
  purpose TEXT NOT NULL,
  status INTEGER NOT NULL,
  body BLOB NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (app, customer, key)
) STRICT;
-- The order in which answers are pruned; row ids follow it only as long as no clock is wrong. New answers go to the end
-- of the index, so a use writes only its last page.
CREATE INDEX answersByInstant ON answers (at);

CREATE TABLE credentials (
  app TEXT NOT NULL,
  email TEXT NOT NULL,
  passwordHash TEXT NOT NULL,
  account TEXT NOT NULL,
  customer TEXT NOT NULL,
  verifiedAt INTEGER,
  PRIMARY KEY (app, email)
) STRICT, WITHOUT ROWID;
CREATE INDEX credentialsByCustomer ON credentials (app, customer);

-- Attempts are dropped by the end of their window, and beyond their limit by their count.
CREATE TABLE attempts (
  app TEXT NOT NULL,
  subject TEXT NOT NULL,
  count INTEGER NOT NULL,
  endsAt INTEGER NOT NULL,
  PRIMARY KEY (app, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX attemptsByInstant ON attempts (app, endsAt);
CREATE INDEX attemptsByCount ON attempts (app, count, endsAt);

CREATE TABLE codes (
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  kind TEXT NOT NULL,
  hash BLOB NOT NULL,
  expiresAt INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (app, customer, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX codesByInstant ON codes (app, expiresAt);

CREATE TABLE signInTokens (
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  client TEXT NOT NULL,
  token TEXT NOT NULL,
  PRIMARY KEY (app, customer)
) STRICT, WITHOUT ROWID;

CREATE TABLE revocations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  app TEXT NOT NULL,
  client TEXT NOT NULL,
  token TEXT NOT NULL,
  dueAt INTEGER NOT NULL,
  tries INTEGER NOT NULL
) STRICT;
CREATE INDEX revocationsByInstant ON revocations (app, dueAt);

CREATE TABLE properties (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE checks (
  app TEXT NOT NULL,
  purchase TEXT NOT NULL,
  environment TEXT NOT NULL,
  periodStart INTEGER NOT NULL,
  periodEnd INTEGER NOT NULL,
  dueAt INTEGER NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (app, purchase)
) STRICT, WITHOUT ROWID;
CREATE INDEX checksByInstant ON checks (app, environment, dueAt);

CREATE TABLE marks (
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (app, name)
) STRICT, WITHOUT ROWID;

-- Each refusal has a new sequence number, so that the oldest can be dropped.
CREATE TABLE refusals (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  app TEXT NOT NULL,
  notification TEXT NOT NULL,
  signedPayload TEXT NOT NULL,
  reason TEXT NOT NULL,
  revision TEXT NOT NULL,
  at INTEGER NOT NULL,
  UNIQUE (app, notification)
) STRICT;

-- A row is read for each request that presents a key.
CREATE TABLE secretKeys (
  app TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  hash BLOB NOT NULL,
  scope TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  lastUsedAt INTEGER,
  revokedAt INTEGER,
  PRIMARY KEY (app, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
  app TEXT NOT NULL,
  email TEXT NOT NULL,
  role TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  link TEXT,
  linkExpiresAt INTEGER,
  PRIMARY KEY (app, email)
) STRICT, WITHOUT ROWID;
CREATE INDEX peopleByLink ON people (app, link) WHERE link IS NOT NULL;

CREATE TABLE adminSessions (
  app TEXT NOT NULL,
  id TEXT NOT NULL,
  email TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL,
  PRIMARY KEY (app, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX adminSessionsByEmail ON adminSessions (app, email);

CREATE TABLE audit (
  app TEXT NOT NULL,
  at INTEGER NOT NULL,
  id TEXT NOT NULL,
  author TEXT NOT NULL,
  action TEXT NOT NULL,
  customer TEXT,
  subject TEXT,
  reason TEXT,
  PRIMARY KEY (app, at, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX auditByCustomer ON audit (app, customer) WHERE customer IS NOT NULL;

-- The tables of charts.
CREATE TABLE chartStates (
  app TEXT NOT NULL PRIMARY KEY,
  number INTEGER NOT NULL,
  rules TEXT NOT NULL,
  cursor TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE chartChanges (
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  revision INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (app, customer)
) STRICT, WITHOUT ROWID;

CREATE TABLE chartParts (
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (app, customer)
) STRICT, WITHOUT ROWID;

CREATE TABLE chartSums (
  app TEXT NOT NULL,
  measure TEXT NOT NULL,
  division TEXT NOT NULL,
  name TEXT NOT NULL,
  currency TEXT NOT NULL,
  hour INTEGER NOT NULL,
  value INTEGER NOT NULL,
  base INTEGER NOT NULL,
  PRIMARY KEY (app, measure, division, name, currency, hour)
) STRICT, WITHOUT ROWID;

-- Who has changed is noted in the same commit: by the code that inserts facts, and by these triggers.
CREATE TRIGGER chartsOfMerges AFTER UPDATE OF mergedInto ON customers
WHEN OLD.mergedInto IS NOT NEW.mergedInto
BEGIN
  INSERT INTO chartChanges (app, customer, revision, at)
  SELECT NEW.app, id, 1, NEW.seenAt FROM (
    SELECT NEW.id AS id UNION SELECT OLD.mergedInto UNION SELECT NEW.mergedInto)
  WHERE id IS NOT NULL
  ON CONFLICT (app, customer) DO UPDATE SET revision = revision + 1;
END;

-- An erased customer's part loses its name at once, and is subtracted later; the state's number changes, so that nothing
-- is applied that was computed before the erasure.
CREATE TRIGGER chartsOfErasures AFTER UPDATE OF erased ON customers
WHEN NEW.erased AND NOT OLD.erased
BEGIN
  UPDATE chartStates SET number = number + 1 WHERE app = NEW.app;
  UPDATE chartParts SET customer = 'erased:' || lower(hex(randomblob(16)))
  WHERE app = NEW.app AND customer = NEW.id;
  INSERT INTO chartChanges (app, customer, revision, at)
  SELECT NEW.app, customer, 1, NEW.seenAt FROM (
    SELECT NEW.id AS customer UNION
    SELECT customer FROM chartParts
    WHERE app = NEW.app AND customer > 'erased:' AND customer < 'erased;')
  WHERE true
  ON CONFLICT (app, customer) DO UPDATE SET revision = revision + 1;
END;

CREATE TRIGGER chartsOfRemovals AFTER DELETE ON customers
BEGIN
  INSERT INTO chartChanges (app, customer, revision, at)
  VALUES (OLD.app, OLD.id, 1, OLD.seenAt)
  ON CONFLICT (app, customer) DO UPDATE SET revision = revision + 1;
END;
