public import Tollgate

/// An append-only store of facts, with one commit for each write, for many customers of many apps.
///
/// Every ledger passes the same contract suite. A write returns after its commit, never before: what was answered
/// survives a crash. Apps share nothing; an id, claim or key of one app means nothing in another. Every method throws
/// ``LedgerError`` if the storage cannot be read or written; a method's comment names what else it throws.
///
/// A write is compare-and-set on the customer's version:
///
/// ```swift
/// let record = try await ledger.record(of: customer, in: app)
/// let write = LedgerWrite(
///   app: app, customer: customer, expectedVersion: record?.version ?? 0, facts: facts, at: now)
/// let version = try await ledger.append(write)  // `conflict` if another write came first
/// ```
public protocol Ledger: LedgerWork {
  /// Whether other processes write to the ledger at the same time, so that whatever was read may be outdated.
  var isShared: Bool { get }

  /// Who may sign in to the operators' pages, and what operators and keys did.
  var administration: any LedgerAdministration { get }

  /// Returns everything recorded for a customer and for those merged into it; nil if it was never written.
  ///
  /// For a merged customer, ``CustomerRecord/mergedInto`` names the customer to load and write to instead.
  ///
  /// - Throws: ``LedgerError`` with code `corrupt` if a stored fact cannot be decoded, or the reason that the storage
  ///   cannot be read.
  func record(of customer: Customer.ID, in app: Blueprint.App.ID) async throws(LedgerError)
    -> CustomerRecord?

  /// Returns everything recorded for a customer, unless the customer still has a version that the caller knows.
  ///
  /// A cache asks this before each decision where ``isShared`` is true: an unchanged customer costs one row.
  ///
  /// - Parameter version: The version that the caller knows.
  /// - Returns: Whether the version is the latest, or else the record.
  /// - Throws: ``LedgerError`` as ``record(of:in:)`` does.
  func record(
    of customer: Customer.ID, in app: Blueprint.App.ID, newerThan version: Int
  ) async throws(LedgerError) -> LedgerReading

  /// Returns the customer's latest version; nil if it was never written.
  ///
  /// It costs one row, however many facts the customer has.
  func version(of customer: Customer.ID, in app: Blueprint.App.ID) async throws(LedgerError) -> Int?

  /// Appends facts and everything that goes with them, atomically.
  ///
  /// If several conditions reject a write, the first of these is reported: `answered`, `conflict`, `claimed`.
  ///
  /// - Returns: The customer's version after the write, which is the expected one and one more.
  /// - Throws: ``LedgerError`` with code `answered` if the idempotency key has an answer, `conflict` if the expected
  ///   version, or that of the customer who is merged or releases, is not the latest or was merged or erased, `claimed`
  ///   if a claim belongs to another customer, or the reason that nothing could be written.
  func append(_ write: LedgerWrite) async throws(LedgerError) -> Int

  /// Begins to append, without a task that waits for the commit.
  ///
  /// - Parameter completion: Called once, on any thread, with what ``append(_:)`` returns or throws.
  /// - Returns: Whether the write was begun; otherwise nothing happens, and ``append(_:)`` does it.
  func begin(
    _ write: LedgerWrite, completion: @escaping @Sendable (Result<Int, LedgerError>) -> Void
  ) -> Bool

  /// Erases a customer and everyone merged into it, atomically; see ``LedgerErasure``.
  ///
  /// - Parameter erasure: The customers to erase, and the purchases that outlast them.
  /// - Returns: The customers that were erased, those who keep a purchase, and the others that it changes.
  /// - Throws: ``LedgerError`` with code `conflict` if the expected version is not the latest, the customer was merged
  ///   or erased, or does not own a purchase to be released, or the reason that nothing could be written.
  func erase(_ erasure: LedgerErasure) async throws(LedgerError) -> Set<Customer.ID>

  /// Stores the token to revoke when a customer is erased, in place of an earlier one.
  ///
  /// If the customer is unknown or erased already, the token becomes a revocation immediately.
  func keep(
    _ token: LedgerSignInToken, of customer: Customer.ID, in app: Blueprint.App.ID,
    at instant: Instant
  ) async throws(LedgerError)

  /// Returns the first answer given under an idempotency key, byte for byte, or nil if there isn't one.
  ///
  /// Answers move with a customer that is merged into another; an answer that the other already has under the same key
  /// is the one that stays.
  func answer(
    to key: Idempotency.Key, of customer: Customer.ID, in app: Blueprint.App.ID
  ) async throws(LedgerError) -> LedgerAnswer?

  /// Returns the owner of a claim, or nil if there isn't one.
  func owner(of claim: LedgerClaim, in app: Blueprint.App.ID) async throws(LedgerError)
    -> Customer.ID?

  /// Returns the credentials for a lowercased email address; nil if there aren't any.
  func credentials(of email: String, in app: Blueprint.App.ID) async throws(LedgerError)
    -> LedgerCredentials?

  /// Returns a subject's failed attempts; nil without any in a window that is open.
  func attempts(
    of subject: String, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> LedgerAttempts?

  /// Counts failed attempts, in one commit: added to the window that is open, or as the first of the one that is given.
  ///
  /// Windows that are over count as empty. Beyond ``LedgerAttempts/limit`` the subjects with the fewest attempts are
  /// dropped until ``LedgerAttempts/remaining`` are left, of these the ones whose window ends first.
  ///
  /// - Parameter attempts: The attempts to add, for one or several subjects.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func add(
    _ attempts: [LedgerAttempts], in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError)

  /// Forgets a subject's failed attempts.
  func forgetAttempts(of subject: String, in app: Blueprint.App.ID) async throws(LedgerError)

  /// Stores a one-time code in place of an earlier one of its kind and customer, and drops codes that have expired.
  func save(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError)

  /// Uses a one-time code, which removes it; a wrong one counts as a try.
  ///
  /// - Parameter code: The kind, customer and hash to compare; its expiry is ignored.
  /// - Returns: Whether the code was right, had not expired, and was tried less often than ``LedgerEmailCode/tryLimit``.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func use(
    _ code: LedgerEmailCode, in app: Blueprint.App.ID, at instant: Instant
  ) async throws(LedgerError) -> Bool

  /// Returns the app's entries after a sequence number, oldest first.
  ///
  /// - Parameter sequence: The sequence number; 0 means from the beginning.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func entries(after sequence: Int, in app: Blueprint.App.ID, limit: Int) async throws(LedgerError)
    -> [LedgerEntry]

  /// Returns the entries of a customer and of everyone merged into it up to a sequence number, oldest first; only those
  /// of ``LedgerEntry/lifecycleKinds``.
  ///
  /// A fact that no reader has seen yet may be absent: call ``entries(after:in:limit:)`` first.
  ///
  /// - Parameter sequence: The last sequence number to return.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func lifecycle(
    of customer: Customer.ID, in app: Blueprint.App.ID, through sequence: Int
  ) async throws(LedgerError) -> [LedgerEntry]

  /// Returns what was recorded for a customer and for those merged into it, in the order in which it was recorded.
  ///
  /// - Throws: ``LedgerError`` with code `corrupt` if a stored fact cannot be decoded, or the reason that the storage
  ///   cannot be read.
  func history(of customer: Customer.ID, in app: Blueprint.App.ID) async throws(LedgerError)
    -> [RecordedFact]

  /// Returns the instant stored under a name, or nil if there isn't one.
  func instant(of mark: LedgerMark, in app: Blueprint.App.ID) async throws(LedgerError) -> Instant?

  /// Stores an instant under a name, unless a later one is stored.
  func advance(_ mark: LedgerMark, in app: Blueprint.App.ID, to instant: Instant)
    async throws(LedgerError)

  /// Keeps a refused notification, replacing an earlier refusal of the same one.
  ///
  /// If an app exceeds ``LedgerRefusal/limit``, the ones refused first are dropped.
  func refuse(_ refusal: LedgerRefusal, in app: Blueprint.App.ID) async throws(LedgerError)

  /// Returns the refused notifications that were not judged under a configuration revision, the oldest first.
  ///
  /// - Parameter revision: The configuration revision; empty returns all.
  /// - Throws: ``LedgerError`` if the storage cannot be read.
  func refusals(
    notJudgedUnder revision: String, in app: Blueprint.App.ID, limit: Int
  ) async throws(LedgerError) -> [LedgerRefusal]

  /// Removes a refused notification, for example once it is recorded; does nothing if it is not kept.
  ///
  /// - Parameter notification: The notification's UUID.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func forgetRefusal(of notification: String, in app: Blueprint.App.ID) async throws(LedgerError)

  /// Records that a customer is still there: that it was given a token, for example.
  ///
  /// It does nothing if the customer is unknown, or was seen less than a day before. A write counts as well.
  func see(_ customer: Customer.ID, in app: Blueprint.App.ID, at instant: Instant)
    async throws(LedgerError)

  /// Removes a few rows of one kind that are old enough, of all apps; see ``LedgerPruning``.
  ///
  /// - Parameter pruning: What to remove, and how much of it.
  /// - Returns: What was removed, and where to continue.
  /// - Throws: ``LedgerError`` if the storage cannot be read or written.
  func prune(_ pruning: LedgerPruning) async throws(LedgerError) -> LedgerPruned

  /// Stores a secret key of an app's own backend.
  ///
  /// If the app has a key with that id, only its latest use and its earliest revocation are merged: neither is ever
  /// undone, no matter which process writes last. The next read in any process finds a new or revoked key as stored.
  func save(_ key: LedgerSecretKey, in app: Blueprint.App.ID) async throws(LedgerError)

  /// Returns the secret key with an id, revoked or not; nil if there isn't one.
  func secretKey(_ id: String, in app: Blueprint.App.ID) async throws(LedgerError)
    -> LedgerSecretKey?

  /// Returns the app's secret keys, those without an end first, then the newest; at most ``LedgerSecretKey/listLimit``.
  func secretKeys(in app: Blueprint.App.ID) async throws(LedgerError) -> [LedgerSecretKey]

  /// Returns a value of the ledger as a whole, or nil if there isn't one.
  func property(_ property: LedgerProperty) async throws(LedgerError) -> String?

  /// Stores a value of the ledger as a whole, in place of an earlier one.
  ///
  /// - Parameter value: Its value, which is not secret.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func set(_ property: LedgerProperty, to value: String) async throws(LedgerError)

  /// Atomically stores or removes a value of the ledger as a whole if its current value is the expected one.
  ///
  /// - Parameters:
  ///   - expected: The value that the new one was decided on; nil if there was none.
  ///   - value: The new value, which is not secret; nil removes it.
  /// - Returns: Whether the value was changed; false if another process has stored a value in between.
  /// - Throws: ``LedgerError`` if the storage cannot be written.
  func replace(
    _ property: LedgerProperty, _ expected: String?, with value: String?
  ) async throws(LedgerError) -> Bool
}

extension Ledger {
  /// Begins nothing: every write waits in a task.
  public func begin(
    _ write: LedgerWrite, completion: @escaping @Sendable (Result<Int, LedgerError>) -> Void
  ) -> Bool { false }
}
