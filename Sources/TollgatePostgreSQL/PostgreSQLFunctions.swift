/// The functions of a ledger's first migration, in which its writes run.
///
/// A write is one call, so that a group of writes takes one round trip. A rejected write returns its reason in a row and
/// leaves nothing behind: an error would roll back its whole group. The number at the end of a name is its version:
/// a later migration adds a function beside the old one, which servers of the earlier version still call.
///
/// Every function relies on `READ COMMITTED`, in which each of its statements sees what was committed before.
struct PostgreSQLFunctions: Sendable {
  /// The SQLSTATE that ends a write inside of a function.
  private static let refused = "TG001"

  /// The schema's name.
  let schema: String

  /// All functions, in the order in which they are created.
  var all: [String] {
    [firstBegin, firstSettle, details, append, number] + erasure + accounts + pruning
  }

  /// The first migration's ``begin``, which the second one replaces.
  private var firstBegin: String {
    """
    CREATE FUNCTION \(schema).begin_1(p_lane uuid, p_number bigint, p_statement text, p_lock text,
      p_idle text) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('statement_timeout', p_statement, true),
        set_config('lock_timeout', p_lock, true),
        set_config('idle_in_transaction_session_timeout', p_idle, true),
        set_config('enable_seqscan', 'off', true);
      IF current_setting('synchronous_commit') IN ('off', 'local') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
      END IF;
      INSERT INTO \(schema).lanes AS l (id, number) VALUES (p_lane, p_number)
        ON CONFLICT (id) DO UPDATE SET number = p_number WHERE l.number < p_number;
      IF NOT FOUND THEN RAISE SQLSTATE 'TG002'; END IF;
    END $$
    """
  }

  /// The first migration's ``settle``, which the second one replaces.
  private var firstSettle: String {
    """
    CREATE FUNCTION \(schema).settle_1(p_lane uuid, p_number bigint) RETURNS boolean
    LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO \(schema).lanes AS l (id, number) VALUES (p_lane, p_number + 1)
        ON CONFLICT (id) DO UPDATE SET number = p_number + 1 WHERE l.number < p_number;
      IF FOUND THEN RETURN false; END IF;
      RETURN (SELECT number = p_number FROM \(schema).lanes WHERE id = p_lane);
    END $$
    """
  }

  /// Appends a write: the customer's row is locked first, so that everything after it sees one version.
  ///
  /// `o_outcome` is null if it was written, or the first of these that applies, as ``Ledger/append(_:)`` orders them:
  ///
  /// | outcome | other columns |
  /// |---|---|
  /// | `answered` | the answer: `o_purpose`, `o_status`, `o_body` |
  /// | `merged`, `erased`, `conflict` | none |
  /// | `claimed` | `o_claim`, the claim's index or -1 for the email address of the credentials, and `o_owner` |
  private var append: String {
    """
    CREATE FUNCTION \(schema).append_1(p_app text, p_customer text, p_expected bigint, p_at bigint,
      p_kinds text[], p_bodies text[], p_key text, p_purpose text, p_status integer, p_body bytea,
      p_details jsonb, OUT o_outcome text, OUT o_claim integer, OUT o_owner text,
      OUT o_purpose text, OUT o_status integer, OUT o_body bytea) LANGUAGE plpgsql AS $$
    DECLARE
      r record;
      v_created boolean := false;
    BEGIN
      SELECT version, merged_into, erased INTO r FROM \(schema).customers
        WHERE app = p_app AND id = p_customer FOR UPDATE;
      IF NOT FOUND THEN
        IF p_expected <> 0 THEN o_outcome := 'conflict'; RETURN; END IF;
        INSERT INTO \(schema).customers (app, id, version, seen_at)
          VALUES (p_app, p_customer, 1, p_at) ON CONFLICT DO NOTHING;
        v_created := FOUND;
        IF NOT v_created THEN
          SELECT version, merged_into, erased INTO r FROM \(schema).customers
            WHERE app = p_app AND id = p_customer FOR UPDATE;
          -- It was pruned in between.
          IF NOT FOUND THEN RAISE SQLSTATE '40001'; END IF;
        END IF;
      END IF;
      IF NOT v_created THEN
        IF p_key IS NOT NULL THEN
          SELECT 'answered', purpose, status, body INTO o_outcome, o_purpose, o_status, o_body
            FROM \(schema).answers WHERE app = p_app AND customer = p_customer AND key = p_key;
          IF FOUND THEN RETURN; END IF;
        END IF;
        o_outcome := CASE WHEN r.merged_into IS NOT NULL THEN 'merged' WHEN r.erased THEN 'erased'
          WHEN r.version <> p_expected THEN 'conflict' END;
        IF o_outcome IS NOT NULL THEN RETURN; END IF;
      END IF;
      IF p_details IS NOT NULL THEN
        SELECT * INTO o_outcome, o_claim, o_owner
          FROM \(schema).details_1(p_app, p_customer, p_at, p_key, p_details);
        IF o_outcome IS NOT NULL THEN
          IF v_created THEN
            DELETE FROM \(schema).customers WHERE app = p_app AND id = p_customer;
          END IF;
          RETURN;
        END IF;
      END IF;
      IF NOT v_created THEN
        UPDATE \(schema).customers SET version = version + 1, seen_at = greatest(seen_at, p_at)
          WHERE app = p_app AND id = p_customer;
      END IF;
      IF cardinality(p_kinds) > 0 THEN
        INSERT INTO \(schema).facts (app, customer, version, at, kind, body)
          SELECT p_app, p_customer, p_expected + 1, p_at, f.kind, f.body
          FROM unnest(p_kinds, p_bodies) WITH ORDINALITY AS f (kind, body, n) ORDER BY f.n;
      END IF;
      IF p_key IS NOT NULL THEN
        INSERT INTO \(schema).answers (app, customer, key, purpose, status, body, at)
          VALUES (p_app, p_customer, p_key, p_purpose, p_status, p_body, p_at);
      END IF;
    END $$
    """
  }

  /// The rarer parts of a write: merge, release, claims, credentials, checks and the end of sessions.
  ///
  /// Everything is checked before anything is written. What another transaction takes in between is found by the rows
  /// that a statement affects; the block's savepoint then undoes the write alone. Claims are inserted in the order of
  /// their keys, so that two writes that claim the same wait for each other instead of ending in a deadlock.
  private var details: String {
    """
    CREATE FUNCTION \(schema).details_1(p_app text, p_customer text, p_at bigint, p_key text,
      p jsonb, OUT o_outcome text, OUT o_claim integer, OUT o_owner text) LANGUAGE plpgsql AS $$
    DECLARE
      v_absorbs text := p->>'absorbs';
      v_releases text := p->>'releases';
      v_expected bigint;
      r record;
      c record;
    BEGIN
      IF v_absorbs IS NOT NULL THEN
        IF v_absorbs = p_customer THEN o_outcome := 'merged'; RETURN; END IF;
        SELECT version, merged_into, erased INTO r FROM \(schema).customers
          WHERE app = p_app AND id = v_absorbs FOR UPDATE;
        o_outcome := CASE WHEN r.merged_into <> p_customer THEN 'merged'
          WHEN r.erased THEN 'erased'
          WHEN r.merged_into IS NULL AND coalesce(r.version, 0) <> (p->>'absorbsVersion')::bigint
          THEN 'conflict' END;
        IF o_outcome IS NOT NULL THEN RETURN; END IF;
      END IF;
      IF v_releases IS NOT NULL THEN
        v_expected := (p->>'releasesVersion')::bigint;
        SELECT version, merged_into, erased INTO r FROM \(schema).customers
          WHERE app = p_app AND id = v_releases FOR UPDATE;
        o_outcome := CASE WHEN r.merged_into IS NOT NULL OR v_releases = p_customer THEN 'merged'
          WHEN r.erased THEN 'erased'
          WHEN coalesce(r.version, 0) <> v_expected THEN 'conflict' END;
        IF o_outcome IS NOT NULL THEN RETURN; END IF;
      END IF;
      FOR c IN SELECT q.n, k.customer AS owner
        FROM jsonb_array_elements(p->'claims') WITH ORDINALITY AS q (claim, n)
        CROSS JOIN LATERAL (SELECT customer FROM \(schema).claims WHERE app = p_app
          AND kind = claim->>0 AND subject = claim->>1 AND device = claim->>2) AS k
        WHERE k.customer NOT IN (p_customer, coalesce(v_absorbs, ''), coalesce(v_releases, ''))
          AND NOT (claim->>0 = 'share' AND k.customer = p->>'vacant') ORDER BY q.n LIMIT 1 LOOP
        o_outcome := 'claimed'; o_claim := c.n - 1; o_owner := c.owner; RETURN;
      END LOOP;
      BEGIN
        IF v_absorbs IS NOT NULL THEN
          INSERT INTO \(schema).customers AS o (app, id, version, merged_into)
            VALUES (p_app, v_absorbs, 1, p_customer)
            ON CONFLICT (app, id) DO UPDATE SET version = o.version + 1, merged_into = p_customer
            WHERE o.merged_into = p_customer OR o.version = (p->>'absorbsVersion')::bigint;
          IF NOT FOUND THEN o_outcome := 'conflict'; RAISE SQLSTATE '\(Self.refused)'; END IF;
          UPDATE \(schema).customers SET merged_into = p_customer
            WHERE app = p_app AND merged_into = v_absorbs;
          UPDATE \(schema).claims SET customer = p_customer
            WHERE app = p_app AND customer = v_absorbs;
          UPDATE \(schema).credentials SET customer = p_customer
            WHERE app = p_app AND customer = v_absorbs;
          UPDATE \(schema).answers AS a SET customer = p_customer
            WHERE app = p_app AND customer = v_absorbs AND key IS DISTINCT FROM p_key
            AND NOT EXISTS (SELECT 1 FROM \(schema).answers AS b
              WHERE b.app = p_app AND b.customer = p_customer AND b.key = a.key);
        END IF;
        IF v_releases IS NOT NULL THEN
          INSERT INTO \(schema).customers AS o (app, id, version, seen_at)
            VALUES (p_app, v_releases, 1, p_at)
            ON CONFLICT (app, id) DO UPDATE SET version = o.version + 1,
              seen_at = greatest(o.seen_at, p_at)
            WHERE o.version = v_expected;
          IF NOT FOUND THEN o_outcome := 'conflict'; RAISE SQLSTATE '\(Self.refused)'; END IF;
          INSERT INTO \(schema).facts (app, customer, version, at, kind, body)
            SELECT p_app, v_releases, v_expected + 1, p_at, f->>0, f->>1
            FROM jsonb_array_elements(p->'releasedFacts') WITH ORDINALITY AS q (f, n) ORDER BY n;
        END IF;
        FOR c IN SELECT DISTINCT ON (kind, subject, device) n, kind, subject, device
          FROM (SELECT n, claim->>0 AS kind, claim->>1 AS subject, claim->>2 AS device
            FROM jsonb_array_elements(p->'claims') WITH ORDINALITY AS q (claim, n)) AS s
          ORDER BY kind, subject, device, n LOOP
          INSERT INTO \(schema).claims (app, kind, subject, device, customer, at)
            VALUES (p_app, c.kind, c.subject, c.device, p_customer, p_at) ON CONFLICT DO NOTHING;
          CONTINUE WHEN FOUND;
          UPDATE \(schema).claims SET customer = p_customer
            WHERE app = p_app AND kind = c.kind AND subject = c.subject AND device = c.device
            AND (customer IN (p_customer, v_releases)
              OR (kind = 'share' AND customer = p->>'vacant'));
          CONTINUE WHEN FOUND;
          SELECT customer INTO o_owner FROM \(schema).claims
            WHERE app = p_app AND kind = c.kind AND subject = c.subject AND device = c.device;
          IF NOT FOUND THEN RAISE SQLSTATE '40001'; END IF;
          o_outcome := 'claimed'; o_claim := c.n - 1;
          RAISE SQLSTATE '\(Self.refused)';
        END LOOP;
        IF p ? 'credentials' THEN
          INSERT INTO \(schema).credentials AS o
            (app, email, password_hash, account, customer, verified_at)
            VALUES (p_app, p->'credentials'->>0, p->'credentials'->>1, p->'credentials'->>2,
              p->'credentials'->>3, (p->'credentials'->>4)::bigint)
            ON CONFLICT (app, email) DO UPDATE SET password_hash = excluded.password_hash,
              account = excluded.account, customer = excluded.customer,
              verified_at = excluded.verified_at
            WHERE o.customer = p_customer OR o.customer = v_absorbs;
          IF NOT FOUND THEN
            SELECT customer INTO o_owner FROM \(schema).credentials
              WHERE app = p_app AND email = p->'credentials'->>0;
            IF NOT FOUND THEN RAISE SQLSTATE '40001'; END IF;
            o_outcome := 'claimed'; o_claim := -1;
            RAISE SQLSTATE '\(Self.refused)';
          END IF;
        END IF;
        INSERT INTO \(schema).checks AS o
          (app, purchase, environment, period_start, period_end, due_at, tries)
          SELECT p_app, k->>0, k->>1, (k->>2)::bigint, (k->>3)::bigint, (k->>4)::bigint, 0
          FROM jsonb_array_elements(p->'checks') AS q (k) ORDER BY k->>0
          ON CONFLICT (app, purchase) DO UPDATE SET period_start = excluded.period_start,
            period_end = excluded.period_end, due_at = excluded.due_at, tries = 0
          WHERE (excluded.period_start, excluded.period_end) > (o.period_start, o.period_end);
        IF (p->>'endsSessions')::boolean THEN
          UPDATE \(schema).customers SET generation = generation + 1
            WHERE app = p_app AND (id = p_customer OR merged_into = p_customer);
        END IF;
      EXCEPTION WHEN SQLSTATE '\(Self.refused)' THEN NULL;
      END;
    END $$
    """
  }
}
