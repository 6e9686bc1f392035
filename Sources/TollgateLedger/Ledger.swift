public import Tollgate

/// Where facts are kept: append-only, one commit for each write, many customers of many apps.
///
/// Every ledger passes the same contract suite. A write is answered after its commit, never before.
public protocol Ledger: Sendable {
  /// Everything recorded of a customer, and of those merged into it; nil for one that was never written.
  func record(of customer: Customer.ID, in app: Blueprint.App.ID) async throws(LedgerError)
    -> CustomerRecord?

  /// Appends facts and whatever goes with them, whole or not at all.
  ///
  /// Where several things stand against a write, the first of these is said: `answered`, `conflict`, `claimed`.
  ///
  /// - Parameter write: What to append.
  /// - Returns: The customer's version after the write.
  /// - Throws: ``LedgerError`` with code `answered` where the idempotency key has an answer, `conflict` where the
  ///   expected version, or that of the one who releases, is not the newest or was merged into another, `claimed` where a claim belongs to
  ///   somebody else, or why nothing could be written.
  func append(_ write: LedgerWrite) async throws(LedgerError) -> Int

  /// The first answer given under an idempotency key, byte for byte; nil where there was none.
  func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer?

  /// Who owns a claim; nil where nobody does.
  func owner(of claim: LedgerClaim, in app: Blueprint.App.ID) async throws(LedgerError)
    -> Customer.ID?

  /// The account opened with an email address, lowercased; nil where there is none.
  func credentials(of email: String, in app: Blueprint.App.ID) async throws(LedgerError)
    -> LedgerCredentials?

  /// The app's entries after a sequence number, oldest first.
  ///
  /// - Parameters:
  ///   - sequence: 0 is from the beginning.
  ///   - app: The app.
  ///   - limit: How many at the most.
  /// - Returns: The entries, oldest first.
  /// - Throws: ``LedgerError`` where the storage cannot be read.
  func entries(after sequence: Int, in app: Blueprint.App.ID, limit: Int) async throws(LedgerError)
    -> [LedgerEntry]

  /// The subscriptions of one environment to ask the store about at an instant, the longest overdue first.
  ///
  /// - Parameters:
  ///   - instant: The server's clock.
  ///   - environment: The store that signed them.
  ///   - app: The app.
  ///   - limit: The greatest number to return.
  /// - Returns: The checks that are due.
  /// - Throws: ``LedgerError`` where the storage cannot be read.
  func checks(
    dueAt instant: Instant, of environment: StoreEnvironment, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerCheck]

  /// Puts a check off, or ends it; nothing changes where the subscription has another check by now.
  ///
  /// - Parameters:
  ///   - check: The check, as it was read.
  ///   - app: The app.
  ///   - next: When to ask again; nil ends the check until a later period is recorded.
  /// - Throws: ``LedgerError`` where the storage cannot be written.
  func settle(_ check: LedgerCheck, in app: Blueprint.App.ID, next: Instant?)
    async throws(LedgerError)

  /// The instant remembered under a name; nil where none is.
  func instant(of mark: LedgerMark, in app: Blueprint.App.ID) async throws(LedgerError) -> Instant?

  /// Remembers an instant under a name; an earlier one than is remembered changes nothing.
  func advance(_ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant)
    async throws(LedgerError)

  /// Keeps a refused notification, in place of an earlier refusal of the same one.
  ///
  /// Where an app has more than ``LedgerRefusal/limit``, those refused first are dropped.
  ///
  /// - Parameters:
  ///   - refusal: The notification and the reason.
  ///   - app: The app.
  /// - Throws: ``LedgerError`` where the storage cannot be written.
  func refuse(_ refusal: LedgerRefusal, in app: Blueprint.App.ID) async throws(LedgerError)

  /// The refused notifications that were not judged under a configuration revision, the oldest first.
  ///
  /// - Parameters:
  ///   - revision: The configuration revision; empty returns all.
  ///   - app: The app.
  ///   - limit: The greatest number to return.
  /// - Returns: The refused notifications.
  /// - Throws: ``LedgerError`` where the storage cannot be read.
  func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal]

  /// Forgets a refused notification, as once it is recorded after all; one that is not kept changes nothing.
  func forgetRefusal(of notification: String, in app: Blueprint.App.ID) async throws(LedgerError)

  /// A secret that stays the same for the life of the ledger, made on first use.
  ///
  /// - Parameters:
  ///   - name: What it is for.
  ///   - make: Makes it; called at most once in the life of the ledger for each name, its result kept.
  /// - Returns: The secret.
  /// - Throws: ``LedgerError`` where the storage cannot be read or written.
  func secret(
    _ name: String, make: @escaping @Sendable () -> [UInt8]
  ) async throws(LedgerError) -> [UInt8]
}

/// Everything recorded of one customer.
public struct CustomerRecord: Hashable, Sendable {
  /// The customer's name.
  public let id: Customer.ID
  /// How many writes made it; the next write expects it.
  public let version: Int
  /// The fold of the facts.
  public let customer: Customer
  /// The customer this one was merged into, who stands alone; nil while this one does.
  public let mergedInto: Customer.ID?

  /// Describes a customer's record.
  public init(id: Customer.ID, version: Int, customer: Customer, mergedInto: Customer.ID? = nil) {
    self.id = id
    self.version = version
    self.customer = customer
    self.mergedInto = mergedInto
  }
}

/// The first answer to a request, kept under its idempotency key.
public struct LedgerAnswer: Hashable, Sendable {
  /// The request's key.
  public let key: Idempotency.Key
  /// What the key was used for; the same key with another purpose is a mistake of the caller.
  public let purpose: String
  /// The HTTP status.
  public let status: Int
  /// The body, byte for byte.
  public let body: [UInt8]

  /// Describes an answer.
  public init(key: Idempotency.Key, purpose: String, status: Int, body: [UInt8]) {
    self.key = key
    self.purpose = purpose
    self.status = status
    self.body = body
  }
}

/// How an account's owner proves who they are.
public struct LedgerCredentials: Hashable, Sendable {
  /// The email address, lowercased.
  public let email: String
  /// The salted, memory-hard hash of the password, with its parameters.
  public let passwordHash: String
  /// The account.
  public let account: Account.ID
  /// The customer the account is.
  public let customer: Customer.ID

  /// Describes credentials.
  public init(email: String, passwordHash: String, account: Account.ID, customer: Customer.ID) {
    self.email = email
    self.passwordHash = passwordHash
    self.account = account
    self.customer = customer
  }
}

/// One fact as the ledger keeps it.
public struct LedgerEntry: Hashable, Sendable {
  /// The entry's place in the ledger, from 1, growing.
  public let sequence: Int
  /// The customer.
  public let customer: Customer.ID
  /// When it was appended, by the server's clock.
  public let at: Instant
  /// The fact.
  public let fact: Fact

  /// Describes an entry.
  public init(sequence: Int, customer: Customer.ID, at: Instant, fact: Fact) {
    self.sequence = sequence
    self.customer = customer
    self.at = at
    self.fact = fact
  }
}
