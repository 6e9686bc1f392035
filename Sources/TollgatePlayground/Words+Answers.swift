import Tollgate
import TollgateWords

extension Words {
  /// An answer as a sentence: "Allowed: 13 of 100 used", "Refused: 100 of 100 used, plan starts 2026-03-05 09:41".
  static func answer(_ access: Access) -> String {
    switch access {
    case .unknown: "Unknown: the app never removes access, and shows no paywall"
    case .allowed(nil): "Allowed, without a limit"
    case .allowed(.some(let limit)): "Allowed: \(used(limit))"
    case .denied(let denial): "Refused: \(refusal(denial))"
    }
  }

  private static func refusal(_ denial: Denial) -> String {
    let reason =
      switch denial.reason {
      case .notIncluded: "not included in what the customer has"
      case .limitReached:
        denial.limit.map { limit in
          used(limit) + (limit.asked.map { ", and \($0) asked for" } ?? "")
        } ?? "the allowance is used up"
      }
    if let start = denial.startsAt { return "\(reason), plan starts \(moment(start))" }
    if denial.isManagedInStore { return "\(reason), the store's settings bring it back" }
    return denial.paywall.map { "\(reason); the app shows the paywall \($0)" } ?? reason
  }

  private static func used(_ limit: Limit) -> String {
    limit.usage { moment($0) }
  }

  /// What a rule gives: "up to 100 uses in the trial".
  static func allowance(_ allowance: Feature.Allowance) -> String {
    switch allowance {
    case .unlimited: "any number of uses"
    case .limited(let quota): quota.words
    case .spend(let wallet, let others, let cost?):
      "\(([wallet] + others).map(\.rawValue).joined(separator: ", then ")): \(cost) a use"
    case .spend(let wallet, let others, nil):
      "as much as \(([wallet] + others).map(\.rawValue).joined(separator: " and ")) can pay for"
    case .all(let limits): limits.map(Self.allowance).joined(separator: " and ")
    case .first(let choices): choices.map(Self.allowance).joined(separator: ", then ")
    case .denied: "denied"
    }
  }
}
