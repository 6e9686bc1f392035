import Tollgate
import TollgateServer
import TollgateSimulation
import TollgateWire

/// Devices without a network, and those that are switched off.
extension ScenarioRunner {
  /// Takes a device's network away, or gives it back: then everything that waits is reported, in order.
  ///
  /// - Returns: Why the server refuses a report, the first one.
  func setNetwork(_ network: Switch, of device: Device.ID) async throws(Problem) -> Problem? {
    switch network {
    case .off:
      guard devices[device]?.memory == nil else { return nil }
      let snapshot: CustomerSnapshot? =
        devices[device]?.token == nil
        ? nil : try await service.customers.snapshot(of: try await caller(device))
      devices[device]?.memory = DeviceMemory(
        snapshot, in: try service.app(app).blueprint, at: clock.now)
      return nil
    case .on:
      guard let memory = devices[device]?.memory else { return nil }
      guard !memory.isOff else { throw Problem.noNetwork }
      devices[device]?.memory = nil
      var refusal: Problem?
      for report in memory.reports {
        do throws(Problem) {
          try await send(report, from: device)
        } catch {
          refusal = refusal ?? error
          let what =
            switch report {
            case .action(let action, _): action.words
            case .release(let item, let feature, _): Action.release(feature, item).words
            case .nudge(let nudge): "reports the nudge \(nudge.nudge)"
            }
          event(device.rawValue, "\(what), and is refused: \(error.code.rawValue)")
        }
      }
      try await reportDevice(device)
      return refusal
    }
  }

  private func send(_ report: DeviceMemory.Report, from device: Device.ID) async throws(Problem) {
    switch report {
    case .action(let action, let step):
      _ = try await perform(action, on: device, step: step)
    case .release(let item, let feature, let keys):
      _ = try await service.features.release(
        item, of: feature, addedBy: keys.isEmpty ? nil : keys, by: try await caller(device))
      event(device.rawValue, Action.release(feature, item).words)
    case .nudge(let nudge):
      _ = try await service.reports.recordNudge(
        nudge.nudge, occurrence: nudge.occurrence, on: device, by: try await caller(device))
    }
  }

  /// Switches a device without a network off or on.
  func setPower(_ power: Switch, of device: Device.ID) throws(Problem) {
    guard devices[device]?.memory != nil else {
      throw Problem(.invalidValue, "Take the device's network away first.")
    }
    switch power {
    case .off:
      devices[device]?.memory?.switchOff(at: clock.now)
      devices[device]?.scheduled = []
      devices[device]?.nextChange = nil
    case .on: devices[device]?.memory?.switchOn(at: clock.now)
    }
  }

  /// Performs an action on a device without a network.
  ///
  /// It decides, keeps what it will report, or refuses what only the server can do. A device that is off refuses
  /// everything.
  ///
  /// - Returns: Nil for what needs no network on the device, as at the store or by the app's backend.
  func performWithoutNetwork(
    _ action: Action, on device: Device.ID, step: Int
  ) throws(Problem) -> ActionOutcome? {
    guard var memory = devices[device]?.memory else { return nil }
    var outcome = ActionOutcome()
    let now = clock.now
    switch action {
    case .network, .power, .clock, .seeOnboarding, .storeAccount, .consent, .extendTrial,
      .pauseTrial, .resumeTrial, .resetTrial, .grant, .revokeGrant, .give, .atStore, .weights,
      .notifications:
      return nil
    case .reach(let milestone):
      if memory.blueprint.definition.backendMilestones.contains(milestone) { return nil }
      memory.keep(action, step: step, at: now) {
        [.milestone(MilestoneReached(milestone: milestone, at: $0))]
      }
    case .set(let values):
      let declared = memory.blueprint.definition.attributes
      let isBackends = values.keys.contains { name in
        declared.contains { $0.id == name && $0.setBy == .backend }
      }
      if isBackends { return nil }
      memory.keep(action, step: step, at: now) { time in
        values.map { name, value in
          .attribute(AttributeChange(attribute: name, setBy: .app, value: value, at: time))
        }
      }
    case .report(let properties):
      memory.keep(action, step: step, at: now) { time in
        properties.map { property, text in
          .attribute(
            AttributeChange(
              attribute: Attribute.ID(property.rawValue), setBy: .device,
              value: .string(property.normalized(text) ?? text), at: time))
        }
      }
    case .timeZone(let name):
      devices[device]?.timeZone = name
      if memory.blueprint.reportedProperties.contains(.timeZone) {
        memory.assume(at: now) {
          [
            .attribute(
              AttributeChange(
                attribute: Attribute.ID(DeviceProperty.timeZone.rawValue), setBy: .device,
                value: .string(name), at: $0))
          ]
        }
      }
    case .open, .relaunch:
      devices[device]?.openedAt = memory.time(at: now) ?? now
      let (blueprint, facts) = (memory.blueprint, memory.facts)
      let version = devices[device]?.appVersion
      memory.assume(at: now) { blueprint.open(in: version, for: facts, at: $0) }
    case .use(let feature, let times, let item, let cost, let parent, let key, _):
      for number in 1...times {
        try memory.use(
          feature, item: item, cost: cost, parent: parent, key: key ?? "\(step)-\(number)",
          on: device, step: step, at: now)
        // It stays made if a later one is refused.
        devices[device]?.memory = memory
      }
    case .release(let feature, let item):
      memory.keepRelease(of: item, in: feature, at: now)
    case .dismiss(let prompt, let times):
      memory.keep(action, step: step, at: now) { time in
        (1...times).map { number in
          .dismissal(
            Dismissal(prompt: prompt, key: Idempotency.Key("\(step)-\(number)"), at: time))
        }
      }
    case .show(let paywall):
      devices[device]?.boughtOn.remove(paywall)
      memory.keep(action, step: step, at: now) {
        [
          .paywall(
            PaywallEvent(
              paywall: paywall, action: .shown, key: Idempotency.Key("\(step)-shown"), at: $0))
        ]
      }
    case .close(let paywall):
      if devices[device]?.boughtOn.remove(paywall) == nil {
        memory.keep(action, step: step, at: now) {
          [
            .paywall(
              PaywallEvent(
                paywall: paywall, action: .closed, key: Idempotency.Key("\(step)-closed"), at: $0))
          ]
        }
      }
    case .buy:
      outcome.purchase = .network
    case .signUp, .signIn, .restore, .reserve, .giveBack, .invite, .join, .leave, .removeMember:
      throw Problem.noNetwork
    case .signOut, .reinstall:
      throw Problem(.invalidValue, "A scenario does this with a network only.")
    }
    guard !memory.isOff else { throw Problem.noNetwork }
    devices[device]?.memory = memory
    event(
      device.rawValue,
      outcome.purchase.map { "\(action.words): \($0.rawValue)" } ?? action.words)
    return outcome
  }
}
