public import Tollgate

/// Who may sign in to the operators' pages, what operators and keys did, and what only operators look up.
public protocol LedgerAdministration: Sendable {
  /// Returns the apps that were served or have customers, by name.
  ///
  /// A key or a person alone does not make an app one of them, since its name may be misspelled there.
  func apps() async throws(LedgerError) -> [Blueprint.App.ID]

  /// Stores a person in place of an earlier record of the same email address.
  ///
  /// - Parameter person: The person, with the link that they sign in with next.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func save(_ person: LedgerPerson, in app: Blueprint.App.ID) async throws(LedgerError)

  /// Returns the people of an app by their email addresses, at most ``LedgerPerson/listLimit``.
  func people(in app: Blueprint.App.ID) async throws(LedgerError) -> [LedgerPerson]

  /// Removes a person and ends their sessions, in one commit.
  ///
  /// - Parameter email: The lowercased email address.
  /// - Returns: Whether there was such a person.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func remove(_ email: String, from app: Blueprint.App.ID) async throws(LedgerError) -> Bool

  /// Uses a link once, and opens a session, in one commit; expired sessions of the person are removed.
  ///
  /// - Parameters:
  ///   - link: The hash of the link.
  ///   - id: The hash of the new session's token.
  /// - Returns: The session; nil if there is no such link, or it was used or has expired.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func signIn(
    with link: String, opening id: String, until end: Instant, in app: Blueprint.App.ID,
    at now: Instant
  ) async throws(LedgerError) -> LedgerSession?

  /// Returns an open session.
  ///
  /// - Parameter id: The hash of its token.
  /// - Returns: The session with the person's current role; nil if it has ended or belongs to another app.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func session(
    _ id: String, in app: Blueprint.App.ID, at now: Instant
  ) async throws(LedgerError) -> LedgerSession?

  /// Ends a session; does nothing if it isn't open.
  func endSession(_ id: String, in app: Blueprint.App.ID) async throws(LedgerError)

  /// Records what was done outside of a customer's facts; an entry that exists is left as it is.
  ///
  /// What is done to a customer is recorded with ``LedgerWrite/audit``, in the commit of its facts. An entry about a
  /// customer who was erased in the meantime is emptied, as the erasure would have done.
  func record(_ entry: LedgerAuditEntry, in app: Blueprint.App.ID) async throws(LedgerError)

  /// Returns what was done, newest first.
  ///
  /// - Parameter filter: Which entries, and how many.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func audit(
    _ filter: LedgerAuditFilter, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [LedgerAuditEntry]

  /// Returns the customers who were seen on a device, merged or not, sorted; at most ``LedgerPerson/listLimit``.
  func customers(
    on device: Device.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID]

  /// Returns the customers with a recorded transaction, merged or not, sorted; at most ``LedgerPerson/listLimit``.
  func customers(
    with transaction: StoreTransaction.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID]

  /// Returns the customers with a recorded value of an attribute whose name begins with `$`, merged or not, sorted; at
  /// most ``LedgerPerson/listLimit``.
  ///
  /// - Parameter value: The value; upper and lower case do not matter in ASCII. It may have been replaced since.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func customers(
    withReservedValue value: String, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID]

  /// Returns the customers of whom something that people know begins with a text, merged or not, sorted.
  ///
  /// That is the email address of an account with a password, a value of an attribute whose name begins with `$`, which
  /// may have been replaced since, the customer's id, or another name under which another system knew them.
  ///
  /// - Parameters:
  ///   - text: The text, not empty; upper and lower case do not matter in ASCII, except in ids and other names.
  ///   - limit: How many are returned at most.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func customers(
    beginningWith text: String, limit: Int, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> [Customer.ID]

  /// Returns when a customer was last written to or seen; nil for an unknown customer.
  func lastSeen(
    _ customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> Instant?

  /// Returns the email address of a customer's account that has a password; nil if there isn't one.
  func email(
    of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> String?
}

extension String {
  /// What comes after every text that begins with this one, in the order of bytes.
  package var afterPrefixed: String { self + "\u{10FFFF}" }

  /// The text with the letters from A to Z in lower case, as the indexes of a ledger compare it.
  package var asciiLowercased: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
