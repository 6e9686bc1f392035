import Tollgate
import TollgateLedger

extension PostgreSQLFunctions {
  /// The kinds of facts that an abandoned customer could have at the time of the first migration.
  private static let firstRemovableFacts: Set<Fact.Kind> = [
    .device, .milestone, .trialForfeited, .dismissal, .paywall, .nudge,
  ]

  /// Removes abandoned customers.
  var pruning: [String] {
    [isAbandoned("CREATE", having: Self.firstRemovableFacts), pruneCustomers]
  }

  /// The function by which abandoned customers may have attributes; servers of earlier versions call it as well.
  var pruningWithAttributes: String {
    isAbandoned("CREATE OR REPLACE", having: Self.firstRemovableFacts.union([.attribute]))
  }

  /// Whether a customer owns and did nothing that counts, and was not seen since `p_before`.
  private func isAbandoned(_ create: String, having kinds: Set<Fact.Kind>) -> String {
    let kinds = kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    return """
      \(create) FUNCTION \(schema).is_abandoned_1(p_app text, p_customer text, p_before bigint,
        p_prefix text) RETURNS boolean STABLE LANGUAGE sql AS $$
        SELECT EXISTS (SELECT 1 FROM \(schema).customers AS c
          WHERE c.app = p_app AND c.id = p_customer AND c.seen_at < p_before
          AND c.merged_into IS NULL AND NOT c.erased AND NOT starts_with(c.id, p_prefix))
        AND NOT EXISTS (SELECT 1 FROM \(schema).facts
          WHERE app = p_app AND customer = p_customer
          AND (kind NOT IN (\(kinds)) OR at >= p_before))
        AND NOT EXISTS (SELECT 1 FROM \(schema).claims
          WHERE app = p_app AND customer = p_customer
          AND kind NOT IN ('endedSession', 'appTransaction'))
        AND NOT EXISTS (SELECT 1 FROM \(schema).credentials
          WHERE app = p_app AND customer = p_customer)
        AND NOT EXISTS (SELECT 1 FROM \(schema).sign_in_tokens
          WHERE app = p_app AND customer = p_customer)
        AND NOT EXISTS (SELECT 1 FROM \(schema).customers
          WHERE app = p_app AND merged_into = p_customer)
      $$
      """
  }

  /// Removes abandoned customers among the next `p_scan` ones, as far as `p_rows` allows; or only counts them if it is 0.
  ///
  /// | result | meaning |
  /// |---|---|
  /// | `o_rows` | the rows that were removed, at most `p_rows` |
  /// | `o_count` | the customers that were removed, or would be |
  /// | `o_customers` | the app and the name of each that was removed |
  /// | `o_app`, `o_customer` | where to continue; null at the end |
  ///
  /// A customer that another transaction has locked is in use, and skipped. Whether one is abandoned is decided once its
  /// row is locked, by a statement that sees what was committed before.
  private var pruneCustomers: String {
    """
    CREATE FUNCTION \(schema).prune_customers_1(p_app text, p_customer text, p_before bigint,
      p_prefix text, p_rows integer, p_scan integer, OUT o_rows integer, OUT o_count integer,
      OUT o_customers jsonb, OUT o_app text, OUT o_customer text) LANGUAGE plpgsql AS $$
    DECLARE
      c record;
      v_seen integer := 0;
      v_rows integer;
    BEGIN
      o_rows := 0;
      o_count := 0;
      o_customers := '[]';
      o_app := p_app;
      o_customer := p_customer;
      FOR c IN SELECT app, id FROM \(schema).customers WHERE (app, id) > (p_app, p_customer)
        ORDER BY app, id LIMIT p_scan LOOP
        v_seen := v_seen + 1;
        IF \(schema).is_abandoned_1(c.app, c.id, p_before, p_prefix) THEN
          IF p_rows = 0 THEN
            o_count := o_count + 1;
          ELSE
            IF o_rows >= p_rows THEN RETURN; END IF;
            PERFORM 1 FROM \(schema).customers WHERE app = c.app AND id = c.id
              FOR UPDATE SKIP LOCKED;
            IF FOUND AND \(schema).is_abandoned_1(c.app, c.id, p_before, p_prefix) THEN
              DELETE FROM \(schema).facts WHERE (app, customer, id) IN (
                SELECT app, customer, id FROM \(schema).facts
                WHERE app = c.app AND customer = c.id LIMIT p_rows - o_rows);
              GET DIAGNOSTICS v_rows = ROW_COUNT;
              o_rows := o_rows + v_rows;
              DELETE FROM \(schema).answers WHERE (app, customer, key) IN (
                SELECT app, customer, key FROM \(schema).answers
                WHERE app = c.app AND customer = c.id LIMIT p_rows - o_rows);
              GET DIAGNOSTICS v_rows = ROW_COUNT;
              o_rows := o_rows + v_rows;
              DELETE FROM \(schema).claims WHERE (app, kind, subject, device) IN (
                SELECT app, kind, subject, device FROM \(schema).claims
                WHERE app = c.app AND customer = c.id LIMIT p_rows - o_rows);
              GET DIAGNOSTICS v_rows = ROW_COUNT;
              o_rows := o_rows + v_rows;
              IF o_rows >= p_rows THEN RETURN; END IF;
              DELETE FROM \(schema).customers WHERE app = c.app AND id = c.id;
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
    END $$
    """
  }

  /// Removes abandoned customers among the next `p_scan` ones, as far as `p_rows` allows; or only counts them if it is 0.
  ///
  /// | result | meaning |
  /// |---|---|
  /// | `o_rows` | the rows that were removed, at most `p_rows` |
  /// | `o_count` | the customers that were removed, or would be |
  /// | `o_customers` | the app and the name of each that was removed |
  /// | `o_app`, `o_customer` | where to continue; null at the end |
  ///
  /// What charts count stays under a random name; `p_first` is the body that the first fact gets.
  ///
  /// A customer that another transaction has locked is in use, and skipped. Whether one is abandoned is decided once its
  /// row is locked, by a statement that sees what was committed before.
  var pruningKeepingCharts: String {
    let isKept = """
      ((kind = 'paywall' AND body::json->>'action' = 'shown')
        OR (kind = 'attribute' AND body::json->>'attribute' = 'country'))
      """
    return """
      CREATE FUNCTION \(schema).prune_customers_2(p_app text, p_customer text, p_before bigint,
        p_prefix text, p_rows integer, p_scan integer, p_first text, OUT o_rows integer, OUT o_count integer,
        OUT o_customers jsonb, OUT o_app text, OUT o_customer text) LANGUAGE plpgsql AS $$
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
        FOR c IN SELECT app, id FROM \(schema).customers WHERE (app, id) > (p_app, p_customer)
          ORDER BY app, id LIMIT p_scan LOOP
          v_seen := v_seen + 1;
          IF \(schema).is_abandoned_1(c.app, c.id, p_before, p_prefix) THEN
            IF p_rows = 0 THEN
              o_count := o_count + 1;
            ELSE
              IF o_rows >= p_rows THEN RETURN; END IF;
              PERFORM 1 FROM \(schema).customers WHERE app = c.app AND id = c.id
                FOR UPDATE SKIP LOCKED;
              IF FOUND AND \(schema).is_abandoned_1(c.app, c.id, p_before, p_prefix) THEN
                UPDATE \(schema).facts SET kind = 'attribute', body = p_first
                WHERE (app, customer, id) = (
                  SELECT app, customer, id FROM \(schema).facts
                  WHERE app = c.app AND customer = c.id ORDER BY at, id LIMIT 1)
                AND NOT \(isKept);
                DELETE FROM \(schema).facts WHERE (app, customer, id) IN (
                  SELECT app, customer, id FROM \(schema).facts
                  WHERE app = c.app AND customer = c.id AND NOT \(isKept)
                  LIMIT p_rows - o_rows);
                GET DIAGNOSTICS v_rows = ROW_COUNT;
                o_rows := o_rows + v_rows;
                DELETE FROM \(schema).answers WHERE (app, customer, key) IN (
                  SELECT app, customer, key FROM \(schema).answers
                  WHERE app = c.app AND customer = c.id LIMIT p_rows - o_rows);
                GET DIAGNOSTICS v_rows = ROW_COUNT;
                o_rows := o_rows + v_rows;
                DELETE FROM \(schema).claims WHERE (app, kind, subject, device) IN (
                  SELECT app, kind, subject, device FROM \(schema).claims
                  WHERE app = c.app AND customer = c.id LIMIT p_rows - o_rows);
                GET DIAGNOSTICS v_rows = ROW_COUNT;
                o_rows := o_rows + v_rows;
                IF o_rows >= p_rows THEN RETURN; END IF;
                v_name := 'removed:' || gen_random_uuid();
                UPDATE \(schema).facts SET customer = v_name
                  WHERE app = c.app AND customer = c.id;
                IF FOUND THEN
                  UPDATE \(schema).customers SET id = v_name, erased = true
                    WHERE app = c.app AND id = c.id;
                  UPDATE \(schema).chart_parts SET customer = v_name
                    WHERE app = c.app AND customer = c.id;
                ELSE
                  DELETE FROM \(schema).customers WHERE app = c.app AND id = c.id;
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
      END $$
      """
  }
}
