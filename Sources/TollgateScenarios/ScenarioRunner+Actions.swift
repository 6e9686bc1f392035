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
    if let outcome = try performWithoutNetwork(action, on: device, step: step) { return outcome }
    var outcome = ActionOutcome()
    switch action {
    case .open:
      let isNew = devices[device]?.token == nil
      devices[device]?.openedAt = clock.now
      _ = try await caller(device)
      if isNew { return outcome }
      try await reportDevice(device)
    case .storeAccount(let name): devices[device]?.account = AccountID(rawValue: name)
    case .signUp(let email, let namesDevice):
      take(
        try await service.accounts.signUp(
          credentials(email, namesDevice ? device : nil), as: try await visitor(device)), email,
        device)
      try await reportDevice(device)
    case .signIn(let email):
      take(
        try await service.accounts.signIn(
          credentials(email, device), as: try await visitor(device)), email, device)
      try await reportDevice(device)
    case .signOut: devices[device]?.signOut()
    case .reinstall: devices[device]?.reinstall()
    case .seeOnboarding: devices[device]?.hasSeenOnboarding = true
    case .timeZone(let name):
      devices[device]?.timeZone = name
      try await reportDevice(device)
    case .network(let network):
      event(device.rawValue, action.words)
      outcome.refusal = try await setNetwork(network, of: device)
      return outcome
    case .power(let power): try setPower(power, of: device)
    case .clock: break
    case .reach(let milestone):
      let own = try await caller(device)
      let isBackends = try service.app(app).blueprint.definition.backendMilestones
        .contains(milestone)
      _ = try await service.reports.recordMilestone(
        milestone, by: isBackends ? own.asOwnBackend : own)
    case .set(let values): try await set(values, on: device)
    case .report(let properties):
      let caller = try await caller(device)
      if let version = properties[.appVersion] {
        devices[device]?.appVersion = version
        devices[device]?.openedAt = clock.now
      }
      _ = try await service.reports.setAttributes(
        AttributesRequest([:], device: properties), by: caller)
      try await reportDevice(device)
    case .consent(let consent):
      _ = try await service.reports.setAttributes(
        AttributesRequest([:], consent: consent), by: try await caller(device).asOwnBackend)
    case .use(let feature, let times, let item, let cost, let parent, let key, let report):
      for number in 1...times {
        _ = try await service.features.use(
          feature, item: item, cost: cost, parent: parent,
          key: Idempotency.Key(key ?? "\(step)-\(number)"),
          isReport: report != nil, isUnlimited: report == .unlimited, by: try await caller(device))
      }
    case .reserve(let feature, let item, let cost, let parent, let key):
      _ = try await service.features.reserve(
        feature, item: item, cost: cost, parent: parent, key: Idempotency.Key(key),
        by: try await caller(device))
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
      devices[device]?.boughtOn.remove(paywall)
      let shown = try await membership(device).variants(of: paywall)
      _ = try await service.reports.recordPaywall(
        paywall, .shown,
        PaywallReportRequest(
          variants: Dictionary(
            uniqueKeysWithValues: shown.map { ($0.key.rawValue, $0.value.rawValue) })),
        key: Idempotency.Key("\(step)-shown"), by: try await caller(device))
    case .close(let paywall):
      if devices[device]?.boughtOn.remove(paywall) != nil { break }
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
    case .give(let name, let key, let until, let willRenew, let seats):
      try await give(
        ListedGrantRequest(name: name, until: until, willRenew: willRenew, seats: seats),
        key ?? "\(step)", on: device)
    case .invite(let team): try await invite(to: team, on: device, step)
    case .join(let team): try await join(team, on: device)
    case .leave(let team): try await leave(team, on: device)
    case .removeMember(let other): try await removeMember(on: other, by: device)
    case .restore, .relaunch:
      if action == .relaunch {
        devices[device]?.openedAt = clock.now
        try await reportDevice(device)
      }
      return try await post(unfinishedOnly: action == .relaunch, on: device, action)
    case .buy(let purchase): return try await buy(purchase, words: action.words, on: device)
    case .atStore(let action):
      let known = store.updates(of: account(of: device)).last?.sequence ?? 0
      outcome.purchase = try atStore(action, device)
      if case .renew = action { await reportUpdates(after: known, on: device) }
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
      guard devices[device]?.memory == nil else { throw Problem.noNetwork }
      let session = try await service.sessions.createCustomer(
        in: try service.app(app), device: device, presenting: try await download(device))
      devices[device]?.token = session.token
      devices[device]?.openedAt = clock.now
      event(device.rawValue, "opens the app as \(session.snapshot.id.numbered)")
      try await reportDevice(device)
    }
    do throws(Problem) {
      return try await service.authenticator.authenticate(
        devices[device]?.token, in: try service.app(app), acceptingMerged: acceptingMerged)
    } catch {
      guard [.expiredToken, .customerMerged].contains(error.code),
        let token = devices[device]?.token
      else { throw error }
      try await renew(token, of: device)
      return try await service.authenticator.authenticate(
        devices[device]?.token, in: try service.app(app), acceptingMerged: acceptingMerged)
    }
  }

  /// Exchanges the token of a device; one that is too old for that ends the session, and the device signs in again, or
  /// returns to its anonymous customer.
  private func renew(_ token: String, of device: Device.ID) async throws(Problem) {
    let served = try service.app(app)
    do throws(Problem) {
      devices[device]?.token = try await service.sessions.renew(token, in: served).token
    } catch {
      guard error.code == .expiredToken else { throw error }
      if let email = devices[device]?.email {
        let visitor = try await service.authenticator.visitor(presenting: nil, in: served)
        take(
          try await service.accounts.signIn(credentials(email, device), as: visitor), email, device)
        event(device.rawValue, "signs in again as \(email)")
      } else {
        let session = try await service.sessions.createCustomer(
          in: served, device: device, presenting: try await download(device))
        devices[device]?.token = session.token
        event(device.rawValue, "opens the app as \(session.snapshot.id.numbered)")
      }
    }
  }

  /// The store account's download of the app, which the device's client sends, as the server verifies it.
  ///
  /// Where conditions test how the account got the app, it is not known before a step says so.
  private func download(_ device: Device.ID) async throws(Problem) -> SignedDownload? {
    guard scenario.store.signsDownloads else { return nil }
    let isTested = try service.app(app).blueprint.testsDownload
    if isTested, store.appPurchase(of: account(of: device)) == nil { return nil }
    let payload = store.appTransaction(
      of: account(of: device), version: "1", downloaded: scenario.start)
    let text: String
    do { text = try store.chain.sign(payload) } catch {
      throw Problem(.signedDataMalformed, "The download could not be signed.")
    }
    return try await service.app(app).appTransaction(text, at: clock.now)
  }

  /// Reports what the blueprint depends on, as the client does: the time zone that a step set, the download of the app, and
  /// that it was opened.
  func reportDevice(_ device: Device.ID) async throws(Problem) {
    guard devices[device]?.token != nil else { return }
    let blueprint = try service.app(app).blueprint
    var properties: [DeviceProperty: String] = [:]
    if blueprint.reportedProperties.contains(.timeZone) {
      properties[.timeZone] = devices[device]?.timeZone
    }
    let download = blueprint.reportsDownload ? try await download(device) : nil
    let opened = try await openedDays(device)
    if !opened.isEmpty { properties[.appVersion] = devices[device]?.appVersion }
    if properties.isEmpty, download == nil, opened.isEmpty { return }
    _ = try await service.reports.setAttributes(
      AttributesRequest([:], device: properties, opened: opened), presenting: download,
      by: try await caller(device))
  }

  /// The day on which the app was opened last, if the blueprint depends on it and the server does not know it yet.
  private func openedDays(_ device: Device.ID) async throws(Problem) -> [String] {
    let blueprint = try service.app(app).blueprint
    guard blueprint.testsOpenings, let openedAt = devices[device]?.openedAt else { return [] }
    let known = try await service.customers.snapshot(of: try await caller(device)).facts
    return blueprint.open(in: devices[device]?.appVersion, for: known, at: openedAt)
      .compactMap { fact in
        if case .opening(let opening) = fact { opening.day } else { nil }
      }
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

  /// Whoever signs up or in on a device; a token that is too old to be exchanged names nobody any more.
  private func visitor(_ device: Device.ID) async throws(Problem) -> Visitor {
    let authenticator = service.authenticator
    do throws(Problem) {
      return try await authenticator.visitor(
        presenting: devices[device]?.token, in: try service.app(app))
    } catch {
      guard error.code == .expiredToken else { throw error }
      return try await authenticator.visitor(presenting: nil, in: try service.app(app))
    }
  }

  private func credentials(_ email: String, _ device: Device.ID?) -> CredentialsRequest {
    CredentialsRequest(email: email, password: Self.password, device: device)
  }

  private func take(_ session: SessionResponse, _ email: String, _ device: Device.ID) {
    devices[device]?.token = session.token
    devices[device]?.email = email
    devices[device]?.isSignedIn = true
    devices[device]?.hasSeenOnboarding = true
  }
}
