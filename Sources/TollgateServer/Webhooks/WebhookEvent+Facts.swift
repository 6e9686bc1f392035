import Tollgate
import TollgateLedger

extension WebhookEvent {
  /// The events of an entry: none if its fact was known already, or is of a kind that gives no events.
  ///
  /// - Parameter before: Everything known about the customer before it.
  /// - Returns: The events, in order.
  static func events(
    of entry: LedgerEntry, after before: Customer, in app: Blueprint.App.ID
  ) -> [WebhookEvent] {
    var after = before
    guard after.join(entry.fact) else { return [] }
    var details = Details()
    details.customer = entry.customer
    details.account = after.account
    let id = "evt_\(entry.sequence)_\(entry.at.milliseconds)"
    return parts(of: entry, before).enumerated().map { index, part in
      part.complete(&details)
      return WebhookEvent(
        id: index == 0 ? id : "\(id)_\(index + 1)", part.kind, at: entry.at, in: app, details,
        nudge: part.nudge)
    }
  }

  /// One event, and how it completes the details.
  private struct Part {
    let kind: Kind
    let nudge: NudgeMessage?
    let complete: (inout Details) -> Void

    init(
      _ kind: Kind, nudge: NudgeMessage? = nil,
      _ complete: @escaping (inout Details) -> Void = { _ in }
    ) {
      self.kind = kind
      self.nudge = nudge
      self.complete = complete
    }
  }

  private static func parts(of entry: LedgerEntry, _ before: Customer) -> [Part] {
    switch entry.fact {
    case .signedUp: [Part(.signedUp)]
    case .milestone(let fact) where fact.milestone == Milestone.firstSeen: []
    case .milestone(let fact):
      [Part(.milestoneReached) { $0.milestone = fact.milestone }]
        + before.trialsExtended(by: fact).map { trial in
          Part(.trialExtended) {
            $0.trial = trial
            $0.startsAt = fact.at
          }
        }
    case .trialStarted(let fact):
      [
        Part(.trialStarted) {
          $0.trial = fact.trial
          $0.startsAt = fact.at
          $0.environment = fact.purchase?.environment
          $0.purchase = fact.purchase?.originalID
        }
      ]
    case .trialExtension(let fact):
      [
        Part(fact.startsOver ? .trialReset : .trialExtended) {
          $0.trial = fact.trial
          $0.startsAt = fact.at
        }
      ]
    case .trialPause(let fact):
      [
        Part(fact.endsAt == nil ? .trialPaused : .trialResumed) {
          $0.trial = fact.trial
          $0.startsAt = fact.endsAt ?? fact.startsAt
        }
      ]
    case .transaction(let fact): parts(of: fact, before)
    case .renewal(let fact): parts(of: fact, before)
    case .transfer(let fact):
      kind(of: fact, entry.customer, before).map { kind in
        [
          Part(kind) {
            $0.environment = fact.purchase.environment
            $0.purchase = fact.purchase.originalID
          }
        ]
      } ?? []
    case .grant(let fact):
      [
        Part(fact.revokedAt == nil ? .grantCreated : .grantRevoked) {
          $0.grant = fact.id
          $0.grantName = fact.name
          $0.willRenew = fact.willRenew
          $0.seats = fact.seats
          $0.entitlements =
            fact.credits != nil && fact.entitlements.isEmpty ? nil : fact.entitlements
          $0.wallet = fact.credits?.wallet
          $0.amount = fact.credits?.amount
          $0.startsAt = fact.startsAt
          $0.expiresAt = fact.revokedAt ?? fact.endsAt
          $0.lasts = fact.lasts
        }
      ]
    case .seat(let fact): parts(of: fact, before)
    case .nudge(let fact):
      switch fact.delivery {
      case .notification: []
      case .webhook:
        [
          Part(.nudgeDue, nudge: NudgeMessage(nudge: fact.nudge)) { $0.startsAt = fact.occurrence }
        ]
      }
    case .attribute(let fact):
      kind(of: fact).map { kind in
        [
          Part(kind) {
            if case .ageRange(let range?)? = AttributeChange.Statement(fact) {
              $0.ageRange = AgeBounds(
                lower: range.lowerBound, upper: range.upperBound, declaration: range.declaration)
            }
            if kind == .attributeChanged {
              $0.attribute = fact.attribute
              $0.value = fact.value
            }
          }
        ]
      } ?? []
    // Webhooks are made of `lifecycle` facts, whose variants only decide what a nudge says.
    default: []
    }
  }

  /// The event of an attribute; nil for those that give none.
  static func kind(of change: AttributeChange) -> Kind? {
    switch AttributeChange.Statement(change) {
    case .consent(.withdrawn)?: .consentWithdrawn
    case .consent(.given)?: .consentGiven
    case .ageRange?: .ageDeclared
    case .regulatoryFeatures?: nil
    case nil: change.isDeclared ? .attributeChanged : nil
    }
  }

  // MARK: - Teams

  /// The event of a seat: for its owner what happened to it, and for its member each entitlement that changed.
  private static func parts(of seat: TeamSeat, _ before: Customer) -> [Part] {
    switch seat.side {
    case .owner:
      let known = before.sharedSeat(seat.id)
      let kind: Kind? =
        if seat.endedAt != nil {
          known?.endedAt == nil ? .teamLeft : nil
        } else if seat.joinedAt != nil {
          known?.joinedAt == nil ? .teamJoined : nil
        } else {
          known == nil ? .teamInvited : nil
        }
      return kind.map { kind in
        [
          Part(kind) {
            $0.team = seat.team
            $0.seat = seat.id
            $0.member = seat.member
            $0.startsAt = seat.joinedAt ?? seat.invitedAt
            $0.expiresAt = seat.endedAt ?? (seat.joinedAt == nil ? seat.expiresAt : nil)
          }
        ]
      } ?? []
    case .member:
      let known = before.heldSeat(seat.id)?.rights ?? []
      return seat.rights.filter { !known.contains($0) }.map { right in
        Part(.teamAccessChanged) {
          $0.team = seat.team
          $0.seat = seat.id
          $0.entitlements = [right.entitlement]
          $0.startsAt = right.startsAt
          $0.expiresAt = right.endsAt
        }
      }
    }
  }

  // MARK: - Purchases

  /// A purchase that is refunded when it is first seen gives both events, so that proceeds add up.
  private static func parts(of transaction: StoreTransaction, _ before: Customer) -> [Part] {
    let known = before.storeTransactions.first {
      $0.id == transaction.id && $0.environment == transaction.environment
    }
    var parts: [Part] = []
    if known == nil {
      let price = transaction.price?.milliunits ?? 0
      parts.append(part(kind(of: transaction, before), of: transaction, proceeds: price))
    }
    let returned =
      (transaction.returned?.milliunits ?? 0) &- (known?.returned?.milliunits ?? 0)
    let kind: Kind? =
      switch (known?.revokedAt, transaction.revokedAt) {
      case (nil, _?) where transaction.ownership == .familyShared: .purchaseSharingEnded
      case (_?, nil) where transaction.ownership == .familyShared: nil
      case (nil, _?): transaction.isUpgraded && returned == 0 ? nil : .purchaseRefunded
      case (_?, nil): .purchaseRefundReversed
      // Some of several seats were refunded, or more of them, or paid again.
      case (nil, nil), (_?, _?):
        returned == 0 ? nil : returned > 0 ? .purchaseRefunded : .purchaseRefundReversed
      }
    if let kind { parts.append(part(kind, of: transaction, proceeds: 0 &- returned)) }
    return parts
  }

  /// The event of a transaction that is new: the first of its line has the line's own id.
  private static func kind(of transaction: StoreTransaction, _ before: Customer) -> Kind {
    guard transaction.group != nil else { return .purchaseCompleted }
    guard transaction.id.rawValue != transaction.originalID.rawValue else {
      return .subscriptionStarted
    }
    let last = before.storeTransactions.last {
      $0.purchase == transaction.purchase && $0.purchasedAt < transaction.purchasedAt
    }
    guard let last, last.product == transaction.product else {
      return last == nil ? .subscriptionRenewed : .subscriptionChanged
    }
    // A period is paid twice only if seats were added to it.
    let isSamePeriod = last.expiresAt != nil && last.expiresAt == transaction.expiresAt
    return isSamePeriod ? .subscriptionSeatsAdded : .subscriptionRenewed
  }

  /// An event about money, in thousandths; family sharing costs nothing.
  private static func part(
    _ kind: Kind, of transaction: StoreTransaction, proceeds: Int64
  ) -> Part {
    Part(kind) { details in
      details.environment = transaction.environment
      details.product = transaction.product
      details.purchase = transaction.originalID
      details.transaction = transaction.id
      details.offer = transaction.offer?.kind
      details.startsAt = transaction.purchasedAt
      details.expiresAt = transaction.expiresAt
      details.price = transaction.price.map {
        Amount(milliunits: $0.milliunits, currency: $0.currency)
      }
      details.proceeds = transaction.price.map {
        Amount(
          milliunits: transaction.ownership == .familyShared ? 0 : proceeds,
          currency: $0.currency)
      }
    }
  }

  /// The events of renewal information: what differs from the last one, which was set to renew if there was none.
  private static func parts(of renewal: StoreRenewal, _ before: Customer) -> [Part] {
    let known = before.renewal(of: renewal.purchase)
    // A cancellation that is reported late is recorded, but what the store signed since holds.
    if let known, renewal.signedAt < known.signedAt { return [] }
    func part(_ kind: Kind) -> Part {
      Part(kind) {
        $0.environment = renewal.environment
        $0.product = renewal.renewsTo
        $0.purchase = renewal.originalID
        $0.expiresAt = renewal.graceEndsAt ?? renewal.endsAt
      }
    }
    var parts: [Part] = []
    if renewal.isInBillingRetry, known?.isInBillingRetry != true {
      parts.append(part(.subscriptionBillingIssue))
    }
    if renewal.continues != known?.continues ?? true {
      parts.append(part(renewal.continues ? .subscriptionUncanceled : .subscriptionCanceled))
    }
    return parts
  }

  /// The event of a transfer; nil for the owner's note that a purchase is shared, and for a purchase without an owner.
  private static func kind(
    of transfer: PurchaseTransfer, _ customer: Customer.ID, _ before: Customer
  ) -> Kind? {
    guard !customer.isPlaceholder else { return nil }
    if transfer.isShared { return .purchaseShared }
    guard transfer.number > before.transfer(of: transfer.purchase)?.number ?? 0 else { return nil }
    return transfer.isHeld ? .purchaseTransferred : .purchaseReleased
  }
}

extension AttributeChange {
  /// Whether the blueprint declares the attribute: it is neither a property of the device nor one that RevenueCat's SDK
  /// reserves, such as `$email`.
  fileprivate var isDeclared: Bool {
    switch setBy {
    case .app, .backend: !ReservedAttribute.isName(attribute.rawValue)
    case .device, .guardian: false
    }
  }
}
