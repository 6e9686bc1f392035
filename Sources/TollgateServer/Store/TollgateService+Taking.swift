import Tollgate
import TollgateLedger
import TollgateWire

/// The outcome when a customer presents a purchase.
enum Presentation {
  /// The presenter has it, now or already; an anonymous customer who had it is merged into the presenter.
  case taken(absorbing: CustomerRecord?)
  /// It is transferred from an account.
  case transferred(from: CustomerRecord)
  /// It is shared with an account.
  case shared(with: CustomerRecord, place: Int)
  /// It stays with an account.
  case kept(by: CustomerRecord)
}

extension TollgateService {
  /// Determines the outcome when a customer presents a purchase, without writing anything.
  func presentation(
    of news: StoreNews, by presenter: CustomerRecord, _ ownership: PurchaseOwnership,
    isRestore: Bool, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Presentation {
    let holders = ownership.holders
    guard !holders.includes(presenter.id) else { return .taken(absorbing: nil) }
    guard let owner = ownership.owner, owner.id != presenter.id else {
      // What the store reported first waits under a placeholder customer, even if it was bought for the presenter.
      guard let waiting = holders.owner else { return .taken(absorbing: nil) }
      return .taken(absorbing: try await load(CustomerKey(app: app.id, customer: waiting)))
    }
    guard owner.customer.account != nil else { return .taken(absorbing: owner) }
    let decision = app.blueprint.settle(
      news.transactions, presentedBy: presenter.customer, id: presenter.id,
      ownedBy: owner.customer, isRestore: isRestore, at: now)
    switch decision {
    case .keep: return .kept(by: owner)
    case .transfer: return .transferred(from: owner)
    case .share:
      let place = holders.sharers.count
      return place < PurchaseHolders.shareLimit
        ? .shared(with: owner, place: place) : .kept(by: owner)
    }
  }

  /// Records a purchase that a caller presents.
  func take(
    _ news: StoreNews, for caller: Caller, isRestore: Bool
  ) async throws(Problem) {
    let app = caller.app
    for _ in 0..<Self.attempts {
      let presenter = try await whole(try await record(of: caller), in: app).id
      try await refuseSandbox(news, for: presenter, in: app)
      let ownership = try await ownership(of: news, in: app)
      if let owner = ownership.owner, !ownership.isRecorded, owner.id != presenter {
        try await refuseSandbox(news, for: owner.id, in: app)
        try await give(news, to: owner.id, in: app)
        continue
      }
      var keeper: Customer.ID?
      _ = try await write(to: presenter, in: app) {
        (record, _) async throws(Problem) -> Step in
        guard record.mergedInto == nil else {
          throw Problem(.busy, "The customer was merged at the same time.")
        }
        let ownership = try await self.ownership(of: news, in: app)
        let now = try instant(for: record, ownership.owner)
        let presentation = try await self.presentation(
          of: news, by: record, ownership, isRestore: isRestore, in: app, at: now)
        if case .kept(let owner) = presentation {
          keeper = owner.id
          return .nothing
        }
        keeper = nil
        return .appending(try await change(presentation, news, on: record, in: app))
      }
      // A sign-in may have merged the presenter into the owner in between.
      if keeper != nil,
        try await reload(CustomerKey(app: app.id, customer: presenter))?.mergedInto != nil
      {
        continue
      }
      for other in try await holders(of: news.purchase, in: app).others(than: presenter) {
        try await tell(other, news, in: app)
      }
      guard keeper == nil else {
        throw Problem(
          .ownedByAnotherCustomer, "The purchase belongs to another account: sign in to it.")
      }
      return
    }
    throw Problem(.busy, "The purchase is being handed over.")
  }

  /// The change to append when a presenter gets a purchase.
  private func change(
    _ presentation: Presentation, _ news: StoreNews, on record: CustomerRecord, in app: ServedApp
  ) async throws(Problem) -> Change {
    let purchase = news.purchase
    let isClaimed = try await owner(of: .purchase(purchase), in: app) != nil
    switch presentation {
    case .kept: return Change(at: try instant(for: record))
    case .taken(let other):
      var change = try await joining(
        [], news, on: record, absorbing: other, in: app, at: try instant(for: record, other))
      if !isClaimed { change.claims.append(.purchase(purchase)) }
      return change
    case .transferred(let owner):
      let now = owner.customer.transferInstant(notBefore: try instant(for: record, owner))
      let spent = owner.customer.spentCredits(of: purchase, in: app.blueprint, at: now)
      let number =
        1
        + max(
          record.customer.transfer(of: purchase)?.number ?? 0,
          owner.customer.transfer(of: purchase)?.number ?? 0)
      func transfer(isHeld: Bool) -> Fact {
        .transfer(
          PurchaseTransfer(
            purchase: purchase, isHeld: isHeld, number: number, spent: spent, at: now))
      }
      var change = try await joining(
        app.facts(of: purchase, from: owner.customer, at: now) + [transfer(isHeld: true)], news,
        on: record, in: app, at: now)
      change.claims.append(.purchase(purchase))
      change.releases = LedgerRelease(
        customer: owner.id, expectedVersion: owner.version, facts: [transfer(isHeld: false)])
      return change
    case .shared(let owner, let place):
      let now = try instant(for: record, owner)
      // Sharing is not a transfer: both records say who has the credits, so that nobody has them twice.
      let number = max(
        record.customer.transfer(of: purchase)?.number ?? 0,
        owner.customer.transfer(of: purchase)?.number ?? 0)
      func transfer(isShared: Bool) -> Fact {
        .transfer(
          PurchaseTransfer(
            purchase: purchase, isHeld: true, number: number, isShared: isShared, at: now))
      }
      var change = try await joining(
        app.facts(of: purchase, from: owner.customer, at: now) + [transfer(isShared: true)], news,
        on: record, in: app, at: now)
      change.claims.append(.share(purchase, place))
      // The owner's new version conflicts with an update that does not know of the sharing yet.
      change.releases = LedgerRelease(
        customer: owner.id, expectedVersion: owner.version, facts: [transfer(isShared: false)])
      return change
    }
  }

  private func joining(
    _ facts: [Fact], _ news: StoreNews, on record: CustomerRecord,
    absorbing other: CustomerRecord? = nil, in app: ServedApp, at now: Instant
  ) async throws(Problem) -> Change {
    try await decide(facts, on: record, absorbing: other, in: app, at: now) {
      customer, history in
      app.blueprint.record(news.facts, for: customer, at: now, history: history)
    }
  }
}

extension TollgateService {
  /// Records a purchase that nobody has presented for the customer it was bought for.
  private func give(
    _ news: StoreNews, to owner: Customer.ID, in app: ServedApp
  ) async throws(Problem) {
    _ = try await write(to: owner, in: app) {
      (record, _) async throws(Problem) -> Step in
      let holder = try await self.owner(of: .purchase(news.purchase), in: app)
      guard record.mergedInto == nil, holder?.isMadeByStore ?? true else { return .nothing }
      var waiting: CustomerRecord?
      if let holder { waiting = try await load(CustomerKey(app: app.id, customer: holder)) }
      return .append(
        try await change(.taken(absorbing: waiting), news, on: record, in: app))
    }
  }

  /// Records an update of a purchase for a customer who has it.
  func tell(
    _ holder: Customer.ID, _ news: StoreNews, in app: ServedApp
  ) async throws(Problem) {
    for _ in 0..<Self.attempts {
      guard let record = try await load(CustomerKey(app: app.id, customer: holder)) else { return }
      var isMerged = false
      _ = try await write(to: try await whole(record, in: app).id, in: app) {
        (record, now) async throws(Problem) -> Step in
        isMerged = record.mergedInto != nil
        guard !isMerged else { return .nothing }
        return .appending(try await joining([], news, on: record, in: app, at: now))
      }
      guard isMerged else { return }
    }
    throw Problem(.busy, "The customer is being merged.")
  }
}
