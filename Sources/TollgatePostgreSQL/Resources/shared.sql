-- The calls of each request, which many callers share.
--
-- Each parameter is an array with a value for every caller, and each row begins with the caller's position, from 1.
-- To parse, plan and begin a statement takes longer than to find or write one row, so a group of callers costs little
-- more than one of them.
--
-- Each is planned once for a connection, which by itself PostgreSQL does not do for arrays of different lengths. Such a
-- plan must not read a table whole because it was small at the time, which `OFFSET 0` prevents in lateral subqueries.
--
-- The reads are functions since a statement by itself is planned each time, which takes longer than running it, and
-- prepared statements would not be known to the server that a pooler such as pgbouncer chooses for the next transaction.
-- Being `STABLE`, such a function sees the snapshot of the statement that calls it.

-- A customer's row, and one for each of the facts and each customer that was merged into it.
--
-- The customer's row alone if the version is the known one; nothing if the customer was never written.
CREATE FUNCTION tollgate.records_1(p_apps text[], p_customers text[], p_known bigint[])
RETURNS TABLE (o_caller bigint, o_version bigint, o_merged_into text, o_erased boolean,
  o_generation bigint, o_body text, o_absorbed text) LANGUAGE plpgsql STABLE
SET plan_cache_mode TO force_generic_plan AS $$
BEGIN
  RETURN QUERY
    WITH k AS MATERIALIZED (
      SELECT q.n, q.app, q.customer, q.known, c.version, c.merged_into, c.erased, c.generation
      FROM unnest(p_apps, p_customers, p_known) WITH ORDINALITY AS q (app, customer, known, n)
      CROSS JOIN LATERAL (SELECT version, merged_into, erased, generation
        FROM tollgate.customers WHERE app = q.app AND id = q.customer OFFSET 0) AS c),
    m AS MATERIALIZED (
      SELECT k.n, k.app, a.id FROM k
      CROSS JOIN LATERAL (SELECT id FROM tollgate.customers
        WHERE app = k.app AND merged_into = k.customer OFFSET 0) AS a
      WHERE k.version <> k.known)
    SELECT k.n, k.version, k.merged_into::text, k.erased, k.generation, NULL, NULL FROM k
    UNION ALL
    SELECT k.n, NULL, NULL, NULL, NULL, f.body, NULL FROM k
      CROSS JOIN LATERAL (SELECT body FROM tollgate.facts
        WHERE app = k.app AND customer = k.customer OFFSET 0) AS f
      WHERE k.version <> k.known
    UNION ALL
    SELECT m.n, NULL, NULL, NULL, NULL, f.body, NULL FROM m
      CROSS JOIN LATERAL (SELECT body FROM tollgate.facts
        WHERE app = m.app AND customer = m.id OFFSET 0) AS f
    UNION ALL
    SELECT m.n, NULL, NULL, NULL, NULL, NULL, m.id::text FROM m;
END $$;

-- The owner of a claim; nothing if there isn't one.
CREATE FUNCTION tollgate.owners_1(p_apps text[], p_kinds text[], p_subjects text[],
  p_devices text[]) RETURNS TABLE (o_caller bigint, o_owner text) LANGUAGE plpgsql STABLE
SET plan_cache_mode TO force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT q.n, c.customer::text
    FROM unnest(p_apps, p_kinds, p_subjects, p_devices)
      WITH ORDINALITY AS q (app, kind, subject, device, n)
    CROSS JOIN LATERAL (SELECT customer FROM tollgate.claims WHERE app = q.app
      AND kind = q.kind AND subject = q.subject AND device = q.device OFFSET 0) AS c;
END $$;

-- The first answer to an idempotency key; nothing if there isn't one.
CREATE FUNCTION tollgate.answers_1(p_apps text[], p_customers text[], p_keys text[])
RETURNS TABLE (o_caller bigint, o_purpose text, o_status integer, o_body bytea)
LANGUAGE plpgsql STABLE
SET plan_cache_mode TO force_generic_plan AS $$
BEGIN
  RETURN QUERY SELECT q.n, a.purpose, a.status, a.body
    FROM unnest(p_apps, p_customers, p_keys) WITH ORDINALITY AS q (app, customer, key, n)
    CROSS JOIN LATERAL (SELECT purpose, status, body FROM tollgate.answers
      WHERE app = q.app AND customer = q.customer AND key = q.key OFFSET 0) AS a;
END $$;

-- Appends the writes of several customers, none of whom is new and none of whom writes twice.
--
-- Every row is locked first, so that the statement after it sees one version of each. The rows of a write are those of
-- `append_1`; it has none of the rarer parts. Kinds and bodies of its facts are arrays, in text form.
CREATE FUNCTION tollgate.appends_1(p_apps text[], p_customers text[], p_expected bigint[],
  p_at bigint[], p_kinds text[], p_bodies text[], p_keys text[], p_purposes text[],
  p_statuses integer[], p_answers bytea[])
RETURNS TABLE (o_caller bigint, o_outcome text, o_claim integer, o_owner text, o_purpose text,
  o_status integer, o_body bytea) LANGUAGE plpgsql
SET plan_cache_mode TO force_generic_plan SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
BEGIN
  PERFORM 1 FROM unnest(p_apps, p_customers) AS q (app, id)
    JOIN tollgate.customers AS c ON c.app = q.app AND c.id = q.id
    ORDER BY c.app, c.id FOR UPDATE OF c;
  RETURN QUERY
    WITH w AS MATERIALIZED (
      SELECT q.*, a.purpose AS first_purpose, a.status AS first_status, a.body AS first_body,
        CASE WHEN a.key IS NOT NULL THEN 'answered' WHEN c.merged_into IS NOT NULL THEN 'merged'
          WHEN c.erased THEN 'erased' WHEN c.version IS DISTINCT FROM q.expected THEN 'conflict'
        END AS outcome
      FROM unnest(p_apps, p_customers, p_expected, p_at, p_kinds, p_bodies, p_keys, p_purposes,
          p_statuses, p_answers) WITH ORDINALITY
        AS q (app, customer, expected, at, kinds, bodies, key, purpose, status, body, n)
      LEFT JOIN LATERAL (SELECT version, merged_into, erased FROM tollgate.customers
        WHERE app = q.app AND id = q.customer OFFSET 0) AS c ON true
      LEFT JOIN LATERAL (SELECT s.key, s.purpose, s.status, s.body FROM tollgate.answers AS s
        WHERE s.app = q.app AND s.customer = q.customer AND s.key = q.key OFFSET 0) AS a ON true),
    versions AS (
      UPDATE tollgate.customers AS c
        SET version = c.version + 1, seen_at = greatest(c.seen_at, w.at)
        FROM w WHERE w.outcome IS NULL AND c.app = w.app AND c.id = w.customer),
    facts AS (
      INSERT INTO tollgate.facts (app, customer, version, at, kind, body)
        SELECT w.app, w.customer, w.expected + 1, w.at, f.kind, f.body FROM w
        CROSS JOIN LATERAL unnest(w.kinds::text[], w.bodies::text[])
          WITH ORDINALITY AS f (kind, body, n)
        WHERE w.outcome IS NULL ORDER BY w.n, f.n),
    answers AS (
      INSERT INTO tollgate.answers (app, customer, key, purpose, status, body, at)
        SELECT w.app, w.customer, w.key, w.purpose, w.status, w.body, w.at FROM w
        WHERE w.outcome IS NULL AND w.key IS NOT NULL)
    SELECT w.n, w.outcome, NULL::integer, NULL::text, w.first_purpose, w.first_status,
      w.first_body FROM w;
END $$;

-- Appends those writes of a group that are accepted, and returns the positions of the others, from 1, or null: `appends_1` then
-- finds out why they are refused.
--
-- Its `COMMIT` is sent with it, so the result is also kept in the lane's row, where it is found after the connection was lost.
-- No answer is looked for; a second one to the same key violates the primary key, and then all are refused. A row that is
-- locked stays where it is, so it is looked up once.
CREATE FUNCTION tollgate.append_accepted_1(p_lane uuid, p_apps text[], p_customers text[],
  p_expected bigint[], p_at bigint[], p_kinds text[], p_bodies text[], p_keys text[],
  p_purposes text[], p_statuses integer[], p_answers bytea[]) RETURNS bigint[] LANGUAGE plpgsql
SET plan_cache_mode TO force_generic_plan SET enable_hashjoin TO off SET enable_mergejoin TO off AS $$
DECLARE
  v_count bigint := cardinality(p_apps);
  v_places tid[];
  v_accepted bigint[];
  v_refused bigint[];
BEGIN
  SELECT array_agg(k.place ORDER BY k.n), array_agg(k.n ORDER BY k.n)
    INTO v_places, v_accepted FROM (
    SELECT q.n, c.ctid AS place
    FROM unnest(p_apps, p_customers, p_expected) WITH ORDINALITY AS q (app, id, expected, n)
    JOIN tollgate.customers AS c ON c.app = q.app AND c.id = q.id
    WHERE c.version = q.expected AND c.merged_into IS NULL AND NOT c.erased
    ORDER BY c.app, c.id FOR UPDATE OF c) AS k;
  IF cardinality(v_accepted) IS DISTINCT FROM v_count THEN
    v_refused := ARRAY(SELECT n FROM generate_series(1, v_count) AS q (n)
      WHERE array_position(v_accepted, n) IS NULL);
    UPDATE tollgate.lanes SET refused = v_refused WHERE id = p_lane;
    SELECT array_agg(app ORDER BY n), array_agg(customer ORDER BY n),
        array_agg(expected ORDER BY n), array_agg(at ORDER BY n), array_agg(kinds ORDER BY n),
        array_agg(bodies ORDER BY n), array_agg(key ORDER BY n), array_agg(purpose ORDER BY n),
        array_agg(status ORDER BY n), array_agg(answer ORDER BY n)
      INTO p_apps, p_customers, p_expected, p_at, p_kinds, p_bodies, p_keys, p_purposes,
        p_statuses, p_answers
      FROM unnest(p_apps, p_customers, p_expected, p_at, p_kinds, p_bodies, p_keys, p_purposes,
        p_statuses, p_answers) WITH ORDINALITY AS q (app, customer, expected, at, kinds, bodies,
        key, purpose, status, answer, n)
      WHERE array_position(v_accepted, n) IS NOT NULL;
  END IF;
  PERFORM set_config('tollgate.first_facts', 'noted', true);
  WITH versions AS (
    UPDATE tollgate.customers AS c
      SET version = c.version + 1, seen_at = greatest(c.seen_at, w.at)
      FROM unnest(p_apps, p_customers, p_at, v_places) AS w (app, id, at, place)
      WHERE c.ctid = w.place AND c.app = w.app AND c.id = w.id),
  firsts AS (
    INSERT INTO tollgate.chart_changes AS c (app, customer, revision, at)
      SELECT w.app, w.customer, 1, w.at
      FROM unnest(p_apps, p_customers, p_at, p_kinds) AS w (app, customer, at, kinds)
      WHERE w.kinds <> '{}' AND NOT EXISTS (SELECT 1 FROM tollgate.facts AS f
        WHERE f.app = w.app AND f.customer = w.customer OFFSET 0)
      ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1),
  facts AS (
    INSERT INTO tollgate.facts (app, customer, version, at, kind, body)
      SELECT w.app, w.customer, w.expected + 1, w.at, f.kind, f.body
      FROM unnest(p_apps, p_customers, p_expected, p_at, p_kinds, p_bodies) WITH ORDINALITY
        AS w (app, customer, expected, at, kinds, bodies, n)
      CROSS JOIN LATERAL unnest(w.kinds::text[], w.bodies::text[])
        WITH ORDINALITY AS f (kind, body, n)
      ORDER BY w.n, f.n)
  INSERT INTO tollgate.answers (app, customer, key, purpose, status, body, at)
    SELECT w.app, w.customer, w.key, w.purpose, w.status, w.body, w.at
    FROM unnest(p_apps, p_customers, p_keys, p_purposes, p_statuses, p_answers, p_at)
      AS w (app, customer, key, purpose, status, body, at)
    WHERE w.key IS NOT NULL;
  PERFORM set_config('tollgate.first_facts', '', true);
  RETURN v_refused;
EXCEPTION WHEN unique_violation THEN
  v_refused := ARRAY(SELECT n FROM generate_series(1, v_count) AS q (n));
  UPDATE tollgate.lanes SET refused = v_refused WHERE id = p_lane;
  RETURN v_refused;
END $$;
