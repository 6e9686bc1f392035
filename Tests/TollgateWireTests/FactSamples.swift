import Tollgate

/// One fact of every kind, every optional member written once and left out once.
let factsOfEveryKind: [Fact] = [
  .signedUp(SignUp(account: "a1", at: .start)),
  .device(DeviceUse(device: "phone", origin: "c1", at: .start)),
  .milestone(MilestoneReached(milestone: "discovery", at: .start)),
  .trialStarted(
    TrialStart(
      trial: "paid", at: .start,
      terms: Trial.Terms(
        lasts: Period("P3D"), uses: Trial.Uses(feature: "send-message", limit: 100),
        entitlements: ["premium"]), purchase: "1000")),
  .trialForfeited(TrialForfeit(trial: "free", device: "phone", at: .start)),
  .transaction(
    StoreTransaction(
      id: "1001", originalID: "1000", product: "monthly", group: "plans", purchasedAt: .start,
      expiresAt: .start.adding(milliseconds: 60_000),
      revokedAt: .start.adding(milliseconds: 30_000), isUpgraded: true,
      isRenewal: true,
      offer: StoreOffer(kind: .introductory, payment: .payAsYouGo), ownership: .familyShared,
      quantity: 2, revokedSeats: 1, appHostsInvitations: true,
      price: Money(milliunits: 19_990, currency: "USD"),
      commitment: Commitment(bill: 3, bills: 12, endsAt: .start), environment: .sandbox,
      signedFor: "cus_1", signedAt: .start)),
  .transaction(
    StoreTransaction(
      id: "2001", originalID: "2001", product: "lifetime", purchasedAt: .start, signedAt: .start)),
  .transaction(
    StoreTransaction(
      id: "3001", originalID: "3001", product: "lifetime", purchasedAt: .start,
      revokedAt: .start.adding(milliseconds: 30_000),
      refund: StoreTransaction.Refund(
        at: .start.adding(milliseconds: 30_000),
        amount: Money(milliunits: 18_000, currency: "USD")), signedAt: .start)),
  .renewal(
    StoreRenewal(
      originalID: "1000", renewsTo: "yearly", willRenew: false, renewsAt: .start,
      graceEndsAt: .start, isInBillingRetry: true, resumesAt: .start,
      commitment: StoreRenewal.Commitment(willRenew: false, endsAt: .start),
      environment: .sandbox, signedAt: .start)),
  .transfer(PurchaseTransfer(purchase: "1000", isHeld: false, number: 2, at: .start)),
  .transfer(
    PurchaseTransfer(
      purchase: "1000", isHeld: true, number: 3, isShared: true,
      spent: [SpentCredit(wallet: "coins", transaction: "1001", amount: 4)], at: .start)),
  .transfer(
    PurchaseTransfer(purchase: "1000", isHeld: true, number: 4, timeLeft: 60_000, at: .start)),
  .use(Use(feature: "send-message", key: "k1", origin: "c1", at: .start)),
  .use(Use(feature: "send-message", key: "k2", origin: "c1", isUnlimited: true, at: .start)),
  .credit(
    Credit(
      purchase: PurchaseID("1000", in: .sandbox), transaction: "1001", wallet: "coins", amount: 50,
      lifetime: .rollsOver(
        Wallet.Rollover(
          monthly: true, upTo: 120, lasts: Period(3, .month), whileSubscribed: true)),
      onUpgrade: .keep)),
  .credit(
    Credit(purchase: "1", transaction: "1", wallet: "coins", amount: 50, lifetime: .period)),
  .spend(
    Spend(
      wallet: "coins", feature: "send-message", key: "k5", origin: "c1", amount: 2, unpaid: 1,
      at: .start)),
  .spend(
    Spend(
      wallet: "daily", feature: "sing", key: "k11", origin: "c1", amount: 5,
      rest: [
        CreditPayment(wallet: "bonus", amount: 3),
        CreditPayment(wallet: "coins", amount: 1, owed: 1),
      ], at: .start)),
  .size(UseSize(feature: "record", key: "k8", origin: "c1", amount: 12, at: .start)),
  .size(
    UseSize(
      feature: "store", key: "k9", item: "beach", origin: "c1", amount: 3_000_000_000,
      parent: "trip", at: .start)),
  .item(ItemChange(feature: "plants", item: "fern", isHeld: true, origin: "c1", at: .start)),
  .reservation(
    Reservation(
      feature: "send-message", key: "k6", origin: "c1",
      terms: ReservationTerms(at: .start, lapsesAt: .start.adding(milliseconds: 600_000)))),
  .reservation(
    Reservation(
      feature: "draw", key: "k7", origin: "c1",
      terms: ReservationTerms(
        isCounted: false, item: "fern", wallet: "coins", amount: 2, size: 3, at: .start,
        lapsesAt: .start.adding(milliseconds: 600_000)))),
  .reservation(
    Reservation(
      feature: "sing", key: "k12", origin: "c1",
      terms: ReservationTerms(
        isCounted: false, wallet: "daily", amount: 5,
        rest: [CreditPayment(wallet: "bonus", amount: 5)], at: .start,
        lapsesAt: .start.adding(milliseconds: 600_000)))),
  .reservation(
    Reservation(
      feature: "send-message", key: "k10", origin: "c1",
      terms: ReservationTerms(
        isCounted: false, isUnlimited: true, at: .start,
        lapsesAt: .start.adding(milliseconds: 600_000)))),
  .reservationRelease(
    ReservationRelease(feature: "send-message", key: "k6", origin: "c1", at: .start)),
  .dismissal(Dismissal(prompt: "garden", key: "k2", at: .start)),
  .paywall(
    PaywallEvent(
      paywall: "plans", action: .closed, key: "k3", feature: "send-message", placement: "start",
      at: .start)),
  .paywall(PaywallEvent(paywall: "plans", action: .shown, key: "k4", at: .start)),
  .nudge(NudgeDelivery(nudge: "tomorrow", occurrence: .start, at: .start)),
  .profile(
    ProfileRow(
      table: "users", row: "user", values: ["stance": "orthodox", "level": 1, "isNew": true],
      at: .start)),
  .profile(ProfileRow(table: "trackers", row: "today", day: "2026-03-02", at: .start)),
  .grant(Grant(id: "g1", entitlements: ["premium"], startsAt: .start, endsAt: nil)),
  .grant(
    Grant(
      id: "g3", entitlements: ["premium"], startsAt: .start.adding(milliseconds: 60_000),
      endsAt: nil, name: "referral", givenAt: .start)),
  .grant(
    Grant(
      id: "g4", credits: GrantedCredits(wallet: "coins", amount: 10),
      startsAt: .start, endsAt: nil, name: "apology", givenAt: .start)),
  .grant(
    Grant(
      id: "g5", entitlements: ["premium", "export"], startsAt: .start,
      endsAt: .start.adding(milliseconds: 60_000), name: "web", givenAt: .start, willRenew: true,
      seats: 12)),
  .grant(
    Grant(
      id: "g6", entitlements: ["premium"], startsAt: .start, endsAt: nil, lasts: Period(7, .day),
      name: "referral", givenAt: .start)),
  .seat(
    TeamSeat(
      id: "s1", team: "family", side: .owner, name: "Mum", owner: nil, invitedAt: .start,
      expiresAt: .start.adding(milliseconds: 60_000))),
  .seat(
    TeamSeat(
      id: "s1", team: "family", side: .member, number: 4, owner: nil, invitedAt: .start,
      expiresAt: .start.adding(milliseconds: 60_000), joinedAt: .start,
      endedAt: .start.adding(milliseconds: 60_000), ending: .left,
      rights: [
        TeamSeat.Right(
          entitlement: "premium", startsAt: .start, endsAt: .start.adding(milliseconds: 60_000)),
        TeamSeat.Right(entitlement: "export", startsAt: .start, endsAt: nil),
      ])),
  .teamItems(TeamItems(seat: "s1", feature: "project", count: 3, size: 0, at: .start)),
  .attribute(
    AttributeChange(attribute: "goal", setBy: .app, value: "strength", at: .start)),
  .attribute(AttributeChange(attribute: "coach", setBy: .backend, value: nil, at: .start)),
  .download(AppDownload(environment: .production, platform: .iOS, version: "212", at: .start)),
  .download(AppDownload(environment: .sandbox, at: .start)),
  .opening(AppOpening(day: "2026-01-01", version: "2.1", at: .start)),
  .opening(AppOpening(day: "2026-01-01", at: .start)),
  .trialExtension(
    TrialExtension(
      id: "x1", trial: "free", days: 7, author: .support, reason: "lost a week", at: .start)),
  .trialExtension(
    TrialExtension(
      id: "x2", trial: "free", days: 0, startsOver: true, author: .support, reason: "again",
      at: .start)),
  .trialPause(
    TrialPause(
      id: "p1", trial: "free", author: .backend, reason: "in hospital", startsAt: .start)),
  .trialPause(
    TrialPause(
      id: "p1", trial: "free", author: .backend, reason: "in hospital", startsAt: .start,
      endsAt: .start.adding(milliseconds: 60_000))),
  .variant(
    VariantAssignment(experiment: "headline", variant: "promise", reason: .paywall, at: .start)),
  .paywall(
    PaywallEvent(
      paywall: "plans", action: .shown, key: "k5", variants: ["headline": "promise"], at: .start)),
  .refundRequest(
    RefundRequest(
      id: "n1", purchase: "1000", transaction: "1001", reason: .unsatisfied, askedAt: .start)),
  .refundRequest(
    RefundRequest(
      id: "n2", purchase: "1000", transaction: "1001", reason: .legal, askedAt: .start,
      answer: RefundAnswer(
        .sent(RefundReport(consumed: 33_333, preference: .grantProrated, hadSample: true)),
        at: .start.adding(milliseconds: 60_000)))),
  .refundRequest(
    RefundRequest(
      id: "n3", purchase: "1000", transaction: "1001", reason: .legal, askedAt: .start,
      answer: RefundAnswer(
        .sent(RefundReport(consumed: nil, preference: .nothing, hadSample: false)),
        at: .start.adding(milliseconds: 60_000)))),
  .refundRequest(
    RefundRequest(
      id: "n4", purchase: "1000", transaction: "1001", reason: .legal, askedAt: .start,
      answer: RefundAnswer(.withheld(.noConsent), at: .start.adding(milliseconds: 60_000)))),
  .refundRequest(
    RefundRequest(
      id: "n5", purchase: "1000", transaction: "1001", reason: .legal, askedAt: .start,
      answer: RefundAnswer(.refused("4000036"), at: .start.adding(milliseconds: 60_000)))),
]

extension Instant {
  static let start = Instant(milliseconds: 1_767_225_600_000)
}
