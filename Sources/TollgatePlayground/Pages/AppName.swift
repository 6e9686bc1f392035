/// The five apps of the playground.
enum AppName: String, CaseIterable, CustomStringConvertible, Sendable, Equatable {
  /// The coach with a paid trial.
  case coachPaid = "coach-paid"
  /// The coach with a free trial.
  case coachFree = "coach-free"
  /// The plant tracker.
  case grobro
  /// The combat sports tracker.
  case strikelab
  /// The soccer trainer.
  case techniq

  /// The name in URLs, such as `coach-paid`.
  var description: String { rawValue }

  /// The name on the playground's tab.
  var title: String {
    switch self {
    case .coachPaid, .coachFree: "Coach"
    case .grobro: "GroBro"
    case .strikelab: "StrikeLab"
    case .techniq: "TechnIQ"
    }
  }

  /// What distinguishes the app on the playground's tab.
  var tagline: String {
    switch self {
    case .coachPaid: "paid trial"
    case .coachFree: "free trial"
    case .grobro: "Pro tier"
    case .strikelab: "accounts"
    case .techniq: "freemium"
    }
  }
}
