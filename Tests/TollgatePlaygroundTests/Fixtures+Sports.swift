import Tollgate

@testable import TollgatePlayground
@testable import TollgateWords

extension Fixtures {
  static let strikelab: [(name: String, page: PlaygroundPage)] = [
    ("strikelab-onboarding", world(.strikelab, .onboarding(onboarding))),
    ("strikelab-login", world(.strikelab, .login(login))),
    ("strikelab-dashboard", fighting(.dashboard(dashboard), "dashboard")),
    ("strikelab-dashboard-warm", fighting(.dashboard(dashboard), "dashboard", look: .warm)),
    ("strikelab-settings", fighting(.settings(fightSettings), "settings")),
    ("strikelab-paywall", world(.strikelab, .login(login), paywall: fightPaywall)),
    ("strikelab-welcome", world(.strikelab, .login(login), paywall: fightWelcome)),
    ("strikelab-question", world(.strikelab, .login(login), paywall: fightQuestion)),
  ]

  static func fighting(_ screen: PhoneScreen, _ tab: String, look: Look = .glass) -> PlaygroundPage
  {
    world(
      .strikelab, screen, look: look,
      tabs: [
        TabItem(
          label: "Dashboard", icon: .bolt, action: .navigate("dashboard"),
          selected: tab == "dashboard"),
        TabItem(
          label: "Settings", icon: .gear, action: .navigate("settings"),
          selected: tab == "settings"),
      ])
  }

  static let onboarding = OnboardingScreen(
    title: "Train like it counts", text: "Every round measured. Every skill in view.",
    points: [
      PaywallPage.Benefit(icon: "target", title: "Nine skills, one picture"),
      PaywallPage.Benefit(icon: "video", title: "Film a round, see the gaps"),
      PaywallPage.Benefit(icon: "trophy", title: "A plan for today, every day"),
    ],
    button: PageButton(label: "Get started", action: .finishOnboarding, style: .primary))

  static let login = LoginScreen(
    title: "Welcome back", text: "Sign in to pick up where you left off.",
    problem: "That email and password do not match.",
    apple: PageButton(
      label: "Sign in with Apple", action: PageAction("sign-in-apple"), icon: .person,
      style: .tinted),
    anonymous: PageButton(label: "Continue without an account", action: .navigate("main")))

  static let dashboard = DashboardScreen(
    greeting: "Good morning, Maya", subtitle: "Six days in a row. Keep the guard up.",
    badge: "Pro",
    skills: [
      SkillLevel(name: "Jab", level: 72, percent: 72),
      SkillLevel(name: "Cross", level: 64, percent: 64),
      SkillLevel(name: "Hook", level: 48, percent: 48),
      SkillLevel(name: "Kicks", level: 81, percent: 81),
      SkillLevel(name: "Knees", level: 39, percent: 39),
      SkillLevel(name: "Clinch", level: 55, percent: 55),
      SkillLevel(name: "Footwork", level: 68, percent: 68),
      SkillLevel(name: "Defence", level: 59, percent: 59),
      SkillLevel(name: "Cardio", level: 77, percent: 77),
    ],
    tasks: [
      TrackerTask(
        id: "t1", name: "Shadow boxing", detail: "3 rounds of 3 minutes", done: true,
        action: .use("track", item: "t1")),
      TrackerTask(
        id: "t2", name: "Heavy bag", detail: "5 rounds, body hooks",
        action: .use("track", item: "t2")),
      TrackerTask(id: "t3", name: "Mobility", detail: "10 minutes, hips"),
    ],
    stats: [
      Stat(label: "Rounds", value: "42", icon: .bolt),
      Stat(label: "Hours", value: "6.5", icon: .clock),
      Stat(label: "Best day", value: "Tue", icon: .trophy),
    ])

  static let fightSettings = SettingsScreen(sections: [
    SettingsSection(
      title: "Account",
      rows: [
        SettingsRow(label: "Email", value: "maya@example.com", icon: .mail),
        SettingsRow(label: "Sign out", action: .signOut, destructive: true),
      ]),
    SettingsSection(
      title: "Subscription",
      rows: [
        SettingsRow(label: "StrikeLab Pro", value: "Renews Apr 3", badge: "Active", icon: .shield),
        SettingsRow(label: "Restore Purchases", icon: .refresh, action: .restore),
      ]),
  ])

  static let fightPaywall = PaywallSheet(
    id: "main",
    page: PaywallPage(
      title: "Step into the lab",
      intro: [line("The full system: every skill, every round, every day.")],
      benefitsLabel: "What you get",
      offers: [
        PaywallPage.Offer(
          id: "lab.yearly", name: "Yearly", price: "$59.99", period: "per year",
          badge: "2 months free", isSelected: true),
        PaywallPage.Offer(id: "lab.monthly", name: "Monthly", price: "$5.99", period: "per month"),
      ], offersLabel: "Plans", purchaseLabel: "Continue", restoreLabel: "Restore Purchases",
      closeLabel: "Close",
      extras: PaywallPage.Extras(
        tabs: [
          PaywallPage.Tab(id: "lab.yearly", position: 0, title: "Lab", isSelected: true),
          PaywallPage.Tab(id: "lab.team", position: 1, title: "Team"),
        ], tabsLabel: "Tiers")), icon: .bolt,
    benefits: [
      PaywallPage.Benefit(icon: "target", title: "All nine skill tracks"),
      PaywallPage.Benefit(icon: "video", title: "Unlimited round reviews"),
      PaywallPage.Benefit(icon: "calendar", title: "A new plan every week"),
    ], close: .closePaywall)

  static let fightWelcome = page(
    PaywallStepSheet(
      position: "0",
      page: PaywallStep(
        title: "Welcome to the lab", intro: [line("One question leads to your plan.")]),
      icon: .bolt,
      benefits: [PaywallPage.Benefit(icon: "target", title: "All nine skill tracks")],
      proceed: PageButton(label: "Continue", action: .continuePaywall, style: .primary)),
    PaywallProgressBar(line: "Step 1 of 3"))

  static let fightQuestion = page(
    PaywallStepSheet(
      position: "1", page: PaywallStep(title: "What do you train for?"), icon: .bolt,
      answers: [
        PageButton(label: "A fight", action: .answerPaywall(0), style: .tinted),
        PageButton(label: "My health", action: .answerPaywall(1), style: .tinted),
      ]),
    PaywallProgressBar(line: "Step 2 of 3", back: .goBackInPaywall, backLabel: "Back"))

  /// A page before the offer of ``fightPaywall``.
  static func page(_ step: PaywallStepSheet, _ progress: PaywallProgressBar) -> PaywallSheet {
    var sheet = fightPaywall
    sheet.step = step
    sheet.progress = progress
    return sheet
  }

  static let techniq: [(name: String, page: PlaygroundPage)] = [
    ("techniq-home", playing(.training(home), "home")),
    ("techniq-home-warm", playing(.training(home), "home", look: .warm)),
    ("techniq-plan", playing(.reader(plan), "home")),
    (
      "techniq-settings",
      playing(.settings(playSettings), "settings", toast: "No active subscription found.")
    ),
    ("techniq-paywall", playing(.training(home), "home", paywall: playPaywall)),
  ]

  static func playing(
    _ screen: PhoneScreen, _ tab: String, look: Look = .glass, paywall: PaywallSheet? = nil,
    toast: String? = nil
  ) -> PlaygroundPage {
    world(
      .techniq, screen, look: look,
      tabs: [
        TabItem(
          label: "Train", icon: .dumbbell, action: .navigate("home"), selected: tab == "home"),
        TabItem(label: "Library", icon: .book, action: .navigate("library"), selected: false),
        TabItem(
          label: "Settings", icon: .gear, action: .navigate("settings"),
          selected: tab == "settings"),
      ], paywall: paywall, toast: toast)
  }

  static let home = TrainingScreen(
    title: "Ready, Maya?", subtitle: "Match day is Saturday.",
    generators: [
      DrillGenerator(
        title: "Custom drill", icon: .target, text: "Built around your weak foot.",
        status: "1 free use left",
        button: PageButton(label: "Make one", action: .use("custom-drill"), style: .tinted)),
      DrillGenerator(
        title: "Quick drill", icon: .bolt, text: "Ten minutes, one ball.",
        status: "Free use spent", locked: true,
        button: PageButton(label: "Unlock", action: .use("quick-drill"), style: .tinted)),
    ],
    teasers: [
      Teaser(
        id: "daily-coaching", title: "Daily coaching", icon: .brain,
        text: "A word from the touchline each morning.", locked: true,
        button: PageButton(label: "Unlock", action: .showPaywall("daily-coaching"))),
      Teaser(
        id: "recommendations", title: "Recommendations", icon: .star,
        text: "Drills picked for your last session.", locked: true,
        button: PageButton(label: "Unlock", action: .showPaywall("recommendations"))),
      Teaser(
        id: "weekly-adaptation", title: "Weekly adaptation", icon: .refresh,
        text: "Tired legs on Thursday: sprints moved to Monday."),
    ],
    plans: [
      TrainingPlan(
        id: "1", title: "First touch, four weeks", detail: "Made on Feb 12", note: "Read only",
        open: .navigate("plan"))
    ],
    drills: [
      DrillRow(
        name: "Wall pass ladder", detail: "12 min · Passing", icon: .play, open: .navigate("drill")),
      DrillRow(name: "Cone weave", detail: "8 min · Dribbling", icon: .play),
      DrillRow(name: "Two-touch box", detail: "15 min · Control", icon: .play),
    ],
    stats: [
      Stat(label: "Sessions", value: "4", icon: .check),
      Stat(label: "Touches", value: "1,240", icon: .wave),
      Stat(label: "Minutes", value: "96", icon: .clock),
    ])

  static let plan = ReaderScreen(
    title: "First touch, four weeks", subtitle: "Made on Feb 12",
    note: "Made with Pro. Yours to keep.",
    steps: [
      ReaderStep(title: "Week 1: soft feet", text: "Cushion fifty balls a day, both feet."),
      ReaderStep(title: "Week 2: half turn", text: "Receive side-on and play the third man."),
      ReaderStep(title: "Week 3: pressure", text: "Same touches, a defender at your back."),
    ],
    back: PageButton(label: "Train", action: .navigate("home")))

  static let playSettings = SettingsScreen(sections: [
    SettingsSection(
      title: "TechnIQ Pro",
      rows: [
        SettingsRow(label: "Pro", badge: "Active", icon: .trophy),
        SettingsRow(label: "Manage", icon: .bag, action: .manageSubscription),
        SettingsRow(label: "Restore Purchases", icon: .refresh, action: .restore),
      ])
  ])

  static let playPaywall = PaywallSheet(
    id: "custom-drill",
    page: PaywallPage(
      title: "Drills made for you",
      intro: [line("Tell it what went wrong on Saturday. Get the drill that fixes it.")],
      benefitsLabel: "What you get",
      offers: [
        PaywallPage.Offer(
          id: "techniq.pro", name: "TechnIQ Pro", price: "$6.99", period: "per month",
          isSelected: true)
      ], offersLabel: "Plans", purchaseLabel: "Start 7 days free",
      restoreLabel: "Restore Purchases", closeLabel: "Close"), icon: .target,
    benefits: [
      PaywallPage.Benefit(icon: "target", title: "Custom drills, as many as you like"),
      PaywallPage.Benefit(icon: "calendar", title: "A plan that adapts each week"),
      PaywallPage.Benefit(icon: "video", title: "Video picks for your position"),
      PaywallPage.Benefit(icon: "brain", title: "Coaching every morning"),
    ], offer: "7 days free, then $6.99/month", close: .closePaywall)
}
