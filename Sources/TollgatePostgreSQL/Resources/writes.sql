-- The functions in which a ledger's writes run.
--
-- A write is one call, so that a group of writes takes one round trip. A rejected write returns its reason in a row and
-- leaves nothing behind: an error would roll back its whole group. The number at the end of a name is its version: a
-- released function is never changed, and a migration adds the next one.
--
-- Every function relies on `READ COMMITTED`, in which each of its statements sees what was committed before.

-- Begins a transaction of a lane: sets its limits and how it is planned, checks that the schema is the server's, and sets the lane's
-- number, which must not have been used or given up.
--
-- A table that must be read whole has so high a cost without `enable_seqscan` that PostgreSQL would compile each such
-- statement, which takes a hundred times as long as running it; hence `jit`.
--
-- A migration locks `migrations`. It waits for a transaction that has read the table, and one that begins later
-- waits and then sees the migration. So no server writes by the rules of an earlier version once a later one has
-- migrated. The table is read before any row is locked, since the migration may wait for whoever has locked one.
--
-- | SQLSTATE | reason |
-- |---|---|
-- | `TG002` | the transaction was given up |
-- | `TG003` | `p_migrations` lacks a migration that has been performed |
-- | `TG004` | the ledger was moved, or is the unfinished target of a move |
--
-- With the number, `settle_1` determines whether the transaction was committed.
CREATE FUNCTION tollgate.begin_1(p_lane uuid, p_number bigint, p_statement text, p_lock text,
  p_idle text, p_migrations text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('statement_timeout', p_statement, true),
    set_config('lock_timeout', p_lock, true),
    set_config('idle_in_transaction_session_timeout', p_idle, true),
    set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true);
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  IF EXISTS (SELECT 1 FROM tollgate.migrations WHERE name <> ALL (p_migrations)) THEN
    RAISE SQLSTATE 'TG003';
  END IF;
  IF EXISTS (SELECT 1 FROM tollgate.properties WHERE name IN ('moved', 'move')) THEN
    RAISE SQLSTATE 'TG004';
  END IF;
  INSERT INTO tollgate.lanes AS l (id, number) VALUES (p_lane, p_number)
    ON CONFLICT (id) DO UPDATE SET number = p_number, at = now(), refused = NULL
    WHERE l.number < p_number;
  IF NOT FOUND THEN RAISE SQLSTATE 'TG002'; END IF;
END $$;

-- Whether a transaction of a lane was committed; if not, it never will be.
--
-- | the lane's row | what it does | it returns |
-- |---|---|---|
-- | is missing, or has an earlier number | sets the number after the transaction's, so that it fails when it begins | false |
-- | has the transaction's number | writes the row again | true |
-- | has the number after it | nothing: it was given up before | false |
-- | is locked by the transaction | waits for its end, then as above | |
--
-- The row is written again for a synchronous standby: a commit whose connection was lost may not have arrived there,
-- and a later one that has arrived proves that it has.
CREATE FUNCTION tollgate.settle_1(p_lane uuid, p_number bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('synchronous_commit') IN ('off', 'local') THEN
    PERFORM set_config('synchronous_commit', 'on', true);
  END IF;
  INSERT INTO tollgate.lanes AS l (id, number) VALUES (p_lane, p_number + 1)
    ON CONFLICT (id) DO UPDATE SET number = p_number + 1, at = now()
    WHERE l.number < p_number;
  IF FOUND THEN RETURN false; END IF;
  UPDATE tollgate.lanes SET at = now() WHERE id = p_lane AND number = p_number;
  RETURN FOUND;
END $$;

-- The rarer parts of a write: merge, release, claims, credentials, checks and the end of sessions.
--
-- Everything is checked before anything is written. What another transaction takes in between is found by the rows
-- that a statement affects; the block's savepoint then undoes the write alone. Claims are inserted in the order of
-- their keys, so that two writes that claim the same wait for each other instead of ending in a deadlock.
CREATE FUNCTION tollgate.details_1(p_app text, p_customer text, p_at bigint, p_key text,
  p jsonb, OUT o_outcome text, OUT o_claim integer, OUT o_owner text) LANGUAGE plpgsql AS $$
DECLARE
  v_absorbs text := p->>'absorbs';
  v_releasing text[] := ARRAY(
    SELECT e->>'customer' FROM jsonb_array_elements(p->'releases') AS q (e));
  r record;
  c record;
BEGIN
  IF v_absorbs IS NOT NULL THEN
    IF v_absorbs = p_customer THEN o_outcome := 'merged'; RETURN; END IF;
    SELECT version, merged_into, erased INTO r FROM tollgate.customers
      WHERE app = p_app AND id = v_absorbs FOR UPDATE;
    o_outcome := CASE WHEN r.merged_into <> p_customer THEN 'merged'
      WHEN r.erased THEN 'erased'
      WHEN r.merged_into IS NULL AND coalesce(r.version, 0) <> (p->>'absorbsVersion')::bigint
      THEN 'conflict' END;
    IF o_outcome IS NOT NULL THEN RETURN; END IF;
  END IF;
  FOR c IN SELECT e->>'customer' AS id, (e->>'version')::bigint AS expected
    FROM jsonb_array_elements(p->'releases') WITH ORDINALITY AS q (e, n) ORDER BY n LOOP
    SELECT version, merged_into, erased INTO r FROM tollgate.customers
      WHERE app = p_app AND id = c.id FOR UPDATE;
    o_outcome := CASE WHEN r.merged_into IS NOT NULL OR c.id = p_customer THEN 'merged'
      WHEN r.erased THEN 'erased'
      WHEN coalesce(r.version, 0) <> c.expected THEN 'conflict' END;
    IF o_outcome IS NOT NULL THEN RETURN; END IF;
  END LOOP;
  FOR c IN SELECT q.n, k.customer AS owner
    FROM jsonb_array_elements(p->'claims') WITH ORDINALITY AS q (claim, n)
    CROSS JOIN LATERAL (SELECT customer FROM tollgate.claims WHERE app = p_app
      AND kind = claim->>0 AND subject = claim->>1 AND device = claim->>2) AS k
    WHERE k.customer NOT IN (p_customer, coalesce(v_absorbs, ''))
      AND k.customer <> ALL (v_releasing)
      AND NOT (claim->>0 = 'share' AND k.customer = p->>'vacant') ORDER BY q.n LIMIT 1 LOOP
    o_outcome := 'claimed'; o_claim := c.n - 1; o_owner := c.owner; RETURN;
  END LOOP;
  BEGIN
    IF v_absorbs IS NOT NULL THEN
      INSERT INTO tollgate.customers AS o (app, id, version, merged_into)
        VALUES (p_app, v_absorbs, 1, p_customer)
        ON CONFLICT (app, id) DO UPDATE SET version = o.version + 1, merged_into = p_customer
        WHERE o.merged_into = p_customer OR o.version = (p->>'absorbsVersion')::bigint;
      IF NOT FOUND THEN o_outcome := 'conflict'; RAISE SQLSTATE 'TG001'; END IF;
      UPDATE tollgate.customers SET merged_into = p_customer
        WHERE app = p_app AND merged_into = v_absorbs;
      UPDATE tollgate.claims SET customer = p_customer
        WHERE app = p_app AND customer = v_absorbs;
      UPDATE tollgate.credentials SET customer = p_customer
        WHERE app = p_app AND customer = v_absorbs;
      UPDATE tollgate.answers AS a SET customer = p_customer
        WHERE app = p_app AND customer = v_absorbs AND key IS DISTINCT FROM p_key
        AND NOT EXISTS (SELECT 1 FROM tollgate.answers AS b
          WHERE b.app = p_app AND b.customer = p_customer AND b.key = a.key);
    END IF;
    FOR c IN SELECT e->>'customer' AS id, (e->>'version')::bigint AS expected, e->'facts' AS facts
      FROM jsonb_array_elements(p->'releases') WITH ORDINALITY AS q (e, n) ORDER BY n LOOP
      INSERT INTO tollgate.customers AS o (app, id, version, seen_at)
        VALUES (p_app, c.id, 1, p_at)
        ON CONFLICT (app, id) DO UPDATE SET version = o.version + 1,
          seen_at = greatest(o.seen_at, p_at)
        WHERE o.version = c.expected;
      IF NOT FOUND THEN o_outcome := 'conflict'; RAISE SQLSTATE 'TG001'; END IF;
      INSERT INTO tollgate.facts (app, customer, version, at, kind, body)
        SELECT p_app, c.id, c.expected + 1, p_at, f->>0, f->>1
        FROM jsonb_array_elements(c.facts) WITH ORDINALITY AS q (f, n) ORDER BY n;
    END LOOP;
    FOR c IN SELECT DISTINCT ON (kind, subject, device) n, kind, subject, device
      FROM (SELECT n, claim->>0 AS kind, claim->>1 AS subject, claim->>2 AS device
        FROM jsonb_array_elements(p->'claims') WITH ORDINALITY AS q (claim, n)) AS s
      ORDER BY kind, subject, device, n LOOP
      INSERT INTO tollgate.claims (app, kind, subject, device, customer, at)
        VALUES (p_app, c.kind, c.subject, c.device, p_customer, p_at) ON CONFLICT DO NOTHING;
      CONTINUE WHEN FOUND;
      UPDATE tollgate.claims SET customer = p_customer
        WHERE app = p_app AND kind = c.kind AND subject = c.subject AND device = c.device
        AND (customer = p_customer OR customer = ANY (v_releasing)
          OR (kind = 'share' AND customer = p->>'vacant'));
      CONTINUE WHEN FOUND;
      SELECT customer INTO o_owner FROM tollgate.claims
        WHERE app = p_app AND kind = c.kind AND subject = c.subject AND device = c.device;
      IF NOT FOUND THEN RAISE SQLSTATE '40001'; END IF;
      o_outcome := 'claimed'; o_claim := c.n - 1;
      RAISE SQLSTATE 'TG001';
    END LOOP;
    IF p ? 'credentials' THEN
      INSERT INTO tollgate.credentials AS o
        (app, email, password_hash, account, customer, verified_at)
        VALUES (p_app, p->'credentials'->>0, p->'credentials'->>1, p->'credentials'->>2,
          p->'credentials'->>3, (p->'credentials'->>4)::bigint)
        ON CONFLICT (app, email) DO UPDATE SET password_hash = excluded.password_hash,
          account = excluded.account, customer = excluded.customer,
          verified_at = excluded.verified_at
        WHERE o.customer = p_customer OR o.customer = v_absorbs;
      IF NOT FOUND THEN
        SELECT customer INTO o_owner FROM tollgate.credentials
          WHERE app = p_app AND email = p->'credentials'->>0;
        IF NOT FOUND THEN RAISE SQLSTATE '40001'; END IF;
        o_outcome := 'claimed'; o_claim := -1;
        RAISE SQLSTATE 'TG001';
      END IF;
    END IF;
    INSERT INTO tollgate.checks AS o
      (app, purchase, environment, period_start, period_end, due_at, tries)
      SELECT p_app, k->>0, k->>1, (k->>2)::bigint, (k->>3)::bigint, (k->>4)::bigint, 0
      FROM jsonb_array_elements(p->'checks') AS q (k) ORDER BY k->>0
      ON CONFLICT (app, purchase) DO UPDATE SET period_start = excluded.period_start,
        period_end = excluded.period_end, due_at = excluded.due_at, tries = 0
      WHERE (excluded.period_start, excluded.period_end) > (o.period_start, o.period_end);
    IF (p->>'endsSessions')::boolean THEN
      UPDATE tollgate.customers SET generation = generation + 1
        WHERE app = p_app AND (id = p_customer OR merged_into = p_customer);
    END IF;
  EXCEPTION WHEN SQLSTATE 'TG001' THEN NULL;
  END;
END $$;

-- Appends a write: the customer's row is locked first, so that everything after it sees one version.
--
-- `o_outcome` is null if it was written, or the first of these that applies, as `Ledger.append` orders them:
--
-- | outcome | other columns |
-- |---|---|
-- | `answered` | the answer: `o_purpose`, `o_status`, `o_body` |
-- | `merged`, `erased`, `conflict` | none |
-- | `claimed` | `o_claim`, the claim's index or -1 for the email address of the credentials, and `o_owner` |
CREATE FUNCTION tollgate.append_1(p_app text, p_customer text, p_expected bigint, p_at bigint,
  p_kinds text[], p_bodies text[], p_key text, p_purpose text, p_status integer, p_body bytea,
  p_details jsonb, OUT o_outcome text, OUT o_claim integer, OUT o_owner text,
  OUT o_purpose text, OUT o_status integer, OUT o_body bytea) LANGUAGE plpgsql AS $$
DECLARE
  r record;
  v_created boolean := false;
BEGIN
  SELECT version, merged_into, erased INTO r FROM tollgate.customers
    WHERE app = p_app AND id = p_customer FOR UPDATE;
  IF NOT FOUND THEN
    IF p_expected <> 0 THEN o_outcome := 'conflict'; RETURN; END IF;
    INSERT INTO tollgate.customers (app, id, version, seen_at)
      VALUES (p_app, p_customer, 1, p_at) ON CONFLICT DO NOTHING;
    v_created := FOUND;
    IF NOT v_created THEN
      SELECT version, merged_into, erased INTO r FROM tollgate.customers
        WHERE app = p_app AND id = p_customer FOR UPDATE;
      -- It was pruned in between.
      IF NOT FOUND THEN RAISE SQLSTATE '40001'; END IF;
    END IF;
  END IF;
  IF NOT v_created THEN
    IF p_key IS NOT NULL THEN
      SELECT 'answered', purpose, status, body INTO o_outcome, o_purpose, o_status, o_body
        FROM tollgate.answers WHERE app = p_app AND customer = p_customer AND key = p_key;
      IF FOUND THEN RETURN; END IF;
    END IF;
    o_outcome := CASE WHEN r.merged_into IS NOT NULL THEN 'merged' WHEN r.erased THEN 'erased'
      WHEN r.version <> p_expected THEN 'conflict' END;
    IF o_outcome IS NOT NULL THEN RETURN; END IF;
  END IF;
  IF p_details IS NOT NULL THEN
    SELECT * INTO o_outcome, o_claim, o_owner
      FROM tollgate.details_1(p_app, p_customer, p_at, p_key, p_details);
    IF o_outcome IS NOT NULL THEN
      IF v_created THEN
        DELETE FROM tollgate.customers WHERE app = p_app AND id = p_customer;
      END IF;
      RETURN;
    END IF;
  END IF;
  IF NOT v_created THEN
    UPDATE tollgate.customers SET version = version + 1, seen_at = greatest(seen_at, p_at)
      WHERE app = p_app AND id = p_customer;
  END IF;
  IF cardinality(p_kinds) > 0 THEN
    INSERT INTO tollgate.facts (app, customer, version, at, kind, body)
      SELECT p_app, p_customer, p_expected + 1, p_at, f.kind, f.body
      FROM unnest(p_kinds, p_bodies) WITH ORDINALITY AS f (kind, body, n) ORDER BY f.n;
  END IF;
  IF p_key IS NOT NULL THEN
    INSERT INTO tollgate.answers (app, customer, key, purpose, status, body, at)
      VALUES (p_app, p_customer, p_key, p_purpose, p_status, p_body, p_at);
  END IF;
END $$;

-- Appends a write as `append_1` does, with an entry of the audit list unless the write is rejected.
--
-- `p_audit` has the entry's id, author, action, customer, subject and reason.
CREATE FUNCTION tollgate.append_audited_1(p_app text, p_customer text, p_expected bigint,
  p_at bigint, p_kinds text[], p_bodies text[], p_key text, p_purpose text, p_status integer,
  p_body bytea, p_details jsonb, p_audited_at bigint, p_audit jsonb, OUT o_outcome text,
  OUT o_claim integer, OUT o_owner text, OUT o_purpose text, OUT o_status integer,
  OUT o_body bytea) LANGUAGE plpgsql AS $$
BEGIN
  SELECT w.o_outcome, w.o_claim, w.o_owner, w.o_purpose, w.o_status, w.o_body
    INTO o_outcome, o_claim, o_owner, o_purpose, o_status, o_body
    FROM tollgate.append_1(p_app, p_customer, p_expected, p_at, p_kinds, p_bodies, p_key,
      p_purpose, p_status, p_body, p_details) AS w;
  IF o_outcome IS NOT NULL THEN RETURN; END IF;
  INSERT INTO tollgate.audit (app, at, id, author, action, customer, subject, reason)
    VALUES (p_app, p_audited_at, p_audit->>0, p_audit->>1, p_audit->>2, p_audit->>3,
      p_audit->>4, p_audit->>5) ON CONFLICT DO NOTHING;
END $$;

-- Counts failed attempts: `p_subjects`, `p_counts` and `p_ends` have an element for each subject.
--
-- | a subject's window | its count | its end |
-- |---|---|---|
-- | is open | grows by the new attempts | stays |
-- | is over, or there is none | the new attempts | the one that is given |
--
-- If the app then has more than `p_limit` subjects, those with the fewest attempts are removed until `p_remaining` are
-- left.
--
-- Subjects are written in the order of their names, and rows that another transaction has locked are not removed, so
-- that servers which count at the same time never wait for each other in a circle.
CREATE FUNCTION tollgate.add_attempts_1(p_app text, p_subjects text[], p_counts bigint[],
  p_ends bigint[], p_now bigint, p_limit integer, p_remaining integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_count bigint;
BEGIN
  DELETE FROM tollgate.attempts WHERE (app, subject) IN (
    SELECT app, subject FROM tollgate.attempts WHERE app = p_app AND ends_at <= p_now
    FOR UPDATE SKIP LOCKED);
  INSERT INTO tollgate.attempts AS o (app, subject, count, ends_at)
    SELECT p_app, a.subject, sum(a.count), (array_agg(a.ends_at ORDER BY a.n))[1]
    FROM unnest(p_subjects, p_counts, p_ends) WITH ORDINALITY AS a (subject, count, ends_at, n)
    GROUP BY a.subject ORDER BY a.subject COLLATE "C"
    ON CONFLICT (app, subject) DO UPDATE SET
      count = CASE WHEN o.ends_at <= p_now THEN 0 ELSE o.count END + excluded.count,
      ends_at = CASE WHEN o.ends_at <= p_now THEN excluded.ends_at ELSE o.ends_at END;
  SELECT count(*) INTO v_count FROM tollgate.attempts WHERE app = p_app;
  IF v_count <= p_limit THEN RETURN; END IF;
  WITH fewest AS MATERIALIZED (
    SELECT subject FROM tollgate.attempts WHERE app = p_app
    ORDER BY count, ends_at, subject LIMIT v_count - p_remaining FOR UPDATE SKIP LOCKED)
  DELETE FROM tollgate.attempts
    WHERE app = p_app AND subject IN (SELECT subject FROM fewest);
END $$;

-- Gives committed facts their sequence numbers, in the order in which they were inserted.
--
-- A number is given under the counter's lock to facts that are committed, so that no smaller one ever appears later;
-- identities would, since transactions commit in another order than they began. Writes pay nothing for it, and a
-- transaction that stays open delays no reader.
--
-- `p_limit` bounds the facts of one call, and with it the time for which the counter is locked; the result is how many
-- got a number, 0 if none is left.
CREATE FUNCTION tollgate.number_1(p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_last bigint;
  v_count integer;
BEGIN
  SELECT last INTO STRICT v_last FROM tollgate.counter FOR UPDATE;
  WITH unnumbered AS (
    SELECT id, row_number() OVER (ORDER BY id) AS n FROM (
      SELECT id FROM tollgate.facts WHERE sequence IS NULL ORDER BY id LIMIT p_limit) AS f),
  numbered AS (
    UPDATE tollgate.facts AS f SET sequence = v_last + u.n FROM unnumbered AS u
      WHERE f.id = u.id AND f.sequence IS NULL)
  -- Also of facts that are removed at the same time, so that no number is given twice.
  SELECT count(*) INTO v_count FROM unnumbered;
  UPDATE tollgate.counter SET last = v_last + v_count WHERE v_count > 0;
  RETURN v_count;
END $$;
