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
  /// Support granted an entitlement or revoked the grant.
  case grant(Grant)
  /// A row of the account's profile was created.
  case profile(ProfileRow)
}
