import Tollgate

extension GeneratedHistory {
  /// Opens an account, with or without a device; the trial starts, waits for a device, or is forfeited.
  mutating func signUp() {
    arrive(.signedUp(SignUp(account: "ada", at: now)), at: now)
    startAddOnTrials()
    startTrial(with: .signUp)
    startTrial(with: .firstSeen)
  }

  /// Starts or forfeits the main trial, if an event starts it.
  private mutating func startTrial(with event: AddOnTrial.Start) {
    guard let trial = definition.trial, trial.start.event == event, random.chance(80) else {
      return
    }
    if random.chance(70) {
      arrive(.device(DeviceUse(device: "phone", origin: "me", at: now)), at: now)
    }
    if random.chance(15) {
      arrive(.trialForfeited(TrialForfeit(trial: trial.id, device: "phone", at: now)), at: now)
    }
    if random.chance(85) {
      arrive(
        .trialStarted(TrialStart(trial: trial.id, at: now, terms: terms(of: trial))), at: now)
    }
  }

  /// Starts add-on trials, or refuses them, whether or not they would start now: the server decided that.
  private mutating func startAddOnTrials() {
    for trial in definition.addOnTrials where random.chance(50) {
      if random.chance(20) {
        arrive(.trialForfeited(TrialForfeit(trial: trial.id, device: "phone", at: now)), at: now)
      } else {
        let terms = Trial.Terms(
          lasts: random.chance(80) ? trial.lasts : Period(random.number(1...9), .day),
          entitlements: trial.entitlements)
        let start = TrialStart(
          trial: random.chance(90) ? trial.id : "removed", at: now, terms: terms, isAddOn: true)
        arrive(.trialStarted(start), at: now)
      }
    }
  }

  /// The trial's terms, or those of an older blueprint.
  mutating func terms(of trial: Trial) -> Trial.Terms {
    guard random.chance(15) else { return trial.terms }
    return Trial.Terms(
      lasts: trial.terms.lasts.map { _ in Period(random.number(1...9), .day) },
      uses: trial.terms.uses.map {
        Trial.Uses(feature: $0.feature, limit: random.number(1...5))
      }, entitlements: trial.terms.entitlements, earned: trial.terms.earned)
  }

  mutating func reachMilestone() {
    guard let milestone = random.pick(from: definition.milestones) else { return }
    arrive(.milestone(MilestoneReached(milestone: milestone, at: now)), at: now)
    startAddOnTrials()
    startTrial(with: .milestone(milestone))
  }

  /// Uses a feature a few times, seconds apart, as the engine decides or as another server decided.
  mutating func useFeatures() {
    guard let feature = random.pick(from: definition.features.map(\.id)) else { return }
    let asks = random.chance(60)
    for _ in 0..<random.number(1...4) {
      now = now.adding(milliseconds: random.time(upTo: .minute))
      let key = Idempotency.Key(name())
      if asks {
        for fact in askedUse(of: feature, key) { arrive(fact, at: now) }
      } else {
        let origin: Customer.ID = random.pick("me", "me", "anonymous")
        // Every fifth name, so that the samples of others stay the same.
        arrive(
          .use(
            Use(
              feature: feature, key: key, origin: origin,
              isUnlimited: names.isMultiple(of: 5), at: now)), at: now)
      }
    }
  }

  /// Reserves uses of a feature, and makes them, gives them back or forgets them.
  mutating func reserveFeatures() {
    guard let feature = random.pick(from: definition.features.map(\.id)) else { return }
    for _ in 0..<random.number(1...3) {
      now = now.adding(milliseconds: random.time(upTo: .minute))
      let key = Idempotency.Key(random.chance(20) ? "again" : name())
      for fact in askedReservation(of: feature, key) { arrive(fact, at: now) }
      guard random.chance(70) else { continue }
      now = now.adding(milliseconds: random.time(upTo: 12 * .minute))
      if random.chance(60) {
        for fact in askedUse(of: feature, key) { arrive(fact, at: now) }
      } else {
        arrive(
          .reservationRelease(
            ReservationRelease(feature: feature, key: key, origin: "me", at: now)), at: now)
      }
    }
  }

  private func askedReservation(of feature: Feature.ID, _ key: Idempotency.Key) -> [Fact] {
    guard let handle = blueprint.handle(of: feature) else { return [] }
    do {
      return try blueprint.reserve(handle, by: Customer(known), id: "me", key: key, at: now).facts
    } catch {
      return []
    }
  }

  private func askedUse(of feature: Feature.ID, _ key: Idempotency.Key) -> [Fact] {
    guard let handle = blueprint.handle(of: feature) else { return [] }
    do {
      return try blueprint.use(handle, by: Customer(known), id: "me", key: key, at: now).facts
    } catch {
      return []
    }
  }

  mutating func changeItem() {
    let item = Item.ID("\(random.number(1...5))")
    for _ in 0..<random.number(1...2) {
      arrive(
        .item(
          ItemChange(
            feature: "keep", item: item, key: random.pick(nil, "again"), isHeld: random.chance(75),
            origin: random.pick("me", "anonymous"), at: now)), at: now)
    }
  }

  /// Dismisses a prompt, or gets a nudge on a device.
  mutating func dismiss() {
    if let prompt = random.pick(from: definition.prompts.map(\.id)), random.chance(60) {
      arrive(
        .dismissal(Dismissal(prompt: prompt, key: Idempotency.Key(name()), at: now)), at: now)
    }
    let membership = Membership(of: Customer(known), in: blueprint, at: now)
    if let nudge = random.pick(from: membership.nudges), random.chance(60) {
      now = max(now, nudge.at)
      arrive(
        .nudge(NudgeDelivery(nudge: nudge.id, occurrence: nudge.occurrence, at: now)), at: now)
    }
  }

  /// Grants one or two entitlements as support does, for a time or forever, now or later, and may revoke it.
  mutating func grant() {
    let entitlements = definition.products.flatMap(\.entitlements)
    guard let first = random.pick(from: entitlements) else { return }
    let second = random.chance(30) ? random.pick(from: entitlements) : nil
    let given = [first, second].compactMap(\.self)
    let id = Grant.ID(name())
    let startsAt = now.adding(milliseconds: random.chance(70) ? 0 : random.time(upTo: 5 * .day))
    let endsAt =
      random.chance(70) ? startsAt.adding(milliseconds: random.time(upTo: 20 * .day)) : nil
    arrive(
      .grant(Grant(id: id, entitlements: given, startsAt: startsAt, endsAt: endsAt)), at: now)
    if random.chance(25) {
      let revokedAt = now.adding(milliseconds: random.time(upTo: 20 * .day))
      arrive(
        .grant(
          Grant(
            id: id, entitlements: given, startsAt: startsAt, endsAt: endsAt,
            revokedAt: revokedAt)), at: revokedAt)
    }
  }

  /// Joins the team of somebody who has something for a time or forever, and may be removed from it.
  mutating func takeSeat() {
    let entitlements = definition.products.flatMap(\.entitlements)
    guard let entitlement = random.pick(from: entitlements) else { return }
    let id = TeamSeat.ID(name())
    let joinedAt = now
    let endsAt = random.chance(70) ? now.adding(milliseconds: random.time(upTo: 20 * .day)) : nil
    func seat(_ number: Int, endsAt: Instant?, endedAt: Instant?) -> Fact {
      .seat(
        TeamSeat(
          id: id, team: "family", side: .member, number: number, owner: "owner", member: "me",
          invitedAt: joinedAt, expiresAt: joinedAt.adding(milliseconds: .day), joinedAt: joinedAt,
          endedAt: endedAt, ending: endedAt.map { _ in .removed },
          rights: [
            TeamSeat.Right(entitlement: entitlement, startsAt: joinedAt, endsAt: endsAt)
          ]))
    }
    arrive(seat(2, endsAt: endsAt, endedAt: nil), at: now)
    for feature in definition.teams.flatMap(\.pooled) where random.chance(80) {
      for _ in 1...random.number(1...3) {
        let at = now.adding(milliseconds: random.time(upTo: 9 * .day))
        arrive(
          .teamItems(
            TeamItems(
              seat: id, feature: feature, count: random.number(0...3), size: 0, at: at)), at: at)
      }
    }
    if random.chance(40) {
      let end = now.adding(milliseconds: random.time(upTo: 20 * .day))
      arrive(seat(3, endsAt: endsAt.map { min($0, end) } ?? end, endedAt: end), at: end)
    }
  }

  /// Extends or resets the trial, or pauses it for a time, until support resumes it or for good.
  mutating func changeTrial() {
    let addOn = definition.addOnTrials.first?.id
    guard let trial = addOn.flatMap({ random.chance(50) ? $0 : nil }) ?? definition.trial?.id
    else { return }
    if random.chance(50) {
      arrive(
        .trialExtension(
          TrialExtension(
            id: TrialExtension.ID(name()), trial: trial, days: random.number(1...9),
            startsOver: random.chance(40), author: .support, reason: "", at: now)), at: now)
      return
    }
    let id = TrialPause.ID(name())
    let end = now.adding(milliseconds: random.time(upTo: 12 * .day))
    let isPlanned = random.chance(30)
    func pause(endsAt: Instant?) -> Fact {
      .trialPause(
        TrialPause(
          id: id, trial: trial, author: .backend, reason: "", startsAt: now, endsAt: endsAt))
    }
    arrive(pause(endsAt: isPlanned ? end : nil), at: now)
    if !isPlanned, random.chance(70) { arrive(pause(endsAt: end), at: end) }
  }

  /// Transfers a purchase to another customer, or back.
  mutating func changeHands() {
    guard let purchase = random.pick(from: bought.map(\.purchase)) else { return }
    let number = (transfers[purchase] ?? 0) + 1
    transfers[purchase] = number
    arrive(
      .transfer(
        PurchaseTransfer(purchase: purchase, isHeld: number % 2 == 0, number: number, at: now)),
      at: now)
  }
}
