import Tollgate
import TollgateLedger
import TollgateWire

extension CustomerWriter {
  /// Runs a decision for a customer, with the trials that the customer's devices have had with other customers.
  ///
  /// - Parameters:
  ///   - facts: Facts to apply before the decision, such as a device that was seen.
  ///   - other: A customer who turns out to be the same.
  ///   - now: The instant of the decision, as ``CustomerRecords/instant(for:)`` gives it for both customers.
  ///   - engine: Decides for the customer, with the other's facts merged in.
  /// - Returns: The change to append; trials that start or carry over to a device claim it.
  /// - Throws: Why the ledger could not be read.
  func change(
    on record: CustomerRecord, adding facts: [Fact] = [],
    absorbing other: CustomerRecord? = nil, in app: ServedApp, at now: Instant,
    _ engine: (Customer, [Decision.DeviceHistory]) -> Decision
  ) async throws(Problem) -> CustomerWrite {
    var customer = record.customer
    if let other { customer.join(other.customer) }
    var change = CustomerWrite(
      at: now, absorbs: other.map { LedgerMerge(customer: $0.id, expectedVersion: $0.version) })
    var unrecorded: Set<Device.ID> = []
    for fact in facts {
      if case .device(let use) = fact, RecordLimits.excludes(fact, for: customer, at: now) {
        unrecorded.insert(use.device)
      } else if customer.join(fact) {
        change.facts.append(fact)
      }
    }
    if other != nil {
      let released = customer.releasingNamesakes(at: now)
      for fact in released { customer.join(fact) }
      change.facts += released
    }
    let ownIDs: Set<Customer.ID> = other.map { [record.id, $0.id] } ?? [record.id]
    let devices = customer.knownDevices.union(unrecorded).sorted()
    let history = try await history(of: customer, ownIDs, on: devices, in: app, at: now)
    let had = app.trialsHad(by: customer)
    let decision = engine(customer, history)
    for fact in decision.facts { customer.join(fact) }
    change.facts += decision.facts
    if other != nil || !unrecorded.isEmpty
      || change.facts.contains(where: \.concernsTrialsOfDevices)
    {
      // A trial that starts claims its devices; if one is claimed in the meantime, the ledger makes the server decide
      // again.
      let continued = history.filter { $0.start != nil }.map(\.trial)
      change.claims = try await claims(
        of: customer, ownIDs, on: devices, hadBefore: had + continued, in: app)
    }
    return change
  }

  /// The change when a customer is seen on a device: a trial that waited for one may start.
  ///
  /// - Parameters:
  ///   - device: The device; nil if the request names none, which then starts nothing by itself.
  ///   - other: A customer who turns out to be the same, merged in by the same commit.
  /// - Returns: The change to append; empty if the device and the facts are known.
  /// - Throws: Why the ledger could not be read.
  func change(
    seeing device: Device.ID?, on record: CustomerRecord, adding facts: [Fact] = [],
    absorbing other: CustomerRecord? = nil, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> CustomerWrite {
    try await change(
      on: record, adding: facts + Fact.seen(device, with: record.id, at: now), absorbing: other,
      in: app, at: now
    ) { customer, history in
      app.blueprint.record([], for: customer, at: now, history: history)
    }
  }

  /// The change when the store reports an update of a purchase that the customer has.
  ///
  /// - Parameters:
  ///   - update: What the store signed.
  ///   - facts: Facts that come with the purchase from another customer.
  ///   - other: A customer who turns out to be the same, merged in by the same commit.
  ///   - now: The instant of the decision, which the update's own signatures may raise.
  /// - Returns: The change to append: the update, and what the blueprint derives from it, such as credits or a trial.
  /// - Throws: `Problem` with code `clock_behind`, or if the ledger could not be read.
  func change(
    recording update: StoreUpdate, on record: CustomerRecord, adding facts: [Fact] = [],
    absorbing other: CustomerRecord? = nil, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> CustomerWrite {
    let now = max(now, try records.instant(of: update))
    return try await change(on: record, adding: facts, absorbing: other, in: app, at: now) {
      customer, history in
      app.blueprint.record(update.facts, for: customer, at: now, history: history)
    }
  }

  /// Trials that the customer's devices have had with other customers, if that can matter.
  ///
  /// Empty for trials that are not limited by device, and for those that the customer has had anyway or that can no
  /// longer start: the ledger is then not read.
  ///
  /// - Parameters:
  ///   - customer: The customer, with every device known for them.
  ///   - ownIDs: The customer and the one being merged in, whose own trials do not count against them.
  ///   - devices: The devices that are known, and one that there is no room for.
  /// - Returns: One entry for each trial and each device that has had it with somebody else.
  /// - Throws: Why the ledger could not be read.
  private func history(
    of customer: Customer, _ ownIDs: Set<Customer.ID>, on devices: [Device.ID],
    in app: ServedApp, at now: Instant
  ) async throws(Problem) -> [Decision.DeviceHistory] {
    var history: [Decision.DeviceHistory] = []
    for trial in app.trialsThatMayStart(for: customer, at: now) {
      for device in devices {
        if let owner = try await records.owner(of: .trial(trial, device), in: app),
          !ownIDs.contains(owner)
        {
          history.append(
            Decision.DeviceHistory(
              device: device, trial: trial, start: try await start(of: trial, by: owner, in: app)))
        }
      }
    }
    return history
  }

  /// The start of a trial with the first launch, if nothing else happened to its customer; otherwise nil.
  private func start(
    of trial: Trial.ID, by owner: Customer.ID, in app: ServedApp
  ) async throws(Problem) -> TrialStart? {
    guard app.blueprint.definition.trial?.id == trial,
      app.blueprint.definition.trial?.start == .firstSeen,
      let record = try await records.record(of: owner, in: app), record.mergedInto == nil,
      !record.isErased, record.customer.hasOnlyBegun
    else { return nil }
    return record.customer.start(of: trial)
  }

  /// The claims of a customer for each trial that they have had: each device without an earlier one, or all devices if
  /// it starts.
  private func claims(
    of customer: Customer, _ ownIDs: Set<Customer.ID>, on devices: [Device.ID],
    hadBefore: [Trial.ID], in app: ServedApp
  ) async throws(Problem) -> [LedgerClaim] {
    var claims: [LedgerClaim] = []
    for trial in app.trialsHad(by: customer) {
      let starts = !hadBefore.contains(trial)
      for device in devices {
        let claim = LedgerClaim.trial(trial, device)
        let owner = try await records.owner(of: claim, in: app)
        if owner.map({ starts && !ownIDs.contains($0) }) ?? true { claims.append(claim) }
      }
    }
    return claims
  }
}

extension ServedApp {
  /// The main trial, if it is limited to one per device; nil without one, or if the store tracks the purchases.
  fileprivate var trialOncePerDevice: Trial? {
    guard let trial = blueprint.definition.trial, trial.start.event != nil else { return nil }
    switch trial.oncePer {
    case .accountAndDevice: return trial
    case .account: return nil
    }
  }

  /// The add-on trials that are limited to one per device.
  private var addOnTrialsOncePerDevice: [AddOnTrial] {
    blueprint.definition.addOnTrials.filter { $0.oncePer == .accountAndDevice }
  }

  /// The trials limited by device that the customer has started, other than through a purchase.
  fileprivate func trialsHad(by customer: Customer) -> [Trial.ID] {
    let limited = [trialOncePerDevice?.id].compactMap { $0 } + addOnTrialsOncePerDevice.map(\.id)
    return limited.filter { customer.start(of: $0).map { $0.purchase == nil } ?? false }
  }

  /// The trials limited by device that a decision may start.
  fileprivate func trialsThatMayStart(for customer: Customer, at now: Instant) -> [Trial.ID] {
    let main = [trialOncePerDevice].compactMap(\.self).filter {
      $0.mayStart(for: customer, at: now)
    }
    return main.map(\.id)
      + addOnTrialsOncePerDevice.filter { $0.mayStart(for: customer, at: now) }.map(\.id)
  }
}

extension Fact {
  /// The facts that a customer was seen on a device, if one is named.
  static func seen(
    _ device: Device.ID?, with customer: Customer.ID, at now: Instant
  ) -> [Fact] {
    device.map { [.device(DeviceUse(device: $0, origin: customer, at: now))] } ?? []
  }

  /// Whether the fact can add a claim of a trial on a device.
  fileprivate var concernsTrialsOfDevices: Bool {
    kind == .trialStarted || kind == .device
  }
}
