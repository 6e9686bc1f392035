extension LedgerSchema {
  /// The names of the tables of charts.
  static let chartTables = ["chartChanges", "chartParts", "chartStates", "chartSums"]

  /// The tables of charts, and the triggers that note in the same commit who has changed.
  ///
  /// A fact counts if charts are made of its kind, or if it may be the customer's first. An erased customer's part loses
  /// its name at once, and is subtracted later; the state's number changes, so that nothing is applied that was computed
  /// before the erasure.
  static let charts = """
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

    CREATE TRIGGER chartsOfFacts AFTER INSERT ON facts WHEN NEW.app <> '' AND (
      NEW.kind IN ('transaction', 'renewal', 'transfer', 'refundRequest')
      OR (NEW.kind = 'attribute' AND instr(NEW.body, '"country"'))
      OR NOT EXISTS (
        SELECT 1 FROM chartParts WHERE app = NEW.app AND customer = NEW.customer))
    BEGIN
      INSERT INTO chartChanges (app, customer, revision, at)
      VALUES (NEW.app, NEW.customer, 1, NEW.at)
      ON CONFLICT (app, customer) DO UPDATE SET revision = revision + 1;
    END;

    CREATE TRIGGER chartsOfMerges AFTER UPDATE OF mergedInto ON customers
    WHEN OLD.mergedInto IS NOT NEW.mergedInto
    BEGIN
      INSERT INTO chartChanges (app, customer, revision, at)
      SELECT NEW.app, id, 1, NEW.seenAt FROM (
        SELECT NEW.id AS id UNION SELECT OLD.mergedInto UNION SELECT NEW.mergedInto)
      WHERE id IS NOT NULL
      ON CONFLICT (app, customer) DO UPDATE SET revision = revision + 1;
    END;

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
    """
}
