PRAGMA application_id = 1414483020;
CREATE TABLE answers (
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  key TEXT NOT NULL,
  purpose TEXT NOT NULL,
  status INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (app, customer, key)
) STRICT;
INSERT INTO "answers" VALUES('coach','c1','k','use send-message',200,X'07');
CREATE TABLE checks (
  app TEXT NOT NULL,
  purchase TEXT NOT NULL,
  periodStart INTEGER NOT NULL,
  periodEnd INTEGER NOT NULL,
  dueAt INTEGER NOT NULL,
  tries INTEGER NOT NULL, environment TEXT NOT NULL DEFAULT 'production',
  PRIMARY KEY (app, purchase)
) STRICT, WITHOUT ROWID;
INSERT INTO "checks" VALUES('coach','sandbox:1000',1767225600000,1767225660000,1767225660000,0,'sandbox');
CREATE TABLE claims (
  app TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  device TEXT NOT NULL,
  customer TEXT NOT NULL,
  PRIMARY KEY (app, kind, subject, device)
) STRICT, WITHOUT ROWID;
INSERT INTO "claims" VALUES('coach','email','ann@example.com','','c1');
INSERT INTO "claims" VALUES('coach','endedSession','s1','','c1');
INSERT INTO "claims" VALUES('coach','identity','https://id.example.com','u1','c1');
INSERT INTO "claims" VALUES('coach','notification','n-1','','c1');
INSERT INTO "claims" VALUES('coach','purchase','1000','','c1');
INSERT INTO "claims" VALUES('coach','purchase','sandbox:1000','','c1');
INSERT INTO "claims" VALUES('coach','share','1000','0','c1');
INSERT INTO "claims" VALUES('coach','trial','paid','phone','c1');
CREATE TABLE credentials (
  app TEXT NOT NULL,
  email TEXT NOT NULL,
  passwordHash TEXT NOT NULL,
  account TEXT NOT NULL,
  customer TEXT NOT NULL,
  PRIMARY KEY (app, email)
) STRICT, WITHOUT ROWID;
INSERT INTO "credentials" VALUES('coach','ann@example.com','hash','a1','c1');
CREATE TABLE customers (
  app TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  mergedInto TEXT,
  PRIMARY KEY (app, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "customers" VALUES('coach','c1',2,NULL);
INSERT INTO "customers" VALUES('coach','c2',2,NULL);
INSERT INTO "customers" VALUES('coach','c3',2,'c2');
CREATE TABLE facts (
  sequence INTEGER PRIMARY KEY,
  app TEXT NOT NULL,
  customer TEXT NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
INSERT INTO "facts" VALUES(1,'coach','c1',1,1767225600000,'signedUp','{"account":"a1","at":1767225600000,"kind":"signedUp"}');
INSERT INTO "facts" VALUES(2,'coach','c1',1,1767225600000,'device','{"at":1767225600000,"device":"phone","kind":"device"}');
INSERT INTO "facts" VALUES(3,'coach','c1',1,1767225600000,'milestone','{"at":1767225600000,"kind":"milestone","milestone":"discovery"}');
INSERT INTO "facts" VALUES(4,'coach','c1',1,1767225600000,'trialStarted','{"at":1767225600000,"kind":"trialStarted","purchase":"1000","terms":{"entitlements":["premium"],"lasts":"P3D","uses":{"feature":"send-message","limit":100}},"trial":"paid"}');
INSERT INTO "facts" VALUES(5,'coach','c1',1,1767225600000,'trialForfeited','{"at":1767225600000,"device":"phone","kind":"trialForfeited","trial":"free"}');
INSERT INTO "facts" VALUES(6,'coach','c1',1,1767225600000,'transaction','{"environment":"sandbox","expiresAt":1767225660000,"group":"plans","id":"1001","isUpgraded":true,"kind":"transaction","offer":{"kind":"introductory","payment":"payAsYouGo"},"originalID":"1000","ownership":"familyShared","price":{"currency":"USD","milliunits":19990},"product":"monthly","purchasedAt":1767225600000,"quantity":2,"revokedAt":1767225630000,"signedAt":1767225600000,"signedFor":"cus_1"}');
INSERT INTO "facts" VALUES(7,'coach','c1',1,1767225600000,'transaction','{"environment":"production","id":"2001","isUpgraded":false,"kind":"transaction","originalID":"2001","ownership":"purchased","product":"lifetime","purchasedAt":1767225600000,"quantity":1,"signedAt":1767225600000}');
INSERT INTO "facts" VALUES(8,'coach','c1',1,1767225600000,'renewal','{"environment":"sandbox","graceEndsAt":1767225600000,"isInBillingRetry":true,"kind":"renewal","originalID":"1000","renewsAt":1767225600000,"renewsTo":"yearly","resumesAt":1767225600000,"signedAt":1767225600000,"willRenew":false}');
INSERT INTO "facts" VALUES(9,'coach','c1',1,1767225600000,'transfer','{"at":1767225600000,"isHeld":false,"kind":"transfer","number":2,"purchase":"1000"}');
INSERT INTO "facts" VALUES(10,'coach','c1',1,1767225600000,'transfer','{"at":1767225600000,"isHeld":true,"isShared":true,"kind":"transfer","number":3,"purchase":"1000","spent":[{"amount":4,"transaction":"1001","wallet":"coins"}]}');
INSERT INTO "facts" VALUES(11,'coach','c1',1,1767225600000,'use','{"at":1767225600000,"feature":"send-message","key":"k1","kind":"use","origin":"c1"}');
INSERT INTO "facts" VALUES(12,'coach','c1',1,1767225600000,'credit','{"amount":50,"kind":"credit","lifetime":{"rollsOver":{"upTo":120}},"purchase":"sandbox:1000","transaction":"1001","wallet":"coins"}');
INSERT INTO "facts" VALUES(13,'coach','c1',1,1767225600000,'credit','{"amount":50,"kind":"credit","lifetime":{"period":{}},"purchase":"1","transaction":"1","wallet":"coins"}');
INSERT INTO "facts" VALUES(14,'coach','c1',1,1767225600000,'spend','{"amount":2,"at":1767225600000,"feature":"send-message","key":"k5","kind":"spend","origin":"c1","unpaid":1,"wallet":"coins"}');
INSERT INTO "facts" VALUES(15,'coach','c1',1,1767225600000,'item','{"at":1767225600000,"feature":"plants","isHeld":true,"item":"fern","kind":"item","origin":"c1"}');
INSERT INTO "facts" VALUES(16,'coach','c1',1,1767225600000,'dismissal','{"at":1767225600000,"key":"k2","kind":"dismissal","prompt":"garden"}');
INSERT INTO "facts" VALUES(17,'coach','c1',1,1767225600000,'paywall','{"action":"closed","at":1767225600000,"feature":"send-message","key":"k3","kind":"paywall","paywall":"plans","placement":"start"}');
INSERT INTO "facts" VALUES(18,'coach','c1',1,1767225600000,'paywall','{"action":"shown","at":1767225600000,"key":"k4","kind":"paywall","paywall":"plans"}');
INSERT INTO "facts" VALUES(19,'coach','c1',1,1767225600000,'nudge','{"at":1767225600000,"kind":"nudge","nudge":"tomorrow","occurrence":1767225600000}');
INSERT INTO "facts" VALUES(20,'coach','c1',1,1767225600000,'profile','{"at":1767225600000,"kind":"profile","row":"user","table":"users","values":{"isNew":true,"level":1,"stance":"orthodox"}}');
INSERT INTO "facts" VALUES(21,'coach','c1',1,1767225600000,'profile','{"at":1767225600000,"day":"2026-03-02","kind":"profile","row":"today","table":"trackers","values":{}}');
INSERT INTO "facts" VALUES(22,'coach','c1',1,1767225600000,'grant','{"entitlement":"premium","id":"g1","kind":"grant","startsAt":1767225600000}');
INSERT INTO "facts" VALUES(23,'coach','c1',2,1767225600000,'use','{"at":1767225600000,"feature":"send-message","key":"é\u0000\"\\/","kind":"use","origin":"c1"}');
INSERT INTO "facts" VALUES(24,'coach','c1',2,1767225600000,'item','{"at":1767225600000,"feature":"plants","isHeld":false,"item":"fern","kind":"item","origin":"c1"}');
INSERT INTO "facts" VALUES(25,'coach','c2',1,1767225600000,'signedUp','{"account":"a2","at":1767225600000,"kind":"signedUp"}');
INSERT INTO "facts" VALUES(26,'coach','c2',1,1767225600000,'credit','{"amount":3,"kind":"credit","lifetime":{"unlimited":{}},"purchase":"5","transaction":"5","wallet":"coins"}');
INSERT INTO "facts" VALUES(27,'coach','c2',1,1767225600000,'credit','{"amount":3,"kind":"credit","lifetime":{"rollsOver":{}},"purchase":"6","transaction":"6","wallet":"coins"}');
INSERT INTO "facts" VALUES(28,'coach','c3',1,1767225600000,'milestone','{"at":1767225600000,"kind":"milestone","milestone":"welcome"}');
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('1-ledger');
INSERT INTO "grdb_migrations" VALUES('2-store-checks');
INSERT INTO "grdb_migrations" VALUES('3-environments');
INSERT INTO "grdb_migrations" VALUES('4-refusals');
CREATE TABLE marks (
  app TEXT NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (app, name)
) STRICT, WITHOUT ROWID;
INSERT INTO "marks" VALUES('coach','notifications',1767225600000);
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
INSERT INTO "refusals" VALUES(1,'coach','n-9','a.b.c','signed_data_wrong_app','r1',1767225600000);
CREATE TABLE secrets (
  name TEXT NOT NULL PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "secrets" VALUES('tokens',X'010203');
CREATE INDEX customersByMerge ON customers (app, mergedInto) WHERE mergedInto IS NOT NULL;
CREATE INDEX factsByCustomer ON facts (app, customer);
CREATE INDEX factsByApp ON facts (app);
CREATE INDEX claimsByCustomer ON claims (app, customer);
CREATE INDEX credentialsByCustomer ON credentials (app, customer);
CREATE INDEX checksByInstant ON checks (app, environment, dueAt);
