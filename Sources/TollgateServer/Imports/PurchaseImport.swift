import Crypto
import Foundation
public import Tollgate
import TollgateAppStore
import TollgateLedger
public import TollgateWire

/// Imports the purchases that another system recorded.
///
/// With a client of the App Store's API, each purchase is requested and recorded as the store signs it now. Without
/// one, and for a purchase that the store cannot be asked about at the moment, its entitlements are granted until a day
/// after its latest known end. The grants are revoked once the store has confirmed or denied it, or a refund of that
/// period is imported. What is verified is never changed.
///
/// ```swift
/// let destination = try PurchaseImport(into: service, app: "coach-paid", from: "revenuecat")
/// let outcome = try await destination.record(purchase)
/// ```
///
/// Importing the same purchase again changes nothing, so an import that ended early is continued by running it again.
public struct PurchaseImport: Sendable {
  /// The result for one purchase.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The store signed it, and it is recorded.
    case confirmed
    /// It was recorded before, as the store signed it.
    case alreadyVerified
    /// Its entitlements are granted until the store confirms it.
    case granted
    /// The other system had granted its entitlements, and they are granted here.
    case grantedThere
    /// There was nothing to grant: it has ended, was refunded, gives no entitlement or is of the sandbox.
    case nothingToGrant
    /// Another customer has it, and keeps it.
    case keptByOwner
    /// The store does not know it.
    case unknownToStore
  }

  /// How long after its end a purchase that is not confirmed gives access, for a renewal that is not known here: a day.
  public static let margin = Period(1, .day)

  private let service: TollgateService
  private let app: ServedApp
  private let source: String

  private var records: CustomerRecords { service.records }
  private var writer: CustomerWriter { service.purchases.writer }
  private var users: AppUsers { AppUsers(writer: writer) }

  /// Creates an import.
  ///
  /// - Parameters:
  ///   - service: The service, with the clients of the store's API.
  ///   - source: Where the purchases come from, for the reason of each grant.
  /// - Throws: `Problem` with code `unknown_app`.
  public init(
    into service: TollgateService, app: Blueprint.App.ID, from source: String
  ) throws(Problem) {
    self.service = service
    self.app = try service.app(app)
    self.source = source
  }

  /// Imports one purchase.
  ///
  /// - Parameter imported: The purchase, which ``ImportedPurchase/refusal(in:)`` does not refuse.
  /// - Throws: `Problem` with code `busy` if the store rejects the key or limits the rate, `invalid_value` for a refused
  ///   purchase, or if the ledger fails.
  public func record(_ imported: ImportedPurchase) async throws(Problem) -> Outcome {
    if let refusal = imported.refusal(in: app.blueprint) {
      throw Problem(.invalidValue, "`\(refusal.subject.rawValue)` \(refusal.reason).")
    }
    let (user, alias) = try await names(of: imported.person)
    guard imported.purchase.environment == .production || imported.grantedEntitlements == nil else {
      return .nothingToGrant
    }
    if let granted = imported.grantedEntitlements {
      return try await record(granted, of: imported, for: try await open(user, alias, imported))
    }
    if let alias { try await users.link(alias, to: user, in: app) }
    let found = try await users.find(user, in: app)
    let holder = users.caller(found.id, in: app)
    if let owner = try await records.holders(of: imported.purchase, in: app).ownership.customer {
      let record = try await records.recordOrNew(of: owner, in: app)
      guard try await records.survivor(of: record, in: app).id == found.id else {
        let caller = try await openUnlessSandbox(user, alias, imported) ?? holder
        try await revokeGrants(of: imported.purchase, for: caller, "Another customer has")
        return .keptByOwner
      }
      _ = try await open(user, alias, imported)
      try await revokeGrants(of: imported.purchase, for: holder, Self.confirmed)
      return .alreadyVerified
    }
    switch try await confirmation(of: imported.purchase) {
    case .unknown:
      let caller = try await openUnlessSandbox(user, alias, imported) ?? holder
      try await revokeGrants(of: imported.purchase, for: caller, "The App Store does not know")
      return .unknownToStore
    case .signed(let updates):
      let caller = try await open(user, alias, imported)
      var refusal: Outcome?
      for update in updates {
        do {
          try await service.purchases.record(update, for: caller, isRestore: false)
        } catch {
          switch error.code {
          case .ownedByAnotherCustomer: refusal = .keptByOwner
          case .sandboxNotAllowed: refusal = .nothingToGrant
          default: throw error
          }
        }
      }
      try await revokeGrants(of: imported.purchase, for: caller, Self.confirmed)
      return refusal ?? .confirmed
    case .unavailable:
      let caller = try await openUnlessSandbox(user, alias, imported) ?? holder
      if imported.isRefunded {
        try await revokeGrants(
          of: imported.purchase, endingBy: imported.end, for: caller, "A refund was imported of")
      }
      let entitlements = entitlements(of: imported)
      guard !entitlements.isEmpty else { return .nothingToGrant }
      try await grant(
        entitlements, for: imported, to: caller,
        "Imported from \(source): the App Store has not confirmed \(imported.purchase) yet")
      return .granted
    }
  }

  /// Records a person with nothing else to import, so that both names find a customer without purchases.
  ///
  /// - Parameter person: The person, who ``ImportedPerson/isNamed``.
  /// - Throws: `Problem` with code `invalid_value` for any other, or if the ledger fails.
  public func record(_ person: ImportedPerson) async throws(Problem) {
    let (user, alias) = try await names(of: person)
    _ = try await open(user, alias, person, ids: [])
  }

  /// Grants what the other system granted, for as long, or revokes what it revoked.
  private func record(
    _ granted: [Entitlement.ID], of imported: ImportedPurchase, for caller: Caller
  ) async throws(Problem) -> Outcome {
    if imported.isRefunded {
      try await revokeGrants(
        of: imported.purchase, endingBy: imported.end, for: caller, "A revocation was imported of")
      return .nothingToGrant
    }
    let known = granted.filter(app.blueprint.definition.entitlements.contains)
    guard imported.end.map({ records.clock() < $0 }) ?? true else { return .nothingToGrant }
    try await grant(known, for: imported, to: caller, "Imported from \(source), which granted it")
    return .grantedThere
  }

  /// The names of a person; the second one belongs to the same customer.
  ///
  /// The first is the person's own if there is one, or that of an account that is known already.
  private func names(
    of person: ImportedPerson
  ) async throws(Problem) -> (user: AppUserID, alias: AppUserID?) {
    guard let user = person.name else {
      throw Problem(.invalidValue, "The app user id must identify one person.")
    }
    guard let alias = person.otherName else { return (user, nil) }
    let names = user.isAnonymous && !alias.isAnonymous ? (alias, user) : (user, alias)
    guard try await users.find(names.0, in: app).record == nil,
      try await users.find(names.1, in: app).record?.customer.account != nil
    else { return names }
    return (names.1, names.0)
  }

  /// Creates the customer of a purchase; from now on the alias and the ids of the purchase refer to them.
  private func open(
    _ user: AppUserID, _ alias: AppUserID?, _ imported: ImportedPurchase
  ) async throws(Problem) -> Caller {
    let ids = [imported.purchase.originalID, imported.transaction].compactMap(\.self)
    return try await open(
      user, alias, imported.person,
      ids: Set(ids.map { PurchaseID($0, in: imported.purchase.environment) }).sorted())
  }

  /// Creates the customer of a name, with what the file says about the person; from now on the alias and ids refer to
  /// them.
  private func open(
    _ user: AppUserID, _ alias: AppUserID?, _ person: ImportedPerson, ids: [PurchaseID]
  ) async throws(Problem) -> Caller {
    _ = try await users.open(user, seen: person.firstSeenAt, in: app)
    if let alias { try await users.link(alias, to: user, in: app) }
    let caller = try await users.open(user, in: app)
    _ = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw CustomerWriter.busy }
      var claims: [LedgerClaim] = []
      for id in ids {
        let owner = try await records.owner(of: .purchase(id), in: app)
        let named = try await records.owner(of: .imported(id), in: app)
        if owner == nil, named == nil { claims.append(.imported(id)) }
      }
      var facts = record.customer.news(
        among: app.blueprint.attributeChanges(sentByApp: person.attributes, at: now)
      ).map(Fact.attribute)
      if let seen = person.firstSeenAt, seen < now,
        record.customer.reached(Milestone.firstSeen).map({ seen < $0 }) ?? true
      {
        facts.append(.milestone(MilestoneReached(milestone: Milestone.firstSeen, at: seen)))
      }
      var change = try await writer.change(seeing: nil, on: record, adding: facts, in: app, at: now)
      change.claims += claims
      return .appending(change)
    }
    return caller
  }

  /// Creates the customer of a name, unless the purchase is of the sandbox, which says nothing about customers.
  private func openUnlessSandbox(
    _ user: AppUserID, _ alias: AppUserID?, _ imported: ImportedPurchase
  ) async throws(Problem) -> Caller? {
    guard imported.purchase.environment == .production else { return nil }
    return try await open(user, alias, imported)
  }

  /// What a purchase that is not confirmed gives now.
  private func entitlements(of imported: ImportedPurchase) -> [Entitlement.ID] {
    let product = app.blueprint.definition.products.first { $0.id == imported.product }
    guard let product, product.kind != .consumable, !imported.isRefunded,
      product.kind == .nonConsumable || imported.end != nil,
      imported.purchase.environment == .production,
      imported.end.map({ records.clock() < $0 }) ?? true
    else { return [] }
    return product.entitlements
  }
}

extension PurchaseImport {
  /// What the store says about a purchase.
  private enum Confirmation {
    case signed([StoreUpdate])
    case unknown
    /// There is no client of the store's API, or no answer.
    case unavailable
  }

  private func confirmation(of purchase: PurchaseID) async throws(Problem) -> Confirmation {
    guard let api = app.storeAPIs[purchase.environment] else { return .unavailable }
    do {
      let response = try await StoreResponse(about: purchase, asking: api)
      // What else the store account bought may belong to another name: the file says so in another row.
      let updates = (response.subscriptions + response.history).filter { $0.purchase == purchase }
      return updates.isEmpty ? .unavailable : .signed(updates)
    } catch let error as ServerAPIError {
      guard !error.concernsEveryPurchase else {
        throw Problem(.busy, "The App Store answers no more requests now: \(error.message)")
      }
      return error.isUnknownTransaction ? .unknown : .unavailable
    } catch let problem as Problem {
      throw problem
    } catch {
      return .unavailable
    }
  }

  /// Grants entitlements up to the end of a purchase, unless they are granted for as long already.
  ///
  /// - Throws: `Problem` with code `limit_reached` or `busy`, or if the ledger fails.
  private func grant(
    _ entitlements: [Entitlement.ID], for imported: ImportedPurchase, to caller: Caller,
    _ reason: String
  ) async throws(Problem) {
    _ = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw CustomerWriter.busy }
      let note = GrantNote(action: .granted, at: now, by: Self.author, reason: reason)
      let granted = Self.grants(for: imported.purchase, of: record.customer)
      let missing = entitlements.compactMap { entitlement -> Fact? in
        let id = Self.grant(of: entitlement, for: imported)
        let isGranted = granted.contains {
          $0.id == id || $0.entitlements.contains(entitlement) && $0.lasts(until: imported.end)
        }
        guard !isGranted else { return nil }
        return .grant(
          Grant(
            id: id, entitlements: [entitlement], startsAt: now, endsAt: imported.end, notes: [note])
        )
      }
      try RecordLimits.check(missing, for: record.customer, at: now)
      return .appending(
        try await writer.change(seeing: nil, on: record, adding: missing, in: app, at: now))
    }
  }

  /// Revokes what was granted for a purchase.
  ///
  /// - Parameters:
  ///   - end: The end of the grants to revoke; those that last longer stay, and nil revokes all.
  ///   - caller: The customer; without such a grant, nothing is written.
  ///   - reason: Why, as the beginning of a sentence that the purchase ends.
  /// - Throws: `Problem` with code `busy`, or if the ledger fails.
  private func revokeGrants(
    of purchase: PurchaseID, endingBy end: Instant? = nil, for caller: Caller, _ reason: String
  ) async throws(Problem) {
    _ = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw CustomerWriter.busy }
      let revoked = Self.grants(for: purchase, of: record.customer).filter {
        $0.revokedAt == nil && !$0.outlasts(end)
      }.map { grant in
        Fact.grant(
          grant.revoked(
            at: now,
            notes: [
              GrantNote(action: .revoked, at: now, by: Self.author, reason: "\(reason) \(purchase)")
            ]))
      }
      guard !revoked.isEmpty else { return .nothing }
      return .appending(
        try await writer.change(seeing: nil, on: record, adding: revoked, in: app, at: now))
    }
  }

  private static let confirmed = "The App Store has confirmed"

  /// Who grants what is imported.
  private static let author = "import"

  /// What was granted for a purchase, revoked or not.
  private static func grants(for purchase: PurchaseID, of customer: Customer) -> [Grant] {
    let prefix = prefix(of: purchase)
    return customer.allGrants.filter { $0.id.rawValue.hasPrefix(prefix) }
  }

  /// The identifier of a grant: it follows from the purchase, the entitlement and the end.
  private static func grant(
    of entitlement: Entitlement.ID, for imported: ImportedPurchase
  ) -> Grant.ID {
    let end = imported.end.map { "\($0.milliseconds)" } ?? "never"
    let digest = SHA256.hash(data: Data("\(entitlement)\n\(end)".utf8))
    return Grant.ID(prefix(of: imported.purchase) + digest.prefix(8).hexadecimal)
  }

  private static func prefix(of purchase: PurchaseID) -> String {
    "grant_" + SHA256.hash(data: Data("import\n\(purchase)".utf8)).prefix(16).hexadecimal + "_"
  }
}

extension Grant {
  /// Whether it gives the entitlement at least until an end; nil means forever.
  fileprivate func lasts(until end: Instant?) -> Bool {
    revokedAt == nil && (endsAt ?? .distantFuture) >= (end ?? .distantFuture)
  }

  /// Whether it ends later, revoked or not.
  fileprivate func outlasts(_ end: Instant?) -> Bool {
    (endsAt ?? .distantFuture) > (end ?? .distantFuture)
  }
}

extension ImportedPurchase {
  /// When a grant for it ends; nil means never.
  fileprivate var end: Instant? {
    grantedEntitlements == nil ? expiresAt?.adding(PurchaseImport.margin) : expiresAt
  }
}
