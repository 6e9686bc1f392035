import AppStoreSimulator
import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateServer
import TollgateSimulation
import TollgateWire

extension ScenarioRunner {
  /// The password of every account in a scenario.
  private static let password = "correct horse battery"

  func perform(
    _ action: Action, on device: Device.ID, step: Int
  ) async throws(Problem) -> ActionOutcome {
    var outcome = ActionOutcome()
    switch action {
    case .open:
      let isNew = devices[device]?.token == nil
      devices[device]?.openedAt = clock.now
      _ = try await caller(device)
      if isNew { return outcome }
      try await reportTimeZone(of: device)
    case .storeAccount(let name): devices[device]?.account = AccountID(rawValue: name)
    case .signUp(let email, let namesDevice):
      take(
        try await service.accounts.signUp(
          credentials(email, namesDevice ? device : nil), as: try await visitor(device)), device)
      try await reportTimeZone(of: device)
    case .signIn(let email):
      take(
        try await service.accounts.signIn(
          credentials(email, device), as: try await visitor(device)), device)
      try await reportTimeZone(of: device)
    case .signOut: devices[device]?.signOut()
    case .reinstall: devices[device]?.reinstall()
    case .seeOnboarding: devices[device]?.hasSeenOnboarding = true
    case .timeZone(let name):
      devices[device]?.timeZone = name
      try await reportTimeZone(of: device)
    case .reach(let milestone):
      _ = try await service.reports.recordMilestone(milestone, by: try await caller(device))
    case .set(let values): try await set(values, on: device)
    case .report(let properties):
      _ = try await service.reports.setAttributes(
        AttributesRequest([:], device: properties), by: try await caller(device))
    case .use(let feature, let times, let item, let cost, let key):
      for number in 1...times {
        _ = try await service.features.use(
          feature, item: item, cost: cost, key: Idempotency.Key(key ?? "\(step)-\(number)"),
          by: try await caller(device))
      }
    case .reserve(let feature, let item, let cost, let key):
      _ = try await service.features.reserve(
        feature, item: item, cost: cost, key: Idempotency.Key(key), by: try await caller(device))
    case .giveBack(let feature, let key):
      _ = try await service.features.releaseReservation(
        of: feature, key: Idempotency.Key(key), by: try await caller(device))
    case .release(let feature, let item):
      _ = try await service.features.release(item, of: feature, by: try await caller(device))
    case .dismiss(let prompt, let times):
      for number in 1...times {
        _ = try await service.reports.recordDismissal(
          of: prompt, key: Idempotency.Key("\(step)-\(number)"), by: try await caller(device))
      }
    case .show(let paywall):
      let shown = try await membership(device).variants(of: paywall)
      _ = try await service.reports.recordPaywall(
        paywall, .shown,
        PaywallReportRequest(
          variants: Dictionary(
            uniqueKeysWithValues: shown.map { ($0.key.rawValue, $0.value.rawValue) })),
        key: Idempotency.Key("\(step)-shown"), by: try await caller(device))
    case .close(let paywall):
      _ = try await service.reports.recordPaywall(
        paywall, .closed, key: Idempotency.Key("\(step)-closed"), by: try await caller(device))
    case .extendTrial(let trial, let days):
      try await changeTrial(trial, .extend(days: days), on: device, step)
    case .pauseTrial(let trial): try await changeTrial(trial, .pause, on: device, step)
    case .resumeTrial(let trial): try await changeTrial(trial, .resume, on: device, step)
    case .resetTrial(let trial): try await changeTrial(trial, .reset, on: device, step)
    case .grant(let entitlement, let lasts, let until):
      try await grant(
        GrantRequest(entitlement: entitlement, lasts: lasts, until: until, reason: Self.reason),
        on: device, step)
    case .revokeGrant(let entitlement): try await revokeGrant(of: entitlement, on: device)
    case .restore, .relaunch:
      if action == .relaunch { devices[device]?.openedAt = clock.now }
      return try await post(unfinishedOnly: action == .relaunch, on: device, action)
    case .buy(let product, let outcome, let seats, let isPosted, let offer):
      return try await buy(
        product, outcome, seats: seats, isPosted: isPosted, with: offer, words: action.words,
        on: device)
    case .atStore(let action): outcome.purchase = try atStore(action, device)
    case .weights(let weights):
      try await setWeights(weights)
      event("the server", action.words)
      return outcome
    case .notifications(let wanted):
      event("the store", action.words)
      await setDelivery(wanted)
      return outcome
    }
    event(device.rawValue, action.words)
    return outcome
  }

  /// The customer of a device; creates an anonymous one if it has none.
  ///
  /// A token that has expired, or whose customer was merged into another, is exchanged as the client does.
  func caller(_ device: Device.ID, acceptingMerged: Bool = false) async throws(Problem) -> Caller {
    if devices[device]?.token == nil {
      let session = try await service.sessions.createCustomer(
        in: try service.app(app), device: device, claim: download(device))
      devices[device]?.token = session.token
      event(device.rawValue, "opens the app as \(session.snapshot.id.numbered)")
      try await reportTimeZone(of: device)
    }
    do throws(Problem) {
      return try await service.authenticator.authenticate(
        devices[device]?.token, in: try service.app(app), acceptingMerged: acceptingMerged)
    } catch {
      guard [.expiredToken, .customerMerged].contains(error.code),
        let token = devices[device]?.token
      else { throw error }
      devices[device]?.token = try await service.sessions.renew(
        token, in: try service.app(app)
      ).token
      return try await service.authenticator.authenticate(
        devices[device]?.token, in: try service.app(app), acceptingMerged: acceptingMerged)
    }
  }

  /// What the client sends when it creates an anonymous customer: the store account's download of the app.
  private func download(_ device: Device.ID) -> LedgerClaim? {
    guard scenario.store.signsDownloads else { return nil }
    return .appTransaction(.production, store.appTransactionID(of: account(of: device)))
  }

  /// Reports the time zone that a step set, as the client does if days begin in the customer's.
  private func reportTimeZone(of device: Device.ID) async throws(Problem) {
    guard let zone = devices[device]?.timeZone, devices[device]?.token != nil,
      try service.app(app).blueprint.reportedProperties.contains(.timeZone)
    else { return }
    _ = try await service.reports.setAttributes(
      AttributesRequest([:], device: [.timeZone: zone]), by: try await caller(device))
  }

  /// Sets attributes, each as the app or its backend as the blueprint declares it.
  private func set(
    _ values: [Attribute.ID: Attribute.Value?], on device: Device.ID
  ) async throws(Problem) {
    let caller = try await caller(device)
    let declared = try service.app(app).blueprint.definition.attributes
    for (setter, caller) in [
      (Attribute.Setter.app, caller), (.backend, caller.asOwnBackend),
    ] {
      let own = values.filter { name, _ in
        declared.contains { $0.id == name && $0.setBy == setter }
      }
      guard !own.isEmpty else { continue }
      _ = try await service.reports.setAttributes(AttributesRequest(own), by: caller)
    }
  }

  private func visitor(_ device: Device.ID) async throws(Problem) -> Visitor {
    try await service.authenticator.visitor(
      presenting: devices[device]?.token, in: try service.app(app))
  }

  private func credentials(_ email: String, _ device: Device.ID?) -> CredentialsRequest {
    CredentialsRequest(email: email, password: Self.password, device: device)
  }

  private func take(_ session: SessionResponse, _ device: Device.ID) {
    devices[device]?.token = session.token
    devices[device]?.isSignedIn = true
    devices[device]?.hasSeenOnboarding = true
  }
}
