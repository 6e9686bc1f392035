-- The tables of charts, and the triggers that note in the same commit who has changed.

-- For each app, how far its customers were counted, by which rules.
CREATE TABLE tollgate.chart_states (
  app text COLLATE "C" PRIMARY KEY, number bigint NOT NULL, rules text NOT NULL,
  cursor text COLLATE "C");

-- For each customer who has changed since, how often, and since when.
CREATE TABLE tollgate.chart_changes (
  app text COLLATE "C" NOT NULL, customer text COLLATE "C" NOT NULL, revision bigint NOT NULL,
  at bigint NOT NULL, PRIMARY KEY (app, customer));

-- For each customer who was counted, what they add.
CREATE TABLE tollgate.chart_parts (
  app text COLLATE "C" NOT NULL, customer text COLLATE "C" NOT NULL, body text NOT NULL,
  PRIMARY KEY (app, customer));

-- Each sum, by its measure, what divides it, its currency and the hour of the change.
CREATE TABLE tollgate.chart_sums (
  app text COLLATE "C" NOT NULL, measure text COLLATE "C" NOT NULL,
  division text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL, hour bigint NOT NULL, value bigint NOT NULL,
  base bigint NOT NULL,
  PRIMARY KEY (app, measure, division, name, currency, hour));

-- A fact at version 1, and one of a kind of which charts are made, is noted at once. Any other, such as a use, is noted
-- only if it is the customer's first, which one look-up in the key of the facts shows. Triggers on each row cost less than
-- one on the statement, which would gather the rows of every write in a table. `append_accepted_1` notes first facts itself,
-- and says so in the setting `tollgate.first_facts`.
CREATE FUNCTION tollgate.charts_of_facts_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tollgate.chart_changes AS c (app, customer, revision, at)
    VALUES (NEW.app, NEW.customer, 1, NEW.at)
    ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER charts_of_facts AFTER INSERT ON tollgate.facts FOR EACH ROW
WHEN (NEW.version = 1 OR NEW.kind IN ('transaction', 'renewal', 'transfer', 'refundRequest')
  OR (NEW.kind = 'attribute' AND position('"country"' IN NEW.body) > 0))
EXECUTE FUNCTION tollgate.charts_of_facts_1();

CREATE FUNCTION tollgate.charts_of_first_facts_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM tollgate.facts
    WHERE app = NEW.app AND customer = NEW.customer AND id < NEW.id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO tollgate.chart_changes AS c (app, customer, revision, at)
    VALUES (NEW.app, NEW.customer, 1, NEW.at)
    ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER charts_of_first_facts AFTER INSERT ON tollgate.facts FOR EACH ROW
WHEN (NOT (NEW.version = 1 OR NEW.kind IN ('transaction', 'renewal', 'transfer', 'refundRequest')
  OR (NEW.kind = 'attribute' AND position('"country"' IN NEW.body) > 0))
  AND current_setting('tollgate.first_facts', true) IS DISTINCT FROM 'noted')
EXECUTE FUNCTION tollgate.charts_of_first_facts_1();

CREATE FUNCTION tollgate.charts_of_merges_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tollgate.chart_changes AS c (app, customer, revision, at)
    SELECT NEW.app, q.id, 1, NEW.seen_at FROM (
      SELECT NEW.id AS id UNION SELECT OLD.merged_into UNION SELECT NEW.merged_into) AS q
    WHERE q.id IS NOT NULL ORDER BY q.id
    ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER charts_of_merges AFTER UPDATE OF merged_into ON tollgate.customers
FOR EACH ROW WHEN (OLD.merged_into IS DISTINCT FROM NEW.merged_into)
EXECUTE FUNCTION tollgate.charts_of_merges_1();

-- An erased customer's part loses its name at once, and is subtracted later; the state's number changes first, so that
-- nothing is applied that was computed before the erasure.
CREATE FUNCTION tollgate.charts_of_erasures_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tollgate.chart_states SET number = number + 1 WHERE app = NEW.app;
  UPDATE tollgate.chart_parts SET customer = 'erased:' || gen_random_uuid()
    WHERE app = NEW.app AND customer = NEW.id;
  INSERT INTO tollgate.chart_changes AS c (app, customer, revision, at)
    SELECT NEW.app, q.id, 1, NEW.seen_at FROM (
      SELECT NEW.id AS id UNION SELECT customer FROM tollgate.chart_parts
      WHERE app = NEW.app AND customer > 'erased:' AND customer < 'erased;') AS q
    WHERE q.id IS NOT NULL ORDER BY q.id
    ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER charts_of_erasures AFTER UPDATE OF erased ON tollgate.customers
FOR EACH ROW WHEN (NEW.erased AND NOT OLD.erased)
EXECUTE FUNCTION tollgate.charts_of_erasures_1();

CREATE FUNCTION tollgate.charts_of_removals_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tollgate.chart_changes AS c (app, customer, revision, at)
    VALUES (OLD.app, OLD.id, 1, OLD.seen_at)
    ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER charts_of_removals AFTER DELETE ON tollgate.customers
FOR EACH ROW EXECUTE FUNCTION tollgate.charts_of_removals_1();

-- Applies what was counted, unless the state has changed since it was read, and returns whether it did.
--
-- A change whose row is locked is being made again, and remains. The arrays have an element for each change that is
-- settled, for each part, and for each addition to a sum.
CREATE FUNCTION tollgate.apply_charts_1(p_app text, p_number bigint, p_rules text, p_cursor text,
  p_settled text[], p_revisions bigint[], p_removed text[], p_stored text[], p_bodies text[],
  p_measures text[], p_divisions text[], p_names text[], p_currencies text[], p_hours bigint[],
  p_values bigint[], p_bases bigint[]) RETURNS boolean LANGUAGE sql AS $$
WITH state AS (
  INSERT INTO tollgate.chart_states AS c (app, number, rules, cursor)
  VALUES (p_app, p_number + 1, p_rules, p_cursor)
  ON CONFLICT (app) DO UPDATE SET number = excluded.number, rules = excluded.rules,
    cursor = excluded.cursor WHERE c.number = p_number
  RETURNING app),
free AS (
  SELECT q.customer FROM state JOIN tollgate.chart_changes AS q ON q.app = state.app
  JOIN unnest(p_settled, p_revisions) AS k (customer, revision)
  ON q.customer = k.customer AND q.revision = k.revision
  FOR UPDATE OF q SKIP LOCKED),
settled AS (
  DELETE FROM tollgate.chart_changes AS q USING state, free
  WHERE q.app = state.app AND q.customer = free.customer),
removed AS (
  DELETE FROM tollgate.chart_parts AS p USING state
  WHERE p.app = state.app AND p.customer = ANY(p_removed)),
stored AS (
  INSERT INTO tollgate.chart_parts (app, customer, body)
  SELECT state.app, k.customer, k.body
  FROM state, unnest(p_stored, p_bodies) AS k (customer, body)
  ON CONFLICT (app, customer) DO UPDATE SET body = excluded.body),
added AS (
  INSERT INTO tollgate.chart_sums AS s
    (app, measure, division, name, currency, hour, value, base)
  SELECT state.app, k.* FROM state,
    unnest(p_measures, p_divisions, p_names, p_currencies, p_hours, p_values, p_bases) AS k
  ON CONFLICT (app, measure, division, name, currency, hour)
  DO UPDATE SET value = s.value + excluded.value, base = s.base + excluded.base)
SELECT EXISTS (SELECT 1 FROM state) $$;
