public import Tollgate
import TollgateLedger
public import TollgateWire

/// What operators do for customers: find them, read what was recorded, explain answers, and grant entitlements.
///
/// Whatever an operator changes is a fact with who did it and why. Prices are left out for operators who see no revenue.
public struct OperatorService: Sendable {
  let records: CustomerRecords
  let secretKeys: SecretKeys
  let writer: CustomerWriter
  let deletion: CustomerDeletion
  let identifiers: IdentifierSource

  /// Authenticates an operator.
  ///
  /// - Parameters:
  ///   - secretKey: The secret key; nil if none was sent.
  ///   - endpoint: The endpoint that it is used for.
  /// - Returns: The operator, valid for one request.
  /// - Throws: `Problem` with the code of the key's error.
  public func authenticate(
    secretKey: String?, at endpoint: Endpoint, in app: ServedApp
  ) async throws(Problem) -> Operator {
    let key = try await secretKeys.verify(secretKey, for: endpoint, in: app)
    return Operator(app: app, name: key.id, seesRevenue: key.scope.seesRevenue)
  }

  /// Throws `unknown_customer` if the app has no such customer, or no longer has one.
  func requireCustomer(_ customer: Customer.ID, in app: ServedApp) async throws(Problem) {
    _ = try await requiredCustomer(customer, in: app)
  }

  /// The record of a customer, or of the one they were merged into; throws `unknown_customer`.
  func requiredCustomer(
    _ customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    guard let record = try await current(customer, in: app) else { throw Self.unknownCustomer }
    return record
  }

  /// The record of a second customer that a request names.
  ///
  /// - Parameters:
  ///   - customer: The customer's id, or that of one who was merged into them.
  ///   - name: What the customer is in the request, for the problem to say which of the two is unknown.
  /// - Throws: `Problem` with code `unknown_customer`, or if the ledger cannot be read.
  func requiredCustomer(
    _ customer: Customer.ID, as name: String, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord {
    guard let record = try await current(customer, in: app) else {
      throw Problem(.unknownCustomer, "The app has no customer with the id of the \(name).")
    }
    return record
  }

  static let unknownCustomer = Problem(.unknownCustomer, "The app has no such customer.")

  /// Refuses a purchase that nobody has posted, where only a person is meant.
  static func requirePerson(_ customer: Customer.ID) throws(Problem) {
    guard !customer.isPlaceholder else {
      throw Problem(.invalidValue, "This is a purchase that nobody has posted, not a customer.")
    }
  }

  /// The refusal of a name that stands for another customer.
  static func merged(into customer: Customer.ID) -> Problem {
    Problem(.invalidValue, "That customer was merged into \(customer); use that id.")
  }

  /// A customer's membership, with what others used of what they share.
  func membership(
    of record: CustomerRecord, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Membership {
    let shared = try await records.sharedUses(of: record, in: app, at: now)
    return Membership(of: shared.joined(into: record), in: app.blueprint, at: now)
  }

  /// Finds customers.
  ///
  /// - Returns: The customers that match; a merged customer is found as the one they were merged into.
  /// - Throws: `Problem` with code `invalid_email` or `clock_behind`, or if the ledger cannot be read.
  public func find(
    _ search: CustomerSearch, by searcher: Operator
  ) async throws(Problem) -> CustomerMatches {
    let app = searcher.app
    var found: [Customer.ID: CustomerMatches.Match] = [:]
    for id in try await records.customers(matching: search, in: app) {
      guard let record = try await current(id, in: app) else { continue }
      let membership = Membership(
        of: record.customer, in: app.blueprint, at: try records.instant(for: record))
      found[record.id] = CustomerMatches.Match(
        id: record.id, account: record.customer.account, phase: membership.phase,
        entitlements: membership.entitlements)
    }
    return CustomerMatches(
      customers: found.values.sorted { $0.id < $1.id }, serverTime: records.clock())
  }

  /// Returns a customer's history and membership at an instant.
  ///
  /// Until now, the membership is what the server knew at the instant; later, it is what follows if nothing else
  /// happens. Uses that others count in a shared trial are included from now on, not before.
  ///
  /// - Parameters:
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - instant: The instant; nil means now.
  /// - Returns: The history and the membership.
  /// - Throws: `Problem` with code `unknown_customer` or `clock_behind`, or if the ledger cannot be read.
  public func life(
    of customer: Customer.ID, at instant: Instant? = nil, for reader: Operator
  ) async throws(Problem) -> CustomerLife {
    try await knowledge(of: customer, at: instant, in: reader.app).life(for: reader)
  }

  /// Explains a customer's access to a feature at an instant.
  ///
  /// - Parameters:
  ///   - customer: The customer; one who was merged stands for the one they were merged into.
  ///   - instant: The instant, as for ``life(of:at:for:)``.
  /// - Returns: The rule that decides, what earlier rules lack, and the facts behind the answer.
  /// - Throws: `Problem` with code `unknown_feature`, `unknown_customer` or `clock_behind`, or if the ledger cannot be
  ///   read.
  public func reason(
    for feature: Feature.ID, of customer: Customer.ID, at instant: Instant? = nil,
    for reader: Operator
  ) async throws(Problem) -> FeatureReason {
    let known = try await knowledge(of: customer, at: instant, in: reader.app)
    guard let reason = known.reason(for: feature, for: reader) else {
      throw Problem.unknown(.unknownFeature, "feature", feature.rawValue)
    }
    return reason
  }
}

extension OperatorService {
  /// What the server knew of a customer at an instant; throws `unknown_customer`.
  func knowledge(
    of customer: Customer.ID, at instant: Instant?, in app: ServedApp
  ) async throws(Problem) -> CustomerKnowledge {
    let record = try await requiredCustomer(customer, in: app)
    let now = try records.instant(for: record)
    let at = instant ?? now
    let all = try await Problem.catching(await records.ledger.history(of: record.id, in: app.id))
    let merges = try await merges(into: record, all, in: app)
    let later = merges.values.filter { instant != nil && at < $0.at }.map(\.customer)
    let facts = all.filter { $0.at <= at && !later.contains($0.customer) }
    let known = try await records.applyingSandboxPolicy(
      to: CustomerRecord(
        id: record.id, version: record.version, customer: Customer(facts.map(\.fact)),
        mergedInto: nil, absorbed: record.absorbed.subtracting(later),
        sessionGeneration: record.sessionGeneration),
      in: app)
    let revisions = try await BlueprintRevisions(records.ledger, of: app.id).readable()
    let shared = at >= now ? try await records.sharedUses(of: known, in: app, at: at) : []
    return CustomerKnowledge(
      app: app, record: record, customer: shared.joined(into: known),
      at: at, facts: facts, merges: merges.filter { !later.contains($0.key) },
      merged: known.absorbed, revisions: revisions)
  }

  /// The record of a customer, or of the one they were merged into; nil if there isn't one, or no longer.
  func current(
    _ customer: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> CustomerRecord? {
    guard let record = try await records.record(named: customer, in: app) else { return nil }
    let survivor = try await records.survivor(of: record, in: app)
    return survivor.isErased ? nil : survivor
  }
}
