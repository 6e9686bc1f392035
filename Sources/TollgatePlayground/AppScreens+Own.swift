import Tollgate
import TollgateClient

/// Any blueprint: its features as cards, its prompts, milestones and paywalls.
extension AppScreens {
  var ownScreen: PhoneScreen {
    switch session.screen {
    case "settings":
      .settings(
        SettingsScreen(
          title: words[.settings], sections: [subscriptionSection(.crown), accountSection]))
    case "login": .login(loginScreen)
    default: .features(features)
    }
  }

  private var features: FeaturesScreen {
    FeaturesScreen(
      title: blueprint.app.name, subtitle: models.settings.planLine, prompts: prompts,
      cards: blueprint.definition.features.map(card),
      milestones: blueprint.definition.milestones.map { milestone in
        let isBackends = blueprint.definition.backendMilestones.contains(milestone)
        let isReached = client.membership?.milestone(milestone) == .reached
        return SettingsRow(
          label: words[isReached ? .reached : .reach, milestone.rawValue],
          icon: isReached ? .check : .target,
          action: isReached || isBackends ? nil : .reach(milestone.rawValue))
      },
      paywalls: blueprint.definition.paywalls.map {
        SettingsRow(
          label: words[.show, $0.id.rawValue], icon: .bag, action: .showPaywall($0.id.rawValue))
      }, labels: FeatureLabels(words))
  }

  /// The prompts of all placements, or else the banner of a trial that runs.
  private var prompts: [PromptCard] {
    var placements: [Placement.ID] = []
    for prompt in blueprint.definition.prompts where !placements.contains(prompt.placement) {
      placements.append(prompt.placement)
    }
    let prompts = placements.compactMap { prompt(at: $0) }
    guard prompts.isEmpty, var banner = trialBanner(id: "trial") else { return prompts }
    banner.percent = models.banner.content?.percentLeft
    return [banner]
  }

  private func card(_ feature: Feature) -> FeatureCard {
    let model = models.card(feature.id)
    return FeatureCard(
      id: feature.id.rawValue, title: model.title, icon: Icon(rawValue: model.icon) ?? .star,
      text: model.detail, status: model.statusLine, locked: model.isLocked,
      button: unlock(model)
        ?? PageButton(
          label: words[feature.holdsItems ? .add : .use], action: .use(feature.id.rawValue),
          style: .primary),
      itemsLabel: words[.held, model.title],
      items: content.items.filter { $0.feature == feature.id }.map {
        HeldItem(
          item: $0.item.rawValue, label: words[.delete, $0.item.rawValue],
          release: .release(feature.id.rawValue, item: $0.item.rawValue))
      })
  }
}
