import Tollgate
import TollgateLedger
import TollgateWire

/// What is known of a customer beside the facts.
struct CustomerBackground {
  /// The other side of a transfer, and who moved the purchase.
  struct Transfer {
    /// The customer who had the purchase before, or has it since; nil if that is not known any more.
    let other: Customer.ID?
    /// What people know the other customer by; nil without a name.
    let name: String?
    /// The entry of the audit list; nil if no operator moved it.
    let entry: LedgerAuditEntry?
  }

  /// The email address of the account, or that the app set; nil without one.
  let email: String?
  /// When the customer last used the app; nil if nothing says.
  let lastSeen: Instant?
  /// The transfers that are known of the customer.
  let transfers: [PurchaseTransfer: Transfer]
}

extension OperatorService {
  /// What people know a customer by: an email address, or else the name that the app set; nil without either.
  func name(of customer: Customer.ID, in app: ServedApp) async throws(Problem) -> String? {
    guard let record = try await current(customer, in: app) else { return nil }
    return try await email(of: record, in: app) ?? record.customer.displayName
  }

  /// The names of customers; without those who have none.
  func names(
    of customers: Set<Customer.ID>, in app: ServedApp
  ) async throws(Problem) -> [Customer.ID: String] {
    var names: [Customer.ID: String] = [:]
    for customer in customers { names[customer] = try await name(of: customer, in: app) }
    return names
  }

  /// Reads what is known of a customer beside the facts.
  func background(of known: CustomerKnowledge) async throws(Problem) -> CustomerBackground {
    // Of those that the page shows; two accounts may pass a purchase to and fro without end.
    let shown = known.facts.suffix(CustomerLife.factLimit)
    let transfers = shown.compactMap { recorded -> PurchaseTransfer? in
      if case .transfer(let transfer) = recorded.fact { transfer } else { nil }
    }
    var sides: [PurchaseTransfer: CustomerBackground.Transfer] = [:]
    for transfer in transfers where sides[transfer] == nil && !transfer.isShared {
      sides[transfer] = try await side(of: transfer, for: known)
    }
    return CustomerBackground(
      email: try await email(of: known.record, in: known.app),
      lastSeen: try await lastSeen(known), transfers: sides)
  }

  private func email(
    of record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> String? {
    let email = try await Problem.catching(
      await records.ledger.administration.email(of: record.id, in: app.id))
    return email ?? record.customer.reservedValue("$email")
  }

  /// When the customer last used the app, as the ledger noted it, unless that was a write of the store or an operator.
  private func lastSeen(_ known: CustomerKnowledge) async throws(Problem) -> Instant? {
    let isOwn = { (recorded: RecordedFact) -> Bool in
      switch recorded.fact.kind {
      // Items of others are counted for the owner of a team when they add them.
      case .grant, .trialExtension, .trialPause, .nudge, .teamItems: false
      default: !recorded.fact.kind.traits.contains(.ofStore)
      }
    }
    let seen = try await Problem.catching(
      await records.ledger.administration.lastSeen(known.record.id, in: known.app.id))
    let latest = known.facts.last(where: isOwn)?.at
    guard let seen, seen.milliseconds > 0, seen <= known.at,
      !known.facts.contains(where: { $0.at == seen && !isOwn($0) })
    else { return latest }
    return max(seen, latest ?? seen)
  }

  /// The other side of a transfer: of those who have the purchase's transactions, the one with the other half of it.
  private func side(
    of transfer: PurchaseTransfer, for known: CustomerKnowledge
  ) async throws(Problem) -> CustomerBackground.Transfer {
    let own = known.record.absorbed.union([known.record.id])
    let bought = known.facts.lazy.compactMap { recorded -> StoreTransaction? in
      if case .transaction(let bought) = recorded.fact { bought } else { nil }
    }.first { $0.purchase == transfer.purchase }
    var other: Customer.ID?
    do throws(LedgerError) {
      let (ledger, app) = (records.ledger, known.app.id)
      var candidates: [Customer.ID] = []
      if let bought {
        candidates = try await ledger.administration.customers(with: bought.id, in: app)
      }
      for candidate in candidates where other == nil && !own.contains(candidate) {
        let facts = try await ledger.history(of: candidate, in: app)
        if facts.contains(where: { transfer.isOtherHalf(of: $0.fact) }) { other = candidate }
      }
    } catch {
      throw Problem(error)
    }
    if let candidate = other { other = try await current(candidate, in: known.app)?.id }
    let receivers = transfer.isHeld ? own : Set([other].compactMap(\.self))
    let name: String? =
      if let other { try await self.name(of: other, in: known.app) } else { nil }
    return CustomerBackground.Transfer(
      other: other, name: name,
      entry: try await entry(of: transfer, to: receivers, in: known.app))
  }

  /// What the audit list says of a transfer; nil if no operator made it.
  private func entry(
    of transfer: PurchaseTransfer, to receivers: Set<Customer.ID>, in app: ServedApp
  ) async throws(Problem) -> LedgerAuditEntry? {
    for receiver in receivers.sorted() where !receiver.isPlaceholder {
      let entries = try await Problem.catching(
        await records.ledger.administration.audit(
          LedgerAuditFilter(action: .purchaseTransferred, customer: receiver), in: app.id))
      if let entry = entries.first(where: {
        $0.at == transfer.at && $0.subject == "\(transfer.purchase)"
      }) {
        return entry
      }
    }
    return nil
  }
}

extension PurchaseTransfer {
  /// Whether a fact is what the other customer of this transfer got or gave up.
  fileprivate func isOtherHalf(of fact: Fact) -> Bool {
    guard case .transfer(let other) = fact else { return false }
    return other.purchase == purchase && other.number == number && other.isHeld != isHeld
      && !other.isShared
  }
}

extension Customer {
  /// The name that the app set as `$displayName`; nil without one.
  var displayName: String? { reservedValue("$displayName") }

  /// The value of an attribute whose name begins with `$`; nil without one.
  func reservedValue(_ name: String) -> String? {
    reservedAttributes.first { $0.name == name }?.value
  }
}
