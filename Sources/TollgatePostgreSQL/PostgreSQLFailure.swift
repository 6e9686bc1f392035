import TollgateLedger

/// Why a transaction failed, without the database's own text, which may contain personal values.
enum PostgreSQLFailure: Error, Hashable {
  /// No connection could be opened.
  case cannotConnect
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
    let found = identifications.first { message.contains($0.text) }
    self = found.map { .notIdentified($0.lacks) } ?? .cannotConnect
  }

  /// Whether the same transaction may succeed if it is repeated at once.
  ///
  /// A serialization failure, a deadlock, a wait for a lock or a statement that took too long, or a row that another
  /// transaction inserted at the same time.
  var isTransient: Bool {
    switch self {
    case .rejected(let state): ["40001", "40P01", "55P03", "57014", "23505"].contains(state)
    case .cannotConnect, .notIdentified, .lost, .uncertain, .notBuilt: false
    }
  }

  /// Whether the connection cannot be used again.
  var endsConnection: Bool {
    switch self {
    case .cannotConnect, .notIdentified, .lost, .uncertain, .notBuilt: true
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
    case .cannotConnect, .notIdentified, .lost, .uncertain, .notBuilt: false
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

  /// Maps a failure of the database.
  init(_ failure: PostgreSQLFailure) {
    switch failure {
    case .cannotConnect:
      self.init(.unavailable, "The database cannot be reached, or refuses the connection.")
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
