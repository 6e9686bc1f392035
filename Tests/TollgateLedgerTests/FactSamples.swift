import Tollgate

/// One fact of every kind, every optional member written once and left out once.
let factsOfEveryKind: [Fact] = [
  .signedUp(SignUp(account: "a1", at: .start)),
  .device(DeviceUse(device: "phone", origin: "c1", at: .start)),
  .reached("discovery"),
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
      expiresAt: .start.after(seconds: 60), revokedAt: .start.after(seconds: 30), isUpgraded: true,
      isRenewal: true,
      offer: StoreOffer(kind: .introductory, payment: .payAsYouGo), ownership: .familyShared,
      quantity: 2, revokedSeats: 1, appHostsInvitations: true,
      price: Money(milliunits: 19_990, currency: "USD"),
      commitment: Commitment(bill: 3, bills: 12, endsAt: .start), environment: .sandbox,
      signedFor: "cus_1", signedAt: .start)),
  .transaction(
    StoreTransaction(
      id: "2001", originalID: "2001", product: "lifetime", purchasedAt: .start, signedAt: .start)),
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
  .used("k1", by: "c1"),
  .credit(
    Credit(
      purchase: PurchaseID("1000", in: .sandbox), transaction: "1001", wallet: "coins", amount: 50,
      lifetime: .rollsOver(Wallet.Rollover(upTo: 120)))),
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
      terms: ReservationTerms(at: .start, lapsesAt: .start.after(seconds: 600)))),
  .reservation(
    Reservation(
      feature: "draw", key: "k7", origin: "c1",
      terms: ReservationTerms(
        isCounted: false, item: "fern", wallet: "coins", amount: 2, size: 3, at: .start,
        lapsesAt: .start.after(seconds: 600)))),
  .reservation(
    Reservation(
      feature: "sing", key: "k12", origin: "c1",
      terms: ReservationTerms(
        isCounted: false, wallet: "daily", amount: 5,
        rest: [CreditPayment(wallet: "bonus", amount: 5)], at: .start,
        lapsesAt: .start.after(seconds: 600)))),
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
  .grant(
    Grant(
      id: "g2", entitlements: ["premium"], startsAt: .start, endsAt: .start, revokedAt: .start,
      notes: [
        GrantNote(action: .granted, at: .start, by: "sk_coach_1", reason: "Lost \u{1F4E6}"),
        GrantNote(action: .revoked, at: .start, by: "sk_coach_2", reason: "A mistake"),
      ])),
  .seat(
    TeamSeat(
      id: "s1", team: "family", side: .owner, name: "Mum", owner: "c1", invitedAt: .start,
      expiresAt: .start.after(seconds: 60), storeClaim: "9e4b")),
  .seat(
    TeamSeat(
      id: "s1", team: "family", side: .member, number: 4, owner: "c1", member: "c2",
      invitedAt: .start, expiresAt: .start.after(seconds: 60), joinedAt: .start,
      endedAt: .start.after(seconds: 60), ending: .left,
      rights: [
        TeamSeat.Right(
          entitlement: "premium", startsAt: .start, endsAt: .start.after(seconds: 60)),
        TeamSeat.Right(entitlement: "export", startsAt: .start, endsAt: nil),
      ])),
  .teamItems(TeamItems(seat: "s1", feature: "project", count: 3, size: 0, at: .start)),
  .attribute(
    AttributeChange(attribute: "goal", setBy: .app, value: "strength", at: .start)),
  .attribute(AttributeChange(attribute: "coach", setBy: .backend, value: nil, at: .start)),
  .download(AppDownload(environment: .production, platform: .iOS, version: "212", at: .start)),
  .download(AppDownload(environment: .sandbox, at: .start)),
  .opening(AppOpening(day: "2026-01-01", version: "2.1", at: .start)),
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
      endsAt: .start.after(seconds: 60))),
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
        at: .start.after(seconds: 60)))),
  .refundRequest(
    RefundRequest(
      id: "n3", purchase: "1000", transaction: "1001", reason: .legal, askedAt: .start,
      answer: RefundAnswer(
        .sent(RefundReport(consumed: nil, preference: .nothing, hadSample: false)),
        at: .start.after(seconds: 60)))),
  .refundRequest(
    RefundRequest(
      id: "n4", purchase: "1000", transaction: "1001", reason: .legal, askedAt: .start,
      answer: RefundAnswer(.withheld(.noConsent), at: .start.after(seconds: 60)))),
  .refundRequest(
    RefundRequest(
      id: "n5", purchase: "1000", transaction: "1001", reason: .legal, askedAt: .start,
      answer: RefundAnswer(.refused("4000036"), at: .start.after(seconds: 60)))),
]

/// Names that break what is careless about text; all different to Swift.
let hostileNames = [
  "", " ", "'; DROP TABLE facts; --", "a\u{0}b", "a\u{0}c", "a", "a\u{1}0b", "a\u{1}b", "\"\\/",
  "%s%n", "../../etc/passwd", "e\u{301}", "日本語", "👩‍👩‍👧", "\u{202E}abc", "\u{FEFF}", "ABC", "abc",
  "null", "\u{7F}", "\n", "1", "01", "1.0", "x\u{FFFD}", String(repeating: "long", count: 5000),
]
