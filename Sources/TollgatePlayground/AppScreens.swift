import Tollgate
import TollgateClient

/// The screens of a running app, built from its models, its session and its own data.
@MainActor
struct AppScreens {
  let app: AppName
  let blueprint: Blueprint
  let models: AppModels
  let session: AppSession
  let content: AppContent

  var client: TollgateClient { models.client }

  /// What the app says in addition to its blueprint's texts, in their language.
  var words: PhoneWords { PhoneWords.words(in: client.language) }

  var isPro: Bool { client.visibility(.showForPro, entitlement: "pro") == .visible }

  var screen: PhoneScreen {
    guard client.phase != .unknown || needsSignIn else { return .loading(LoadingScreen()) }
    return switch app {
    case .coachPaid, .coachFree: coachScreen
    case .grobro: gardenScreen
    case .strikelab: strikeScreen
    case .techniq: trainingScreen
    case .own: ownScreen
    }
  }

  /// Whether the app requires a sign-in before anything else.
  var needsSignIn: Bool {
    switch app {
    case .coachFree, .strikelab: client.account == nil
    case .coachPaid, .grobro, .techniq, .own: false
    }
  }

  var tabs: [TabItem] {
    guard client.phase != .unknown, session.reading == nil, session.screen != "login" else {
      return []
    }
    let all: [(String, Icon, String)] =
      switch app {
      case .coachPaid, .coachFree: []
      case .grobro:
        [
          ("Garden", .leaf, "main"), ("Analytics", .chart, "analytics"),
          ("Export", .export, "export"), ("Settings", .gear, "settings"),
        ]
      case .strikelab:
        isInside ? [("Lab", .target, "main"), ("Settings", .gear, "settings")] : []
      case .techniq: [("Train", .dumbbell, "main"), ("Settings", .gear, "settings")]
      case .own:
        [(words[.features], .sparkles, "main"), (words[.settings], .gear, "settings")]
      }
    return all.map {
      TabItem(label: $0.0, icon: $0.1, action: .navigate($0.2), selected: session.screen == $0.2)
    }
  }

  /// The button that shows the paywall of a locked feature.
  func unlock(_ card: LockedCardModel) -> PageButton? {
    card.actionLabel.map {
      PageButton(
        label: $0, action: .showPaywall(card.feature.rawValue), icon: .lock, style: .tinted)
    }
  }

  /// The banner of a trial that runs, with a button for the plans.
  func trialBanner(id: String) -> PromptCard? {
    models.banner.content.map { content in
      PromptCard(
        id: id, style: .banner, icon: Icon(rawValue: content.icon) ?? .sparkles,
        text: content.text,
        button: content.actionLabel.map {
          PageButton(label: $0, action: .upgrade, style: .tinted)
        })
    }
  }

  func prompt(at placement: Placement.ID) -> PromptCard? {
    guard let prompt = models.prompt(at: placement).content,
      !session.dismissed.contains(prompt.id)
    else { return nil }
    let style: PromptStyle =
      switch prompt.shape {
      case .card: .card
      case .banner: .banner
      case .inline: .inline
      }
    let id = prompt.id.rawValue
    return PromptCard(
      id: id, style: style, icon: Icon(rawValue: prompt.icon) ?? .sparkles, text: prompt.text,
      button: prompt.actionLabel.map {
        PageButton(label: $0, action: .actOnPrompt(id), style: .tinted)
      },
      dismiss: prompt.dismissLabel.map { _ in .dismissPrompt(id) },
      label: prompt.accessibilityLabel, dismissLabel: prompt.dismissLabel ?? "")
  }
}
