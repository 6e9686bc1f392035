import Tollgate

/// What holds for a customer at an instant, as plain values in which the engine and the reference can be compared.
struct Answer: Equatable {
  /// The answer for a feature.
  enum Feature: Equatable {
    case unknown
    case allowed(Limit?)
    case denied(Denial.Reason, Limit?, startsAt: Instant?)
  }

  /// The state of the trial.
  struct Trial: Equatable {
    let purchase: PurchaseID?
    let isActive: Bool
    let activatedAt: Instant?
    let endsAt: Instant?
    let used: Int
    let limit: Int?
    let ending: TrialEnding?
    let pausedAt: Instant?
    let day: Int?
    let days: Int?
    let daysLeft: Int?

    /// A trial that the device had with another customer.
    static func forfeited(at instant: Instant) -> Trial {
      Trial(
        purchase: nil, isActive: false, activatedAt: nil, endsAt: instant, used: 0, limit: nil,
        ending: nil, pausedAt: nil, day: nil, days: nil, daysLeft: nil)
    }
  }

  /// The state of the subscription that represents the plan; its future is compared only while it gives access.
  struct Subscription: Equatable {
    let purchase: PurchaseID
    let product: CatalogProduct.ID
    let condition: StoreCondition
    let expiresAt: Instant?
    let willRenew: Bool?
  }

  var phase: Phase
  var entitlements: [Entitlement.ID]
  var features: [Tollgate.Feature.ID: Feature]
  var trial: Trial?
  /// The other trials.
  var addOnTrials: [Tollgate.Trial.ID: Trial]
  var subscription: Subscription?
}

extension Answer: CustomStringConvertible {
  var description: String { lines.joined(separator: "\n") }

  /// One line for each value that can differ.
  var lines: [String] {
    var lines = [
      "phase \(phase)", "entitled \(entitlements.map(\.rawValue).joined(separator: " "))",
      "trial \(trial.map { "\($0)" } ?? "none")",
      "trials "
        + addOnTrials.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        .joined(separator: "; "),
      "subscription \(subscription.map { "\($0)" } ?? "none")",
    ]
    for (id, answer) in features.sorted(by: { $0.key < $1.key }) { lines.append("\(id) \(answer)") }
    return lines
  }

  /// The lines of two answers that differ, the reference's first.
  static func differences(reference: Answer, engine: Answer) -> [String] {
    zip(reference.lines, engine.lines).filter { $0 != $1 }.map {
      "reference: \($0)\n   engine: \($1)"
    }
  }
}

extension Answer.Feature: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknown: "unknown"
    case .allowed(let limit):
      "allowed" + (limit.map { ", \($0.used) of \($0.limit) \($0.scope)" } ?? "")
    case .denied(let reason, let limit, let startsAt):
      "denied, \(reason)" + (limit.map { ", \($0.used) of \($0.limit) \($0.scope)" } ?? "")
        + (startsAt.map { ", starts at \($0)" } ?? "")
    }
  }
}

extension Answer.Trial: CustomStringConvertible {
  var description: String {
    [
      isActive ? "active" : "not active", purchase.map { "of \($0)" },
      activatedAt.map { "from \($0)" }, endsAt.map { "to \($0)" },
      "\(used) of \(limit.map(String.init) ?? "any") used",
      ending.map { "ended by \($0)" }, day.map { "day \($0)" }, days.map { "of \($0)" },
      daysLeft.map { "\($0) left" },
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

extension Answer.Subscription: CustomStringConvertible {
  var description: String {
    [
      "\(purchase)", "\(product)", "\(condition)", expiresAt.map { "to \($0)" },
      willRenew.map { $0 ? "renews" : "does not renew" },
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
