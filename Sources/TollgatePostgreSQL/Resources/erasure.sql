-- Erases a customer and everyone merged into it; the rows are locked in the order of their names.
--
-- `o_outcome` is null if it was performed, or `conflict`, `merged` or `erased`; `o_customers` are the customers that
-- were erased. `p_releases` has an array for each purchase that remains: its name, its placeholder and the facts to
-- append to that, each with its kind and its body. `p_others` has an object for each other customer that changes: its
-- name, the version that was decided on, and the facts to append.
--
-- What the store reported of a purchase that remains is kept under its placeholder, with the version that the placeholder
-- gets. Entries of the audit list lose what they say about those who are erased and about those placeholders.
CREATE FUNCTION tollgate.erase_1(p_app text, p_customer text, p_expected bigint,
  p_at bigint, p_releases jsonb, p_erased text, p_prefix text, p_others jsonb,
  OUT o_outcome text, OUT o_customers jsonb) LANGUAGE plpgsql AS $$
DECLARE
  v_everyone text[];
  r record;
  c record;
BEGIN
  PERFORM 1 FROM tollgate.customers WHERE app = p_app AND (id = p_customer
    OR merged_into = p_customer
    OR id IN (SELECT e->>1 FROM jsonb_array_elements(p_releases) AS q (e))
    OR id IN (SELECT e->>'customer' FROM jsonb_array_elements(p_others) AS q (e)))
    ORDER BY id FOR UPDATE;
  SELECT version, merged_into, erased INTO r FROM tollgate.customers
    WHERE app = p_app AND id = p_customer FOR UPDATE;
  o_outcome := CASE WHEN r.version IS DISTINCT FROM p_expected THEN 'conflict'
    WHEN r.merged_into IS NOT NULL THEN 'merged' WHEN r.erased THEN 'erased' END;
  IF o_outcome IS NOT NULL THEN RETURN; END IF;
  PERFORM 1 FROM jsonb_array_elements(p_releases) AS q (e)
    WHERE NOT EXISTS (SELECT 1 FROM tollgate.claims WHERE app = p_app
      AND kind = 'purchase' AND subject = e->>0 AND device = '' AND customer = p_customer);
  IF FOUND THEN o_outcome := 'conflict'; RETURN; END IF;
  PERFORM 1 FROM jsonb_array_elements(p_others) AS q (e)
    WHERE NOT EXISTS (SELECT 1 FROM tollgate.customers WHERE app = p_app
      AND id = e->>'customer' AND id <> p_customer AND merged_into IS NULL AND NOT erased
      AND version = (e->>'version')::bigint);
  IF FOUND THEN o_outcome := 'conflict'; RETURN; END IF;
  -- A placeholder that was merged is separated; its owner keeps its facts.
  FOR c IN SELECT o.id, o.merged_into FROM jsonb_array_elements(p_releases) AS q (e)
    JOIN tollgate.customers AS o ON o.app = p_app AND o.id = e->>1
    WHERE o.merged_into IS NOT NULL LOOP
    UPDATE tollgate.facts SET customer = c.merged_into
      WHERE app = p_app AND customer = c.id;
    UPDATE tollgate.customers SET merged_into = NULL WHERE app = p_app AND id = c.id;
  END LOOP;
  SELECT array_agg(id ORDER BY id) INTO v_everyone FROM tollgate.customers
    WHERE app = p_app AND (id = p_customer OR merged_into = p_customer);
  INSERT INTO tollgate.revocations (app, client, token, due_at, tries)
    SELECT app, client, token, p_at, 0 FROM tollgate.sign_in_tokens
    WHERE app = p_app AND customer = ANY(v_everyone) ORDER BY customer;
  DELETE FROM tollgate.sign_in_tokens WHERE app = p_app AND customer = ANY(v_everyone);
  UPDATE tollgate.audit SET customer = NULL, subject = NULL, reason = NULL
    WHERE app = p_app AND (customer = ANY(v_everyone)
      OR customer IN (SELECT e->>1 FROM jsonb_array_elements(p_releases) AS q (e)));
  UPDATE tollgate.facts AS f SET customer = e->>1, version = 1 + coalesce(
      (SELECT o.version FROM tollgate.customers AS o
        WHERE o.app = p_app AND o.id = e->>1), 0)
    FROM jsonb_array_elements(p_releases) AS q (e)
    WHERE f.app = p_app AND f.customer = ANY(v_everyone)
    AND e->>0 = CASE
      WHEN f.kind IN ('transfer', 'refundRequest') THEN f.body::json->>'purchase'
      WHEN f.kind NOT IN ('transaction', 'renewal') THEN NULL
      WHEN f.body::json->>'environment' = 'production' THEN f.body::json->>'originalID'
      ELSE (f.body::json->>'environment') || ':' || (f.body::json->>'originalID') END;
  DELETE FROM tollgate.facts WHERE app = p_app AND customer = ANY(v_everyone);
  DELETE FROM tollgate.answers WHERE app = p_app AND customer = ANY(v_everyone);
  DELETE FROM tollgate.credentials WHERE app = p_app AND customer = ANY(v_everyone);
  DELETE FROM tollgate.codes WHERE app = p_app AND customer = ANY(v_everyone);
  UPDATE tollgate.claims SET customer = p_erased WHERE app = p_app
    AND customer = ANY(v_everyone) AND kind IN ('trial', 'notification', 'share');
  DELETE FROM tollgate.claims WHERE app = p_app AND customer = ANY(v_everyone);
  UPDATE tollgate.customers SET version = version + 1, merged_into = NULL,
    erased = NOT starts_with(id, p_prefix)
    WHERE app = p_app AND id = ANY(v_everyone);
  FOR c IN SELECT e->>0 AS purchase, e->>1 AS placeholder, e->2 AS facts
    FROM jsonb_array_elements(p_releases) AS q (e) LOOP
    INSERT INTO tollgate.customers AS o (app, id, version) VALUES (p_app, c.placeholder, 1)
      ON CONFLICT (app, id) DO UPDATE SET version = o.version + 1
      RETURNING version INTO r;
    INSERT INTO tollgate.facts (app, customer, version, at, kind, body)
      SELECT p_app, c.placeholder, r.version, p_at, f->>0, f->>1
      FROM jsonb_array_elements(c.facts) WITH ORDINALITY AS q (f, n) ORDER BY n;
    INSERT INTO tollgate.claims (app, kind, subject, device, customer, at)
      VALUES (p_app, 'purchase', c.purchase, '', c.placeholder, p_at);
  END LOOP;
  FOR c IN SELECT e->>'customer' AS id, e->'facts' AS facts
    FROM jsonb_array_elements(p_others) AS q (e) LOOP
    UPDATE tollgate.customers SET version = version + 1 WHERE app = p_app AND id = c.id
      RETURNING version INTO r;
    INSERT INTO tollgate.facts (app, customer, version, at, kind, body)
      SELECT p_app, c.id, r.version, p_at, f->>0, f->>1
      FROM jsonb_array_elements(c.facts) WITH ORDINALITY AS q (f, n) ORDER BY n;
  END LOOP;
  o_customers := to_jsonb(v_everyone);
END $$;

-- Stores a token to revoke later, or revokes it now if its customer is unknown or erased.
--
-- The customer's row is locked meanwhile, so that an erasure either takes the token with it or comes first.
CREATE FUNCTION tollgate.keep_1(p_app text, p_customer text, p_client text, p_token text,
  p_at bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM tollgate.customers
    WHERE app = p_app AND id = p_customer AND NOT erased FOR SHARE;
  IF FOUND THEN
    INSERT INTO tollgate.sign_in_tokens (app, customer, client, token)
      VALUES (p_app, p_customer, p_client, p_token)
      ON CONFLICT (app, customer) DO UPDATE SET client = p_client, token = p_token;
  ELSE
    INSERT INTO tollgate.revocations (app, client, token, due_at, tries)
      VALUES (p_app, p_client, p_token, p_at, 0);
  END IF;
END $$;
