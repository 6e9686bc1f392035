import Crypto
import Foundation
public import Tollgate
public import TollgateLedger
public import TollgateWire

/// Adds, lists and removes the people who sign in to the operators' pages of an app, and opens their sessions.
///
/// A person signs in with a link that is valid once and for ``linkLifetime``; there are no passwords. The ledger stores
/// the hashes of links and sessions. Each request reads its session from the ledger, so a person who is removed by
/// another process is signed out from the next request on.
public struct People: Sendable {
  /// How long a link is valid: 24 hours.
  public static let linkLifetime = Duration.seconds(86_400)
  /// How long a session is valid: 7 days.
  public static let sessionLifetime = Duration.seconds(7 * 86_400)
  /// The number of random bytes in a link.
  static let linkBytes = 32
  /// The greatest number of people that an app may have.
  public static let limit = 100
  /// The name, in the audit list, of a person with a shell on the server.
  public static let commandLine = "command line"

  let ledger: any Ledger
  let clock: @Sendable () -> Instant
  let bytes: @Sendable (Int) -> [UInt8]

  /// Creates the people of a ledger.
  ///
  /// - Parameters:
  ///   - ledger: The ledger; another process may be serving from it.
  ///   - clock: The clock by which links and sessions expire.
  ///   - identifiers: The source of random bytes.
  public init(
    ledger: any Ledger, clock: @escaping @Sendable () -> Instant,
    identifiers: IdentifierSource = .random
  ) {
    self.ledger = ledger
    self.clock = clock
    bytes = identifiers.bytes
  }

  private var administration: any LedgerAdministration { ledger.administration }

  /// Adds a person.
  ///
  /// - Parameters:
  ///   - email: The email address; upper and lower case are the same.
  ///   - role: What the person may see and do.
  ///   - bytes: The random bytes of the link, with which the same person can be added again; nil means new ones.
  /// - Returns: The secret of the link to sign in with, which cannot be read again, and the person.
  /// - Throws: `Problem` with code `invalid_email`, or `invalid_value` if the person exists or the app has ``limit``
  ///   people, or if the ledger cannot be written.
  public func add(
    _ email: String, as role: LedgerPerson.Role, in app: Blueprint.App.ID,
    by author: String = commandLine, from bytes: [UInt8]? = nil
  ) async throws(Problem) -> (link: String, person: LedgerPerson) {
    let email = try EmailAddress(email).text
    let people = try await list(in: app)
    let link = (bytes ?? self.bytes(Self.linkBytes)).hexadecimal
    if let added = people.first(where: { $0.email == email }), added.link?.hash == Self.hash(link) {
      return (link, added)
    }
    guard !people.contains(where: { $0.email == email }) else {
      throw Problem(
        .invalidValue, "This person was added before: `tollgate admin link` prints a new link.")
    }
    guard people.count < Self.limit else {
      throw Problem(.invalidValue, "The app has \(Self.limit) people: remove one.")
    }
    return try await save(email, as: role, since: clock(), link, in: app, by: author)
  }

  /// Gives a person a new link in place of an earlier one, and another role if there is one.
  ///
  /// Sessions stay open, and have the new role from the next request on.
  ///
  /// - Parameter role: What the person may see and do; nil leaves it.
  /// - Returns: The secret of the link, which cannot be read again, and the person.
  /// - Throws: `Problem` with code `invalid_email`, or `invalid_value` if there is no such person, or if the ledger
  ///   cannot be written.
  public func renewLink(
    of email: String, as role: LedgerPerson.Role? = nil, in app: Blueprint.App.ID,
    by author: String = commandLine
  ) async throws(Problem) -> (link: String, person: LedgerPerson) {
    let email = try EmailAddress(email).text
    guard let person = try await list(in: app).first(where: { $0.email == email }) else {
      throw Self.unknown
    }
    return try await save(
      email, as: role ?? person.role, since: person.createdAt,
      bytes(Self.linkBytes).hexadecimal, in: app, by: author)
  }

  /// Returns an app's people by their email addresses.
  public func list(in app: Blueprint.App.ID) async throws(Problem) -> [LedgerPerson] {
    try await Problem.catching(await administration.people(in: app))
  }

  /// Removes a person, and ends their sessions.
  ///
  /// - Throws: `Problem` with code `invalid_email`, or `invalid_value` if there is no such person, or if the ledger
  ///   cannot be written.
  public func remove(
    _ email: String, from app: Blueprint.App.ID, by author: String = commandLine
  ) async throws(Problem) {
    let email = try EmailAddress(email).text
    guard try await list(in: app).contains(where: { $0.email == email }) else { throw Self.unknown }
    // Before the removal, which would otherwise be in no list if this failed.
    try await record(.personRemoved, email, by: author, in: app)
    _ = try await Problem.catching(await administration.remove(email, from: app))
  }

  private func save(
    _ email: String, as role: LedgerPerson.Role, since createdAt: Instant,
    _ link: String, in app: Blueprint.App.ID, by author: String
  ) async throws(Problem) -> (link: String, person: LedgerPerson) {
    let person = LedgerPerson(
      email: email, role: role, createdAt: createdAt,
      link: LedgerPerson.Link(
        hash: Self.hash(link), expiresAt: clock().advanced(by: Self.linkLifetime)))
    try await record(.personSaved, email, by: author, reason: role.rawValue, in: app)
    try await Problem.catching(await administration.save(person, in: app))
    return (link, person)
  }
}

// MARK: - Sessions

extension People {
  /// Uses a link once, and opens a session.
  ///
  /// - Returns: The session with its token, which cannot be read again; nil if the link is unknown, used or expired.
  public func signIn(
    with link: String, in app: Blueprint.App.ID
  ) async throws(Problem) -> (token: String, session: LedgerSession)? {
    let now = clock()
    let token = bytes(32).hexadecimal
    let session = try await Problem.catching(
      await administration.signIn(
        with: Self.hash(link), opening: Self.hash(token),
        until: now.advanced(by: Self.sessionLifetime), in: app, at: now))
    guard let session else { return nil }
    try await record(.signedIn, nil, by: session.email, in: app)
    return (token, session)
  }

  /// Returns the open session of a token; nil if it has ended, or is one of another app.
  public func session(
    of token: String, in app: Blueprint.App.ID
  ) async throws(Problem) -> LedgerSession? {
    try await Problem.catching(
      await administration.session(Self.hash(token), in: app, at: clock()))
  }

  /// Ends a session for good.
  public func signOut(_ session: LedgerSession, of app: Blueprint.App.ID) async throws(Problem) {
    try await Problem.catching(await administration.endSession(session.id, in: app))
    try await record(.signedOut, nil, by: session.email, in: app)
  }

  /// The hash that the ledger stores; nobody can guess 256 random bits, so it needs no salt.
  private static func hash(_ secret: String) -> String {
    SHA256.hash(data: Data(secret.utf8)).hexadecimal
  }

  private func record(
    _ action: LedgerAuditEntry.Action, _ subject: String?, by author: String,
    reason: String? = nil, in app: Blueprint.App.ID
  ) async throws(Problem) {
    try await Problem.catching(
      await administration.record(
        LedgerAuditEntry(
          action, by: author, at: clock(), subject: subject, reason: reason), in: app))
  }

  private static let unknown = Problem(
    .invalidValue, "There is no such person: `tollgate admin list` prints them.")
}
