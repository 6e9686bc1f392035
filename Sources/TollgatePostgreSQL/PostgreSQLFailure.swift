import TollgateLedger

/// Why a transaction failed, without the database's own text, which may contain personal values.
enum PostgreSQLFailure: Error, Hashable {
  /// No connection could be opened, because no server answers or because it does not accept connections now.
  case cannotConnect
  /// The server refused the connection, or the address is wrong.
  case refused
  /// The server did not prove its name over TLS, so nothing was sent to it.
  case notIdentified(Identification)
  /// The connection was lost, or the transaction took too long.
  case lost
  /// The connection was lost during a commit, and could not be opened again in time to find out its outcome.
  case uncertain
  /// PostgreSQL rejected a statement and rolled back; the
  /// [SQLSTATE](https://www.postgresql.org/docs/current/errcodes-appendix.html).
  case rejected(String)
  /// The package was built without libpq.
  case notBuilt

  /// What a server's proof of its name lacks.
  enum Identification: Hashable {
    /// The server does not offer TLS.
    case encryption
    /// The certificate is not signed by an authority that is trusted, or has expired.
    case trust
    /// The certificate is for another name.
    case name
  }

  /// Finds out from libpq's message why no connection could be opened.
  ///
  /// libpq has no codes for these failures, and its messages are translated only in programs that set a locale.
  init(opening message: String) {
    let identifications: [(text: String, lacks: Identification)] = [
      ("does not match host name", .name), ("certificate verify failed", .trust),
      ("server does not support SSL", .encryption),
    ]
    if let found = identifications.first(where: { message.contains($0.text) }) {
      self = .notIdentified(found.lacks)
      return
    }
    // libpq lists several attempts, such as one for each of a name's addresses; the last one counts.
    let reason = message.ranges(of: "failed: ").last.map { message[$0.upperBound...] }
    let isPassing = Self.passing.contains { (reason ?? message[...]).contains($0) }
    self = isPassing ? .cannotConnect : .refused
  }

  /// Words of libpq and pgbouncer, and codes of PostgreSQL, for a connection that may be possible a moment later.
  ///
  /// PostgreSQL's own words are in the language of the server.
  private static let passing = [
    "Is the server running", "timeout expired", "closed the connection unexpectedly",
    "could not receive data", "could not send", "SSL SYSCALL",
    // The name of a container may exist only once it has started.
    "could not translate host name",
    // No host is the primary yet.
    "session is read-only", "in hot standby mode",
    // PostgreSQL starts or stops, or has no connection to spare.
    ":  57P0", ":  53300",
    "cannot connect to server", "login has been failing", "query_wait_timeout",
  ]

  /// Whether the database may be available soon without anybody's help.
  ///
  /// It does not answer, starts or stops, or has no connection to spare.
  var isPassing: Bool {
    switch self {
    case .cannotConnect, .lost: true
    case .rejected(let state):
      state.hasPrefix("08") || state.hasPrefix("57P") || state == "53300"
    case .refused, .notIdentified, .uncertain, .notBuilt: false
    }
  }

  /// Whether the same transaction may succeed if it is repeated at once.
  ///
  /// A serialization failure, a deadlock, a wait for a lock or a statement that took too long, or a row that another
  /// transaction inserted at the same time.
  var isTransient: Bool {
    switch self {
    case .rejected(let state): ["40001", "40P01", "55P03", "57014", "23505"].contains(state)
    case .cannotConnect, .refused, .notIdentified, .lost, .uncertain, .notBuilt: false
    }
  }

  /// Whether the connection cannot be used again.
  var endsConnection: Bool {
    switch self {
    case .cannotConnect, .refused, .notIdentified, .lost, .uncertain, .notBuilt: true
    // Connection exceptions, a shutdown, a session that PostgreSQL ended because of a time-out, a standby, and a session
    // that is not the one in which a statement was prepared: another connection may reach the right one.
    case .rejected(let state):
      state.hasPrefix("08") || state.hasPrefix("57P")
        || ["25P03", "25P04", "25006", "26000"].contains(state)
    }
  }

  /// Whether a transaction that had this failure after its `COMMIT` was sent may be committed; a standby refuses it as it
  /// begins, and so does a session that lacks a prepared statement.
  var leavesCommitUnknown: Bool {
    endsConnection && self != .rejected("25006") && self != .rejected("26000")
  }

  /// Whether one statement of a group may be at fault, so that the others may succeed without it.
  var concernsOne: Bool {
    switch self {
    case .rejected(let state):
      !endsConnection && !state.hasPrefix("53") && self != .newerSchema && self != .moved
    case .cannotConnect, .refused, .notIdentified, .lost, .uncertain, .notBuilt: false
    }
  }

  /// A newer version has migrated the tables: this server may no longer write.
  static let newerSchema = rejected("TG003")
  /// The ledger was moved, or is the unfinished target of a move.
  static let moved = rejected("TG004")
}

extension LedgerError {
  static let newerSchema = LedgerError(
    .newerSchema,
    "A newer version of this software has migrated the ledger's tables: start that version here.")

  init(storage error: any Error) {
    switch error {
    case let failure as PostgreSQLFailure: self.init(failure)
    case let error as LedgerError: self = error
    default: self.init(.unavailable, "The database failed.")
    }
  }

  /// Maps a failure of the database.
  init(_ failure: PostgreSQLFailure) {
    switch failure {
    case .cannotConnect:
      self.init(
        .unavailable, "The database cannot be reached, or accepts no connections now.")
    case .refused:
      self.init(
        .unavailable,
        "The database refuses the connection: check its host, the user, the password and its name.")
    case .notIdentified(.encryption):
      self.init(
        .unavailable,
        "The database does not offer TLS: enable ssl there, or set sslmode in the address.")
    case .notIdentified(.trust):
      self.init(
        .unavailable,
        "The database's certificate is not trusted: renew it, or name its issuer in sslrootcert.")
    case .notIdentified(.name):
      self.init(
        .unavailable,
        "The database's certificate is for another name: use a name that it contains.")
    case .lost: self.init(.unavailable, "The connection to the database was lost.")
    case .uncertain:
      self.init(
        .uncertain, "The connection to the database was lost during a commit, and not restored.")
    case .notBuilt:
      self.init(
        .unavailable,
        "This build has no PostgreSQL: build it with the package traits Server and PostgreSQL.")
    case .rejected(let state):
      switch state {
      case "TG003": self = .newerSchema
      case "TG004":
        self.init(.moved, "This ledger was moved, or is the unfinished copy of another one.")
      case "53100": self.init(.full, "The disk of the database is full.")
      case "25006", "42501": self.init(.readOnly, "The database does not allow writing.")
      case "08P01":
        self.init(
          .unavailable, "The connection pooler had no connection to the database, or refused it.")
      case "XX001", "XX002": self.init(.corrupt, "The database is damaged.")
      case "3F000", "42P01", "42883":
        self.init(.replaced, "The ledger's tables were removed while it was open.")
      default: self.init(.unavailable, "PostgreSQL failed with SQLSTATE \(state).")
      }
    }
  }
}
