/// Something that happened, verified and immutable; facts fold into a ``Customer``.
public enum Fact: Hashable, Sendable {
  /// A person created or opened an account.
  case signedUp(SignUp)
  /// The customer used a device.
  case device(DeviceUse)
  /// A milestone was reached.
  case milestone(MilestoneReached)
  /// A trial started, with the terms it keeps.
  case trialStarted(TrialStart)
  /// A trial cannot start because the device already had it with another customer.
  case trialForfeited(TrialForfeit)
  /// A trial was given more time.
  case trialExtension(TrialExtension)
  /// A trial was paused, or resumed.
  case trialPause(TrialPause)
  /// The store signed a transaction.
  case transaction(StoreTransaction)
  /// The store signed renewal information.
  case renewal(StoreRenewal)
  /// A purchase was transferred to the customer or to another.
  case transfer(PurchaseTransfer)
  /// A customer wants a refund, and the store asked about it or was answered.
  case refundRequest(RefundRequest)
  /// A use was reserved, and is counted once the work is done.
  case reservation(Reservation)
  /// A reservation was released, because the use was not made.
  case reservationRelease(ReservationRelease)
  /// A feature was used within an allowance.
  case use(Use)
  /// A transaction gave credits.
  case credit(Credit)
  /// Credits were spent on a use.
  case spend(Spend)
  /// A use or a held item has a size.
  case size(UseSize)
  /// An item was added to a count of held items, or released.
  case item(ItemChange)
  /// A prompt was dismissed.
  case dismissal(Dismissal)
  /// A paywall was shown or closed.
  case paywall(PaywallEvent)
  /// A variant of an experiment first mattered for the customer.
  case variant(VariantAssignment)
  /// A nudge was delivered on a device.
  case nudge(NudgeDelivery)
  /// An attribute was set, or a device reported what it is.
  case attribute(AttributeChange)
  /// The store signed the customer's first download of the app.
  case download(AppDownload)
  /// The app was opened, on a day and in a version.
  case opening(AppOpening)
  /// Support or the app's own backend granted an entitlement, or the grant was revoked.
  case grant(Grant)
  /// A seat of a team was offered, taken, changed or ended.
  case seat(TeamSeat)
  /// The member of a seat holds another number of items that a team counts together, or others hold it.
  case teamItems(TeamItems)
  /// A row of the account's profile was created.
  case profile(ProfileRow)
}

extension Fact {
  /// The fact's kind, as written to the ledger and the wire.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case signedUp, device, milestone, trialStarted, trialForfeited, trialExtension, trialPause
    case transaction, renewal, transfer, refundRequest
    case reservation, reservationRelease, use, credit, spend, size, item, dismissal, paywall
    case variant, nudge, attribute, download, opening, grant, seat, teamItems
    case profile
  }

  public var kind: Kind {
    switch self {
    case .signedUp: .signedUp
    case .device: .device
    case .milestone: .milestone
    case .trialStarted: .trialStarted
    case .trialForfeited: .trialForfeited
    case .trialExtension: .trialExtension
    case .trialPause: .trialPause
    case .transaction: .transaction
    case .renewal: .renewal
    case .transfer: .transfer
    case .refundRequest: .refundRequest
    case .reservation: .reservation
    case .reservationRelease: .reservationRelease
    case .use: .use
    case .credit: .credit
    case .spend: .spend
    case .size: .size
    case .item: .item
    case .dismissal: .dismissal
    case .paywall: .paywall
    case .variant: .variant
    case .nudge: .nudge
    case .attribute: .attribute
    case .download: .download
    case .opening: .opening
    case .grant: .grant
    case .seat: .seat
    case .teamItems: .teamItems
    case .profile: .profile
    }
  }
}

extension Fact {
  /// What the fact says.
  package var value: any FactValue {
    switch self {
    case .signedUp(let value): value
    case .device(let value): value
    case .milestone(let value): value
    case .trialStarted(let value): value
    case .trialForfeited(let value): value
    case .trialExtension(let value): value
    case .trialPause(let value): value
    case .transaction(let value): value
    case .renewal(let value): value
    case .transfer(let value): value
    case .refundRequest(let value): value
    case .reservation(let value): value
    case .reservationRelease(let value): value
    case .use(let value): value
    case .credit(let value): value
    case .spend(let value): value
    case .size(let value): value
    case .item(let value): value
    case .dismissal(let value): value
    case .paywall(let value): value
    case .variant(let value): value
    case .nudge(let value): value
    case .attribute(let value): value
    case .download(let value): value
    case .opening(let value): value
    case .grant(let value): value
    case .seat(let value): value
    case .teamItems(let value): value
    case .profile(let value): value
    }
  }

  /// The purchase that it is about; nil for facts about none.
  package var relatedPurchase: PurchaseID? { value.relatedPurchase }

  /// The purchase that it is transferred with; nil for a transfer itself, and for facts about none.
  package var transferredPurchase: PurchaseID? { kind == .transfer ? nil : relatedPurchase }
}

extension Fact.Kind {
  /// How facts of the kind count.
  package var traits: FactTraits {
    let value: any FactValue.Type =
      switch self {
      case .signedUp: SignUp.self
      case .device: DeviceUse.self
      case .milestone: MilestoneReached.self
      case .trialStarted: TrialStart.self
      case .trialForfeited: TrialForfeit.self
      case .trialExtension: TrialExtension.self
      case .trialPause: TrialPause.self
      case .transaction: StoreTransaction.self
      case .renewal: StoreRenewal.self
      case .transfer: PurchaseTransfer.self
      case .refundRequest: RefundRequest.self
      case .reservation: Reservation.self
      case .reservationRelease: ReservationRelease.self
      case .use: Use.self
      case .credit: Credit.self
      case .spend: Spend.self
      case .size: UseSize.self
      case .item: ItemChange.self
      case .dismissal: Dismissal.self
      case .paywall: PaywallEvent.self
      case .variant: VariantAssignment.self
      case .nudge: NudgeDelivery.self
      case .attribute: AttributeChange.self
      case .download: AppDownload.self
      case .opening: AppOpening.self
      case .grant: Grant.self
      case .seat: TeamSeat.self
      case .teamItems: TeamItems.self
      case .profile: ProfileRow.self
      }
    return value.traits
  }
}
