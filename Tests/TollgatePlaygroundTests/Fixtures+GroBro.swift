import Tollgate

@testable import TollgatePlayground
@testable import TollgateWords

extension Fixtures {
  static let grobro: [(name: String, page: PlaygroundPage)] = [
    ("grobro-garden", growing(.garden(garden(full: true)), "garden")),
    ("grobro-garden-warm", growing(.garden(garden(full: true)), "garden", look: .warm)),
    ("grobro-lapsed", growing(.garden(lapsed), "garden")),
    ("grobro-analytics", growing(.analytics(analytics), "analytics")),
    ("grobro-export", growing(.export(export), "export")),
    ("grobro-settings", growing(.settings(growSettings), "settings")),
    ("grobro-upgrade", growing(.garden(garden(full: true)), "garden", paywall: upgrade)),
    (
      "grobro-progress",
      growing(
        .garden(garden(full: true)), "garden", paywall: upgrade,
        sheet: .progress(ProgressSheet(text: "Confirming your purchase…")))
    ),
    (
      "grobro-welcome",
      growing(
        .garden(garden(full: false)), "garden",
        sheet: .welcome(
          WelcomeSheet(
            title: "Welcome to Pro!", text: "Your garden has no fences now.",
            button: PageButton(label: "Let's grow", action: .closeSheet, style: .primary),
            closesAfter: 2000)))
    ),
    (
      "grobro-error",
      growing(
        .garden(garden(full: true)), "garden", paywall: upgrade,
        sheet: .alert(
          AlertSheet(
            title: "No connection",
            text: "The App Store could not be reached. Nothing was charged.",
            tryAgain: PageButton(label: "Try Again", action: .tryAgain, style: .primary),
            cancel: PageButton(label: "Cancel", action: .closeSheet))))
    ),
  ]

  static func growing(
    _ screen: PhoneScreen, _ tab: String, look: Look = .glass, paywall: PaywallSheet? = nil,
    sheet: PhoneSheet? = nil
  ) -> PlaygroundPage {
    world(
      .grobro, screen, look: look,
      tabs: [
        TabItem(
          label: "Garden", icon: .leaf, action: .navigate("garden"), selected: tab == "garden"),
        TabItem(
          label: "Analytics", icon: .chart, action: .navigate("analytics"),
          selected: tab == "analytics"),
        TabItem(
          label: "Export", icon: .export, action: .navigate("export"), selected: tab == "export"),
        TabItem(
          label: "Settings", icon: .gear, action: .navigate("settings"),
          selected: tab == "settings"),
      ], paywall: paywall, sheet: sheet)
  }

  static let plants = [
    Plant(
      id: "p1", name: "Monty", detail: "Monstera · water tomorrow", art: .monstera,
      release: .release("add-plant", item: "p1")),
    Plant(
      id: "p2", name: "Spike", detail: "Cactus · happy", art: .cactus,
      release: .release("add-plant", item: "p2")),
    Plant(
      id: "p3", name: "Fern Gully", detail: "Fern · mist today", art: .fern,
      release: .release("add-plant", item: "p3")),
  ]

  static func garden(full: Bool) -> GardenScreen {
    GardenScreen(
      subtitle: full ? "3 of 3 plants" : "3 plants, room for more", plants: plants,
      prompt: full
        ? PromptCard(
          id: "garden", style: .card, icon: .leaf, title: "Your garden is thriving",
          text: "Track unlimited plants with Pro.",
          button: PageButton(
            label: "Upgrade to Pro", action: .showPaywall("upgrade"), style: .primary),
          dismiss: .dismissPrompt("garden")) : nil,
      add: AddPlant(locked: full))
  }

  static let lapsed = GardenScreen(
    subtitle: "5 plants, 3 in the free plan",
    plants: plants + [
      Plant(
        id: "p4", name: "Rosa", detail: "Kept, read only", art: .flower, locked: true,
        release: .release("add-plant", item: "p4")),
      Plant(
        id: "p5", name: "Echo", detail: "Kept, read only", art: .succulent, locked: true,
        release: .release("add-plant", item: "p5")),
      Plant(id: "p6", name: "Hiss", detail: "Snake plant", art: .snake),
      Plant(id: "p7", name: "Roma", detail: "Tomato", art: .tomato),
      Plant(id: "p8", name: "Basil", detail: "Basil", art: .basil),
    ], add: AddPlant(locked: true))

  static let analytics = AnalyticsScreen(
    prompt: PromptCard(
      id: "analytics", style: .banner, icon: .chart, text: "Unlock advanced analytics with Pro",
      button: PageButton(label: "Unlock", action: .showPaywall("upgrade")),
      dismiss: .dismissPrompt("analytics")),
    stats: [
      Stat(label: "Plants", value: "3", icon: .leaf),
      Stat(label: "Watered", value: "12×", icon: .water),
      Stat(label: "Streak", value: "6 days", icon: .bolt),
    ],
    bars: zip(["M", "T", "W", "T", "F", "S", "S"], [30, 45, 38, 62, 70, 84, 92]).map {
      ChartBar(label: $0, value: "\($1) mm", percent: $1)
    },
    locked: PageButton(
      label: "Unlock growth charts", action: .showPaywall("upgrade"), style: .primary))

  static let export = ExportScreen(
    text: "Your garden is yours. Take it anywhere.",
    formats: [
      ExportFormat(
        name: "Plant list", detail: "A plain text file", icon: .receipt, action: .use("export-text")
      ),
      ExportFormat(
        name: "Spreadsheet", detail: "Every watering as CSV", icon: .chart, locked: true,
        action: .use("export-csv")),
      ExportFormat(
        name: "Photo diary", detail: "A PDF to print", icon: .camera, locked: true,
        action: .use("export-pdf")),
    ],
    prompt: PromptCard(
      id: "export", style: .inline, icon: .export, text: "Spreadsheets and diaries come with Pro.",
      button: PageButton(label: "Upgrade to Pro", action: .showPaywall("upgrade")),
      dismiss: .dismissPrompt("export")))

  static let growSettings = SettingsScreen(sections: [
    SettingsSection(
      title: "Plan",
      rows: [
        SettingsRow(label: "Pro Plan", value: "Renews Apr 3, 2026", badge: "Active", icon: .crown),
        SettingsRow(label: "Upgrade", icon: .bolt, action: .showPaywall("upgrade")),
        SettingsRow(label: "Restore Purchases", icon: .refresh, action: .restore),
        SettingsRow(label: "Manage Subscription", icon: .bag, action: .manageSubscription),
      ]),
    SettingsSection(
      title: "Garden",
      rows: [
        SettingsRow(label: "Reminders", value: "8:00", icon: .bell),
        SettingsRow(label: "Backup", value: "On", icon: .cloud),
      ]),
  ])

  static let upgrade = PaywallSheet(
    id: "upgrade",
    page: PaywallPage(
      title: "Grow without limits", intro: [line("Everything your jungle needs, in one plan.")],
      benefitsLabel: "What you get",
      offers: [
        PaywallPage.Offer(
          id: "pro.yearly", name: "Yearly", price: "$29.99", period: "per year",
          offerLine: "Start 7-day free trial", badge: "Save 37%", isSelected: true),
        PaywallPage.Offer(id: "pro.monthly", name: "Monthly", price: "$3.99", period: "per month"),
      ], offersLabel: "Plans", purchaseLabel: "Start 7-day free trial",
      restoreLabel: "Restore Purchases", closeLabel: "Close",
      footnote: "Then $29.99 per year. Cancel any time."), icon: .leaf,
    benefits: [
      PaywallPage.Benefit(icon: "infinity", title: "Track unlimited plants"),
      PaywallPage.Benefit(icon: "chart", title: "See what makes them grow"),
      PaywallPage.Benefit(icon: "export", title: "Take your data anywhere"),
      PaywallPage.Benefit(icon: "bell", title: "Reminders that know the season"),
      PaywallPage.Benefit(icon: "cloud", title: "Your garden on every device"),
    ], close: .closePaywall)
}
