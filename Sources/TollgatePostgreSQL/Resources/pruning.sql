-- A customer keeps the newest 20 values of an attribute that one setter gave them, so that changing it all the time fills
-- nothing. Days follow from every time zone of a device, so these stay.
CREATE FUNCTION tollgate.attribute_values_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tollgate.facts WHERE app = NEW.app AND customer = NEW.customer AND id IN (
    SELECT id FROM tollgate.facts
    WHERE app = NEW.app AND customer = NEW.customer AND kind = 'attribute'
    AND substring(body from '"attribute":"((?:[^"\\]|\\.)*)"')
      = substring(NEW.body from '"attribute":"((?:[^"\\]|\\.)*)"')
    AND body::json->>'setBy' = NEW.body::json->>'setBy' AND id < NEW.id
    ORDER BY (body::json->>'at')::bigint DESC, id DESC OFFSET 19);
  RETURN NULL;
END $$;
CREATE TRIGGER attribute_values AFTER INSERT ON tollgate.facts FOR EACH ROW
WHEN (NEW.kind = 'attribute' AND NOT (NEW.body::json->>'attribute' = 'timeZone'
  AND NEW.body::json->>'setBy' = 'device'))
EXECUTE FUNCTION tollgate.attribute_values_1();

-- Whether a customer owns and did nothing that counts, and was not seen since `p_before`.
--
-- `p_kinds` are the kinds of facts that do not count.
CREATE FUNCTION tollgate.is_abandoned_1(p_app text, p_customer text, p_before bigint,
  p_prefix text, p_kinds text[]) RETURNS boolean STABLE LANGUAGE sql AS $$
  SELECT EXISTS (SELECT 1 FROM tollgate.customers AS c
    WHERE c.app = p_app AND c.id = p_customer AND c.seen_at < p_before
    AND c.merged_into IS NULL AND NOT c.erased AND NOT starts_with(c.id, p_prefix))
  AND NOT EXISTS (SELECT 1 FROM tollgate.facts
    WHERE app = p_app AND customer = p_customer
    AND (kind <> ALL (p_kinds) OR at >= p_before))
  AND NOT EXISTS (SELECT 1 FROM tollgate.claims
    WHERE app = p_app AND customer = p_customer
    AND kind NOT IN ('endedSession', 'appTransaction'))
  AND NOT EXISTS (SELECT 1 FROM tollgate.credentials
    WHERE app = p_app AND customer = p_customer)
  AND NOT EXISTS (SELECT 1 FROM tollgate.sign_in_tokens
    WHERE app = p_app AND customer = p_customer)
  AND NOT EXISTS (SELECT 1 FROM tollgate.customers
    WHERE app = p_app AND merged_into = p_customer)
$$;

-- Removes abandoned customers among the next `p_scan` ones, as far as `p_rows` allows; or only counts them if it is 0.
--
-- | result | meaning |
-- |---|---|
-- | `o_rows` | the rows that were removed, at most `p_rows` |
-- | `o_count` | the customers that were removed, or would be |
-- | `o_customers` | the app and the name of each that was removed |
-- | `o_app`, `o_customer` | where to continue; null at the end |
--
-- What charts count stays under a random name; `p_first` is the body that the first fact gets, and `p_kinds` are the kinds
-- of facts that an abandoned customer may have.
--
-- A customer that another transaction has locked is in use, and skipped. Whether one is abandoned is decided once its
-- row is locked, by a statement that sees what was committed before.
CREATE FUNCTION tollgate.prune_customers_1(p_app text, p_customer text, p_before bigint,
  p_prefix text, p_kinds text[], p_rows integer, p_scan integer, p_first text, OUT o_rows integer,
  OUT o_count integer, OUT o_customers jsonb, OUT o_app text, OUT o_customer text)
LANGUAGE plpgsql AS $$
DECLARE
  c record;
  v_seen integer := 0;
  v_rows integer;
  v_name text;
BEGIN
  o_rows := 0;
  o_count := 0;
  o_customers := '[]';
  o_app := p_app;
  o_customer := p_customer;
  FOR c IN SELECT app, id FROM tollgate.customers WHERE (app, id) > (p_app, p_customer)
    ORDER BY app, id LIMIT p_scan LOOP
    v_seen := v_seen + 1;
    IF tollgate.is_abandoned_1(c.app, c.id, p_before, p_prefix, p_kinds) THEN
      IF p_rows = 0 THEN
        o_count := o_count + 1;
      ELSE
        IF o_rows >= p_rows THEN RETURN; END IF;
        PERFORM 1 FROM tollgate.customers WHERE app = c.app AND id = c.id
          FOR UPDATE SKIP LOCKED;
        IF FOUND AND tollgate.is_abandoned_1(c.app, c.id, p_before, p_prefix, p_kinds) THEN
          UPDATE tollgate.facts SET kind = 'attribute', body = p_first
          WHERE (app, customer, id) = (
            SELECT app, customer, id FROM tollgate.facts
            WHERE app = c.app AND customer = c.id ORDER BY at, id LIMIT 1)
          AND NOT ((kind = 'paywall' AND body::json->>'action' = 'shown')
            OR (kind = 'attribute' AND body::json->>'attribute' = 'country'));
          DELETE FROM tollgate.facts WHERE (app, customer, id) IN (
            SELECT app, customer, id FROM tollgate.facts
            WHERE app = c.app AND customer = c.id
            AND NOT ((kind = 'paywall' AND body::json->>'action' = 'shown')
              OR (kind = 'attribute' AND body::json->>'attribute' = 'country'))
            LIMIT p_rows - o_rows);
          GET DIAGNOSTICS v_rows = ROW_COUNT;
          o_rows := o_rows + v_rows;
          DELETE FROM tollgate.answers WHERE (app, customer, key) IN (
            SELECT app, customer, key FROM tollgate.answers
            WHERE app = c.app AND customer = c.id LIMIT p_rows - o_rows);
          GET DIAGNOSTICS v_rows = ROW_COUNT;
          o_rows := o_rows + v_rows;
          DELETE FROM tollgate.claims WHERE (app, kind, subject, device) IN (
            SELECT app, kind, subject, device FROM tollgate.claims
            WHERE app = c.app AND customer = c.id LIMIT p_rows - o_rows);
          GET DIAGNOSTICS v_rows = ROW_COUNT;
          o_rows := o_rows + v_rows;
          IF o_rows >= p_rows THEN RETURN; END IF;
          UPDATE tollgate.audit SET customer = NULL, subject = NULL, reason = NULL
            WHERE app = c.app AND customer = c.id;
          v_name := 'removed:' || gen_random_uuid();
          UPDATE tollgate.facts SET customer = v_name
            WHERE app = c.app AND customer = c.id;
          IF FOUND THEN
            UPDATE tollgate.customers SET id = v_name, erased = true
              WHERE app = c.app AND id = c.id;
            UPDATE tollgate.chart_parts SET customer = v_name
              WHERE app = c.app AND customer = c.id;
          ELSE
            DELETE FROM tollgate.customers WHERE app = c.app AND id = c.id;
          END IF;
          o_rows := o_rows + 1;
          o_count := o_count + 1;
          o_customers := o_customers || jsonb_build_array(jsonb_build_array(c.app, c.id));
        END IF;
      END IF;
    END IF;
    o_app := c.app;
    o_customer := c.id;
  END LOOP;
  IF v_seen < p_scan THEN
    o_app := NULL;
    o_customer := NULL;
  END IF;
END $$;
