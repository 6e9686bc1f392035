extension PostgreSQLSchema {
  /// The device of a fact about one, as it is escaped in the JSON of its row: an index on it can fail on no row.
  static let device = #"substring(body from '"device":"((?:[^"\\]|\\.)*)"')"#

  /// The id of a transaction, in the same form.
  static let transactionID = #"substring(body from '"id":"((?:[^"\\]|\\.)*)"')"#
  /// The value of a reserved attribute, in the same form.
  static let reservedValue =
    #"lower(substring(body from '"value":"((?:[^"\\]|\\.)*)"') COLLATE "C")"#
  /// Which facts are about a reserved attribute.
  static let isReserved = #"kind = 'attribute' AND strpos(body, '"attribute":"$') > 0"#

  /// The indexes of transactions, and of what other systems know about customers.
  var lookups: [String] {
    [
      """
      CREATE INDEX facts_by_transaction ON \(name).facts (app, (\(Self.transactionID)))
      WHERE kind = 'transaction'
      """,
      """
      CREATE INDEX facts_by_reserved_value ON \(name).facts (app, (\(Self.reservedValue)))
      WHERE \(Self.isReserved)
      """,
    ]
  }

  /// People, their sessions, what was done, and the index of devices.
  var administration: [String] {
    let text = #"text COLLATE "C""#
    return [
      """
      CREATE TABLE \(name).people (
        app \(text) NOT NULL, email \(text) NOT NULL, role text NOT NULL,
        created_at bigint NOT NULL, link \(text), link_expires_at bigint,
        PRIMARY KEY (app, email))
      """,
      "CREATE INDEX people_by_link ON \(name).people (app, link) WHERE link IS NOT NULL",
      """
      CREATE TABLE \(name).admin_sessions (
        app \(text) NOT NULL, id \(text) NOT NULL, email \(text) NOT NULL,
        created_at bigint NOT NULL, expires_at bigint NOT NULL, PRIMARY KEY (app, id))
      """,
      "CREATE INDEX admin_sessions_by_email ON \(name).admin_sessions (app, email)",
      """
      CREATE TABLE \(name).audit (
        app \(text) NOT NULL, at bigint NOT NULL, id \(text) NOT NULL, author \(text) NOT NULL,
        action \(text) NOT NULL, customer \(text), subject text, reason text,
        PRIMARY KEY (app, at, id))
      """,
      "CREATE INDEX audit_by_customer ON \(name).audit (app, customer) WHERE customer IS NOT NULL",
      """
      CREATE INDEX facts_by_device ON \(name).facts (app, (\(Self.device)))
      WHERE kind = 'device'
      """,
    ]
  }
}
