extension LedgerSchema {
  /// The device of a fact about one, in the index by which its customers are found; null if the row is damaged.
  static let device = "CASE WHEN json_valid(body) THEN json_extract(body, '$.device') END"

  /// People, their sessions, what was done, and the index of devices.
  static let administration = """
    CREATE TABLE people (
      app TEXT NOT NULL,
      email TEXT NOT NULL,
      role TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      link TEXT,
      linkExpiresAt INTEGER,
      PRIMARY KEY (app, email)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX peopleByLink ON people (app, link) WHERE link IS NOT NULL;

    CREATE TABLE adminSessions (
      app TEXT NOT NULL,
      id TEXT NOT NULL,
      email TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      PRIMARY KEY (app, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX adminSessionsByEmail ON adminSessions (app, email);

    CREATE TABLE audit (
      app TEXT NOT NULL,
      at INTEGER NOT NULL,
      id TEXT NOT NULL,
      author TEXT NOT NULL,
      action TEXT NOT NULL,
      customer TEXT,
      subject TEXT,
      reason TEXT,
      PRIMARY KEY (app, at, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX auditByCustomer ON audit (app, customer) WHERE customer IS NOT NULL;

    CREATE INDEX factsByDevice ON facts (
      app, CASE WHEN json_valid(body) THEN json_extract(body, '$.device') END)
    WHERE kind = 'device';
    """

  /// The id of a transaction, in the index by which its customers are found; null if the row is damaged.
  static let transactionID = "CASE WHEN json_valid(body) THEN json_extract(body, '$.id') END"
  /// The value of a reserved attribute, in the index by which its customers are found; null if the row is damaged.
  static let reservedValue =
    "CASE WHEN json_valid(body) THEN lower(json_extract(body, '$.value')) END"
  /// Which facts are about a reserved attribute.
  static let isReserved = #"kind = 'attribute' AND instr(body, '"attribute":"$') > 0"#

  /// The indexes of transactions, and of what other systems know about customers.
  static let lookups = """
    CREATE INDEX factsByTransaction ON facts (
      app, \(transactionID))
    WHERE kind = 'transaction';
    CREATE INDEX factsByReservedValue ON facts (
      app, \(reservedValue))
    WHERE \(isReserved);
    """
}
