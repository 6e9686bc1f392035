import Tollgate
import TollgateBlueprints
import TollgateServer
import TollgateWire

extension Stage {
  var language: String { scenario.blueprint.blueprint.app.language }

  func membership(_ device: Device.ID) async throws(Problem) -> Membership {
    try await service.customers.membership(of: try await caller(device))
  }

  /// Refreshes every device in use: schedules its nudges again, and shows what changed.
  func settle() async {
    for name in handsets.keys.sorted() where handsets[name]?.token != nil {
      do throws(Problem) {
        let membership = try await membership(name)
        handsets[name]?.scheduled = membership.nudges
        show(name, membership.phase.rawValue, membership.answers, membership.nextChange)
      } catch {
        show(name, "the membership cannot be read: \(error.code.rawValue)", "", nil)
      }
    }
  }

  private func show(
    _ name: Device.ID, _ phase: String, _ answers: String, _ nextChange: Instant?
  ) {
    handsets[name]?.nextChange = nextChange
    let state = phase + answers
    guard handsets[name]?.shown != state else { return }
    handsets[name]?.shown = state
    let device = handsets.count > 1 ? "\(name): " : ""
    let next = nextChange.map { "next change \($0)" } ?? "no next change"
    timeline.lines.append(.state(clock.now, "\(device)\(phase), \(next)\(answers)"))
  }

  /// Compares what a step expects with what holds.
  func check(_ step: Step, _ ending: Ending) async {
    let isRefusalExpected = step.checks.contains {
      if case .refused = $0.subject { true } else { false }
    }
    if let refusal = ending.refusal, !isRefusalExpected {
      fail(step, "the action was refused: \(refusal.code.rawValue)", expected: "that it succeeds")
    }
    if let purchase = ending.purchase, case .buy(_, .buy, _) = step.action, purchase != "success",
      !step.checks.contains(where: { $0.subject == .purchase })
    {
      fail(step, "the purchase ended as `\(purchase)`", expected: "`success`")
    }
    guard !step.checks.isEmpty else { return }
    do throws(Problem) {
      let scene = try await scene(step, ending)
      for check in step.checks {
        let found = scene.answer(to: check.subject)
        guard found != check.expected else { continue }
        fail(
          step, at: check.place, "\(check.subject.words) is \(found)", expected: check.expected)
      }
    } catch {
      fail(step, "the membership cannot be read: \(error.code.rawValue)")
    }
  }

  private func scene(_ step: Step, _ ending: Ending) async throws(Problem) -> Scene {
    let caller = try await caller(step.device)
    let snapshot = try await service.customers.snapshot(of: caller)
    return Scene(
      membership: try await service.customers.membership(of: caller), customer: snapshot.facts,
      handset: handsets[step.device], ending: ending, language: step.language ?? language)
  }
}

extension Membership {
  /// What each feature answers, in one line.
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
