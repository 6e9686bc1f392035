import AppStoreSimulator
import Tollgate
import TollgateBlueprints
import TollgateServer
import TollgateSimulation
import TollgateWire
import TollgateWords

extension ScenarioRunner {
  var language: String { scenario.blueprint.blueprint.app.language }

  /// What holds on a device: what the server says, or what a device without a network knows.
  func membership(_ device: Device.ID) async throws(Problem) -> Membership {
    if let memory = devices[device]?.memory { return memory.membership(at: clock.now) }
    return try await service.customers.membership(of: try await caller(device))
  }

  /// Refreshes every device in use: schedules its nudges again, and shows what changed.
  func settle() async {
    await sendNudges()
    for name in devices.keys.sorted() where devices[name]?.isInUse ?? false {
      devices[name]?.memory?.timePassed(until: clock.now)
      do throws(Problem) {
        let membership = try await membership(name)
        devices[name]?.schedule(membership)
        try await wordNudges(name, membership)
        show(name, membership.state, membership.answers, membership.nextChange)
      } catch {
        show(name, "the membership cannot be read: \(error.code.rawValue)", "", nil)
      }
    }
  }

  /// Fills in the values of the nudges that a device has just scheduled.
  private func wordNudges(_ name: Device.ID, _ membership: Membership) async throws(Problem) {
    guard let device = devices[name] else { return }
    let new = device.scheduled.filter { device.nudgeLines[$0] == nil }
    if new.isEmpty { return }
    let customer = try await customer(name)
    for nudge in new {
      devices[name]?.nudgeLines[nudge] = membership.line(nudge.text, in: language, for: customer)
    }
  }

  private func show(
    _ name: Device.ID, _ phase: String, _ answers: String, _ nextChange: Instant?
  ) {
    let lag = lag(of: name)
    devices[name]?.nextChange = nextChange?.advanced(by: lag)
    let state = phase + answers
    guard devices[name]?.shown != state else { return }
    devices[name]?.shown = state
    let device = devices.count > 1 ? "\(name): " : ""
    let next = nextChange.map { "next change \($0)" } ?? "no next change"
    timeline.lines.append(.state(clock.now, "\(device)\(phase), \(next)\(answers)"))
  }

  /// Compares what a step expects with what holds.
  func check(_ step: Step, _ outcome: ActionOutcome) async {
    let expectations = step.expectations.map(\.value)
    if let refusal = outcome.refusal, !expectations.contains(where: { $0.outcome == .refusal }) {
      fail(step, "the action was refused: \(refusal.code.rawValue)", expected: "that it succeeds")
    }
    if let purchase = outcome.purchase, case .buy(let wanted) = step.action,
      wanted.outcome == .buy, purchase != .success,
      !expectations.contains(where: { $0.outcome == .purchase })
    {
      fail(step, "the purchase ended as `\(purchase.rawValue)`", expected: "`success`")
    }
    guard !expectations.isEmpty else { return }
    do throws(Problem) {
      let state = try await state(step, outcome)
      for expectation in step.expectations {
        guard let mismatch = expectation.value.mismatch(state) else { continue }
        fail(
          step, at: expectation.position, "\(expectation.value.subject) is \(mismatch.found)",
          expected: mismatch.expected)
      }
    } catch {
      fail(step, "the membership cannot be read: \(error.code.rawValue)")
    }
  }

  private func state(
    _ step: Step, _ outcome: ActionOutcome
  ) async throws(Problem) -> DeviceState {
    DeviceState(
      membership: try await membership(step.device), customer: try await customer(step.device),
      device: devices[step.device], outcome: outcome, language: step.language ?? language,
      store: store, account: account(of: step.device))
  }

  /// What is recorded about the customer of a device, or what the device knows without a network.
  private func customer(_ device: Device.ID) async throws(Problem) -> Customer {
    if let memory = devices[device]?.memory { return memory.facts }
    return try await service.customers.snapshot(of: try await caller(device)).facts
  }
}

extension Membership {
  /// The phase, with the add-on trials that run.
  fileprivate var state: String {
    let running = addOnTrials.filter(\.isActive).map(\.id.rawValue)
    return phase.rawValue + (running.isEmpty ? "" : " with \(running.joined(separator: ", "))")
  }

  /// The answers for each feature, in one line.
  fileprivate var answers: String {
    let answers = blueprint.definition.features.map { ($0.id, access(to: $0.id)) }
    let parts: [(String, [String])] = [
      ("yes", answers.compactMap { id, access in access.allowedWords.map { "\(id)\($0)" } }),
      ("no", answers.compactMap { id, access in access.deniedWords.map { "\(id)\($0)" } }),
    ]
    return parts.filter { !$0.1.isEmpty }.map {
      "; \($0.0): \($0.1.joined(separator: ", "))"
    }.joined()
  }
}

extension Access {
  /// What follows the name of an allowed feature; nil if it is not allowed.
  fileprivate var allowedWords: String? {
    switch self {
    case .allowed(let limit?) where limit.scope == .credits:
      " (\(Wallet.credits(limit.remaining)) left)"
    case .allowed(let limit): limit.map { " (\($0.remaining) left)" } ?? ""
    case .denied, .unknown: nil
    }
  }

  /// What follows the name of a denied feature; nil if it is not denied.
  fileprivate var deniedWords: String? {
    switch self {
    case .denied(let denial): denial.startsAt.map { " (until \($0))" } ?? ""
    case .allowed, .unknown: nil
    }
  }
}
