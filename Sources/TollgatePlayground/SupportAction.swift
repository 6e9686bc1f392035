import Tollgate

/// What the visitor does for the customer on the phone as an operator.
enum SupportAction: Hashable, Sendable {
  /// How long a grant lasts.
  enum GrantLength: String, CaseIterable {
    case week
    case endless
  }

  case extendTrial(Trial.ID)
  case pauseTrial(Trial.ID)
  case resumeTrial(Trial.ID)
  case grant(Entitlement.ID, GrantLength)
  /// Revokes every grant of the entitlement that runs.
  case revoke(Entitlement.ID)
  /// Gives a grant that the blueprint lists, as the app's backend if it may.
  case give(GrantTerms.ID)
  /// Reports a milestone that only the app's backend reports.
  case reach(Milestone.ID)

  static let extensionDays = 3

  /// Reads the name, the subject and the value of a form; nil if they are not from the page.
  init?(_ name: String, of subject: String, _ value: String) {
    let action: SupportAction? =
      switch name {
      case "extend-trial": .extendTrial(Trial.ID(subject))
      case "pause-trial": .pauseTrial(Trial.ID(subject))
      case "resume-trial": .resumeTrial(Trial.ID(subject))
      case "give": .give(GrantTerms.ID(subject))
      case "reach-milestone": .reach(Milestone.ID(subject))
      case "grant" where value.isEmpty: .revoke(Entitlement.ID(subject))
      case "grant": GrantLength(rawValue: value).map { .grant(Entitlement.ID(subject), $0) }
      default: nil
      }
    guard let action else { return nil }
    self = action
  }

  /// What the visitor did, as the ledger's heading for the facts that follow.
  var title: String {
    switch self {
    case .extendTrial(let trial): "Extended \(trial) by \(Self.extensionDays) days, as an operator"
    case .pauseTrial(let trial): "Paused \(trial), as an operator"
    case .resumeTrial(let trial): "Resumed \(trial), as an operator"
    case .grant(let entitlement, .week): "Granted \(entitlement) for a week, as an operator"
    case .grant(let entitlement, .endless): "Granted \(entitlement) without an end, as an operator"
    case .revoke(let entitlement): "Revoked the grant of \(entitlement), as an operator"
    case .give(let name): "Gave \(name), which the blueprint lists"
    case .reach(let milestone): "Reported \(milestone), as the backend"
    }
  }
}
