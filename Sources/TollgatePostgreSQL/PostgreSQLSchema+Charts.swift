extension PostgreSQLSchema {
  /// The tables of charts, and the triggers that note in the same commit who has changed.
  ///
  /// A fact counts if charts are made of its kind, or if it may be the customer's first. An erased customer's part loses
  /// its name at once, and is subtracted later; the state's number changes first, so that nothing is applied that was
  /// computed before the erasure.
  ///
  /// | table | has a row for |
  /// |---|---|
  /// | `chart_states` | each app: how far its customers were counted, by which rules |
  /// | `chart_changes` | each customer who has changed since, with how often, and since when |
  /// | `chart_parts` | each customer who was counted: what they add |
  /// | `chart_sums` | each sum: a measure, what divides it, its currency and the hour of the change |
  var charts: [String] {
    let text = #"text COLLATE "C""#
    return [
      """
      CREATE TABLE \(name).chart_states (
        app \(text) PRIMARY KEY, number bigint NOT NULL, rules text NOT NULL, cursor \(text))
      """,
      """
      CREATE TABLE \(name).chart_changes (
        app \(text) NOT NULL, customer \(text) NOT NULL, revision bigint NOT NULL,
        at bigint NOT NULL, PRIMARY KEY (app, customer))
      """,
      """
      CREATE TABLE \(name).chart_parts (
        app \(text) NOT NULL, customer \(text) NOT NULL, body text NOT NULL,
        PRIMARY KEY (app, customer))
      """,
      """
      CREATE TABLE \(name).chart_sums (
        app \(text) NOT NULL, measure \(text) NOT NULL, division \(text) NOT NULL,
        name \(text) NOT NULL, currency \(text) NOT NULL, hour bigint NOT NULL,
        value bigint NOT NULL, base bigint NOT NULL,
        PRIMARY KEY (app, measure, division, name, currency, hour))
      """,
      function(
        "charts_of_facts_1",
        """
        INSERT INTO \(name).chart_changes AS c (app, customer, revision, at)
          SELECT f.app, f.customer, 1, min(f.at) FROM added AS f
          WHERE f.kind IN ('transaction', 'renewal', 'transfer', 'refundRequest')
            OR (f.kind = 'attribute' AND position('"country"' IN f.body) > 0)
            OR NOT EXISTS (SELECT 1 FROM \(name).chart_parts AS p
              WHERE p.app = f.app AND p.customer = f.customer)
          GROUP BY f.app, f.customer ORDER BY f.app, f.customer
          ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1;
        """),
      """
      CREATE TRIGGER charts_of_facts AFTER INSERT ON \(name).facts
      REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION \(name).charts_of_facts_1()
      """,
      function(
        "charts_of_merges_1",
        noting(
          "NEW",
          "SELECT NEW.id AS id UNION SELECT OLD.merged_into UNION SELECT NEW.merged_into")),
      """
      CREATE TRIGGER charts_of_merges AFTER UPDATE OF merged_into ON \(name).customers
      FOR EACH ROW WHEN (OLD.merged_into IS DISTINCT FROM NEW.merged_into)
      EXECUTE FUNCTION \(name).charts_of_merges_1()
      """,
      function(
        "charts_of_erasures_1",
        """
        UPDATE \(name).chart_states SET number = number + 1 WHERE app = NEW.app;
        UPDATE \(name).chart_parts SET customer = 'erased:' || gen_random_uuid()
          WHERE app = NEW.app AND customer = NEW.id;
        """
          + noting(
            "NEW",
            """
            SELECT NEW.id AS id UNION SELECT customer FROM \(name).chart_parts
            WHERE app = NEW.app AND customer > 'erased:' AND customer < 'erased;'
            """)),
      """
      CREATE TRIGGER charts_of_erasures AFTER UPDATE OF erased ON \(name).customers
      FOR EACH ROW WHEN (NEW.erased AND NOT OLD.erased)
      EXECUTE FUNCTION \(name).charts_of_erasures_1()
      """,
      function("charts_of_removals_1", noting("OLD", "SELECT OLD.id AS id")),
      """
      CREATE TRIGGER charts_of_removals AFTER DELETE ON \(name).customers
      FOR EACH ROW EXECUTE FUNCTION \(name).charts_of_removals_1()
      """,
    ]
  }

  /// Triggers on each fact in place of the one on a statement, which gathered the rows of every write in a table.
  ///
  /// A fact at version 1, and one of a kind of which charts are made, is noted at once. Any other, such as a use, is noted
  /// only if it is the customer's first, which one look-up in the key of the facts shows.
  var chartsByRow: [String] {
    let counts = """
      NEW.version = 1 OR NEW.kind IN ('transaction', 'renewal', 'transfer', 'refundRequest')
        OR (NEW.kind = 'attribute' AND position('"country"' IN NEW.body) > 0)
      """
    let note = """
      INSERT INTO \(name).chart_changes AS c (app, customer, revision, at)
        VALUES (NEW.app, NEW.customer, 1, NEW.at)
        ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1;
      """
    return [
      "DROP TRIGGER charts_of_facts ON \(name).facts",
      "DROP FUNCTION \(name).charts_of_facts_1()",
      function("charts_of_facts_2", note),
      """
      CREATE TRIGGER charts_of_facts AFTER INSERT ON \(name).facts FOR EACH ROW
      WHEN (\(counts))
      EXECUTE FUNCTION \(name).charts_of_facts_2()
      """,
      function(
        "charts_of_first_facts_1",
        """
        IF EXISTS (SELECT 1 FROM \(name).facts
          WHERE app = NEW.app AND customer = NEW.customer AND id < NEW.id) THEN
          RETURN NULL;
        END IF;
        \(note)
        """),
      """
      CREATE TRIGGER charts_of_first_facts AFTER INSERT ON \(name).facts FOR EACH ROW
      WHEN (NOT (\(counts)))
      EXECUTE FUNCTION \(name).charts_of_first_facts_1()
      """,
    ]
  }

  /// A function for a trigger, in the schema of the tables.
  private func function(_ function: String, _ body: String) -> String {
    """
    CREATE FUNCTION \(name).\(function)() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      \(body)
      RETURN NULL;
    END $$
    """
  }

  /// Notes the customers of a query, whose column is `id`.
  private func noting(_ row: String, _ query: String) -> String {
    """
    INSERT INTO \(name).chart_changes AS c (app, customer, revision, at)
      SELECT \(row).app, q.id, 1, \(row).seen_at FROM (\(query)) AS q
      WHERE q.id IS NOT NULL ORDER BY q.id
      ON CONFLICT (app, customer) DO UPDATE SET revision = c.revision + 1;
    """
  }
}
