@testable import TollgatePlayground

extension Fixtures {
  static let own: [(name: String, page: PlaygroundPage)] = [
    ("own-features", world(.own, .features(features), tabs: ownTabs)),
    ("own-features-warm", world(.own, .features(features), look: .warm, tabs: ownTabs)),
  ]

  private static let ownTabs = [
    TabItem(label: "Features", icon: .sparkles, action: .navigate("main"), selected: true),
    TabItem(label: "Settings", icon: .gear, action: .navigate("settings")),
  ]

  static let features = FeaturesScreen(
    title: "Trail", subtitle: "Free",
    prompts: [
      PromptCard(
        id: "more-maps", icon: .book, text: "Every map in your pocket",
        button: PageButton(label: "See plans", action: .actOnPrompt("more-maps")))
    ],
    cards: [
      FeatureCard(
        id: "maps", title: "Maps", icon: .book, text: "Maps for the way.", status: "1 left",
        button: PageButton(label: "Add", action: .use("maps"), style: .primary),
        items: [
          HeldItem(
            item: "maps-1", label: "Delete maps-1", release: .release("maps", item: "maps-1"))
        ]),
      FeatureCard(
        id: "photos", title: "photos", icon: .star, status: "Locked", locked: true,
        button: PageButton(label: "Unlock", action: .showPaywall("photos"), icon: .lock)),
    ],
    milestones: [
      SettingsRow(label: "Reach first-hike", icon: .target, action: .reach("first-hike"))
    ],
    paywalls: [SettingsRow(label: "Show plans", icon: .bag, action: .showPaywall("plans"))])

  static let blueprint = BlueprintCard(
    BlueprintReading(
      name: "trail.yml", file: nil,
      problems: [
        BlueprintReading.Problem(
          kind: .error, file: "trail/paywalls.yml", line: 5, text: "a paywall has no key `packges`",
          source: "packges: [trail.yearly]"),
        BlueprintReading.Problem(
          kind: .warning, file: "trail.yml", line: 0, text: "the app has no `appleID`", source: nil),
        BlueprintReading.Problem(
          kind: .finding, file: "trail.yml", line: 12, text: "free ride: the customer does not pay",
          source: "export:", history: "the customer buys trail.monthly"),
      ], isSearched: false))
}
