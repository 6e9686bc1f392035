/// The apps of the playground: the five examples, and the visitor's own.
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
  /// The visitor's own blueprint.
  case own

  /// The five apps that the playground ships with.
  static let examples: [AppName] = [.coachPaid, .coachFree, .grobro, .strikelab, .techniq]

  /// The name in URLs, such as `coach-paid`.
  var description: String { rawValue }

  /// The name on the playground's tab.
  var title: String {
    switch self {
    case .coachPaid, .coachFree: "Coach"
    case .grobro: "GroBro"
    case .strikelab: "StrikeLab"
    case .techniq: "TechnIQ"
    case .own: "Your app"
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
    case .own: "your blueprint"
    }
  }
}
