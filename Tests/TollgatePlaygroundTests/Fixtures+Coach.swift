import Foundation
import Tollgate

@testable import TollgatePlayground
@testable import TollgateWords

/// Pages as the playground would show them, one for each screen and state.
enum Fixtures {
  static let all: [(name: String, page: PlaygroundPage)] =
    coachPaid + coachFree + grobro + strikelab + techniq + own

  static let coachPaid: [(name: String, page: PlaygroundPage)] = [
    ("coach-paid-discovery", world(.coachPaid, chat(discovery))),
    (
      "coach-paid-paywall",
      world(.coachPaid, chat(readOnly), paywall: coachPaywall(close: .closePaywall))
    ),
    (
      "coach-paid-purchase",
      world(
        .coachPaid, chat(readOnly), paywall: coachPaywall(close: .closePaywall), sheet: purchase)
    ),
    ("coach-paid-trial", world(.coachPaid, chat(trial))),
    ("coach-paid-trial-warm", world(.coachPaid, chat(trial), look: .warm)),
    ("coach-paid-blocked", world(.coachPaid, chat(readOnly))),
    ("coach-paid-loading", world(.coachPaid, .loading(LoadingScreen()))),
    (
      "coach-paid-killed",
      world(
        .coachPaid,
        .home(HomeScreen(clock: "9:41", date: "Tuesday, March 3", name: "Coach")))
    ),
  ]

  static let coachFree: [(name: String, page: PlaygroundPage)] = [
    ("coach-free-trial", world(.coachFree, chat(freeTrial))),
    ("coach-free-trial-warm", world(.coachFree, chat(freeTrial), look: .warm)),
    ("coach-free-xlarge", world(.coachFree, chat(freeTrial), textSize: .xlarge)),
    (
      "coach-free-nudge",
      world(
        .coachFree, chat(freeTrial),
        notification: PhoneNotification(
          title: "Coach",
          text:
            "Your Coach App trial wraps up tomorrow. Want to keep our conversations going?",
          action: .navigate("chat")))
    ),
    ("coach-free-settings", world(.coachFree, .settings(coachSettings))),
    ("coach-free-settings-warm", world(.coachFree, .settings(coachSettings), look: .warm)),
    (
      "coach-free-paywall-warm",
      world(
        .coachFree, chat(freeTrial), look: .warm, paywall: freePaywall)
    ),
    ("coach-free-paywall", world(.coachFree, chat(freeTrial), paywall: freePaywall)),
    ("coach-free-offline", world(.coachFree, chat(freeTrial), offline: true)),
  ]

  static func world(
    _ app: AppName, _ screen: PhoneScreen, look: Look = .glass, textSize: TextSize = .default,
    tabs: [TabItem] = [], paywall: PaywallSheet? = nil, sheet: PhoneSheet? = nil,
    notification: PhoneNotification? = nil, toast: String? = nil, offline: Bool = false
  ) -> PlaygroundPage {
    var controls = controls
    controls.look = look
    controls.textSize = textSize
    controls.offline = offline
    var panels = panels
    panels.file?.app = app
    panels.life?.app = app
    panels.ledger.app = app
    return PlaygroundPage(
      app: app,
      phone: PhonePage(
        app: app, look: look, skin: PhoneSkin(PaywallLook(skin), of: app), textSize: textSize,
        statusBar: StatusBar(time: "9:41", offline: offline), screen: screen, tabs: tabs,
        paywall: paywall, sheet: sheet, notification: notification, toast: toast),
      controls: controls, panels: panels, guide: guide(app))
  }

  /// A skin of its color alone.
  private static let skin = Skin(
    colors: Skin.Palette(
      accent: Skin.Tone(light: Skin.Color(red: 0x1F, green: 0x7A, blue: 0x4D))))

  /// The guide of an app, after the first step of its first journey.
  static func guide(_ app: AppName) -> Guide {
    if app == .own { return Guide(blueprint: blueprint) }
    let journeys = (try? Journeys())?[app] ?? []
    var progress = journeys.first.map(JourneyProgress.init)
    progress?.advance()
    return Guide(journeys, at: progress)
  }

  static func chat(_ screen: ChatScreen) -> PhoneScreen { .chat(screen) }

  static let messages = [
    ChatMessage(
      id: "1", author: .coach,
      text: "Hi, I'm glad you're here. What would you like to be different three months from now?",
      time: "9:32"),
    ChatMessage(
      id: "2", author: .customer,
      text: "I want to stop starting over every Monday. I plan too much and then drop all of it."),
    ChatMessage(
      id: "3", author: .coach,
      text:
        "That sounds tiring, and very human. If only one thing could survive a bad week, which one would you keep?",
      time: "9:36"),
    ChatMessage(id: "4", author: .customer, text: "Walking. Twenty minutes, before the phone."),
    ChatMessage(
      id: "5", author: .coach, text: "Then let's make that one impossible to fail at.", time: "9:38"
    ),
  ]

  static let discovery = ChatScreen(
    subtitle: "Discovery conversation", messages: messages, typing: true,
    finish: PageButton(
      label: "Finish discovery", action: .reach("discovery-complete"), icon: .check, style: .tinted),
    composer: .open(OpenComposer()), settings: .navigate("settings"))

  static let trial = ChatScreen(
    subtitle: "Your coach",
    prompt: PromptCard(
      id: "trial-status", style: .banner, icon: .sparkles,
      text: "Day 2 of 3 — 87 conversations left", percent: 87),
    messages: messages, composer: .open(OpenComposer()), settings: .navigate("settings"))

  static let readOnly = ChatScreen(
    subtitle: "Discovery complete", messages: messages,
    composer: .locked(
      LockedComposer(
        text: "Everything we said stays here. Pick a plan and we go on.",
        button: PageButton(
          label: "See plans", action: .showPaywall("after-discovery"), style: .primary))),
    settings: .navigate("settings"))

  static let freeTrial = ChatScreen(
    subtitle: "Always on your side",
    prompt: PromptCard(
      id: "trial", style: .banner, icon: .sparkles,
      text: "Your free trial has 5 days left — enjoy exploring!",
      button: PageButton(label: "See plans", action: .showPaywall("plans"))),
    messages: messages, composer: .open(OpenComposer()), settings: .navigate("settings"))

  static func line(_ text: String) -> PaywallPage.Line { PaywallPage.Line(id: "", text: text) }

  static let extras = PaywallPage.Extras(
    timelineLabel: "What happens when",
    timeline: [
      PaywallPage.Step(title: "Today", line: "You pay $2.99 for 3 days."),
      PaywallPage.Step(title: "March 6, 2026", line: "Your plan begins at $19.99 per month."),
    ],
    promises: [line("Nothing to pay now")], proofLabel: "What people say",
    proof: [
      PaywallPage.Proof(
        stars: [0, 1, 2, 3, 4], starsLabel: "5 of 5 stars", text: "It remembers me.", by: "Noor"),
      PaywallPage.Proof(text: "Small steps, every day."),
    ],
    questionsLabel: "Questions",
    questions: [PaywallPage.Question(question: "Can I cancel?", answer: "Yes, at any time.")])

  static func coachPaywall(close: PageAction?) -> PaywallSheet {
    PaywallSheet(
      id: "after-discovery",
      page: PaywallPage(
        title: "Keep going with your coach",
        intro: [
          line("You found the one thing worth keeping. Let's build it together, a day at a time.")
        ],
        benefitsLabel: "What you get",
        offers: [
          PaywallPage.Offer(
            id: "coach.weekly", name: "Coach Premium", price: "$2.99", period: "for 3 days",
            offerLine: "then $19.99 per month", savingLine: "$19.99 a month, save 16%",
            badge: "Best value", isSelected: true)
        ], offersLabel: "Plans", purchaseLabel: "Start my 3 days",
        restoreLabel: "Restore Purchases", closeLabel: "Close",
        footnote: "Renews by itself. Cancel any time in your App Store settings.",
        terms: [
          "Your Apple Account is charged at confirmation of purchase.",
          "Renews unless you cancel at least 24 hours before the period ends.",
        ],
        links: [("Terms of Use", "terms"), ("Privacy Policy", "privacy")].compactMap {
          label, page in
          URL(string: "https://example.com/\(page)").map {
            PaywallPage.Link(label: label, url: $0)
          }
        }, extras: extras), icon: .sparkles,
      art: PaywallArt(
        picture: PaywallArt.Picture(address: "data:image/png;base64,", width: "270", height: "180"),
        dark: PaywallArt.Picture(address: "data:image/png;base64,", width: "270", height: "180"),
        alternative: "A notebook"),
      benefits: [
        PaywallPage.Benefit(
          icon: "chat", title: "A coach who remembers",
          detail: "Every conversation picks up where you left it."),
        PaywallPage.Benefit(
          icon: "target", title: "One goal at a time",
          detail: "Small steps that survive a bad week."),
        PaywallPage.Benefit(icon: "heart", title: "Here at 6 am and at midnight"),
      ],
      offer: "$2.99/week for 3 days, then $19.99/month", close: close, closeAfter: 3000)
  }

  static let freePaywall = PaywallSheet(
    id: "plans",
    page: PaywallPage(
      title: "I'd love to keep talking",
      intro: [
        line("Choose the plan that fits you. Everything we shared stays yours either way.")
      ],
      benefitsLabel: "What you get",
      offers: [
        PaywallPage.Offer(
          id: "coach.yearly", name: "Yearly", price: "$79.99", period: "per year",
          offerLine: "$6.67 a month", badge: "Best value", isSelected: true),
        PaywallPage.Offer(
          id: "coach.monthly", name: "Monthly", price: "$9.99", period: "per month"),
      ], offersLabel: "Plans", purchaseLabel: "Continue together",
      restoreLabel: "Restore Purchases", closeLabel: "Close",
      footnote: "Renews by itself until you cancel."), icon: .heart,
    benefits: [
      PaywallPage.Benefit(icon: "infinity", title: "Talk with me as often as you like"),
      PaywallPage.Benefit(icon: "book", title: "I remember what matters to you"),
      PaywallPage.Benefit(icon: "moon", title: "Gentle check-ins, morning and night"),
    ], close: .closePaywall)

  static let purchase = PhoneSheet.purchase(
    PurchaseSheet(
      appName: "Coach", product: "Coach Premium", price: "$19.99 per month",
      offer: "$2.99/week for 3 days", account: "maya@example.com"))

  static let coachSettings = SettingsScreen(
    back: PageButton(label: "Coach", action: .navigate("chat")),
    sections: [
      SettingsSection(
        title: "Account",
        rows: [
          SettingsRow(label: "Signed in", value: "maya@example.com", icon: .person),
          SettingsRow(label: "Sign out", action: .signOut, destructive: true),
        ]),
      SettingsSection(
        title: "Subscription",
        rows: [
          SettingsRow(label: "Plan", value: "Free trial", icon: .sparkles),
          SettingsRow(label: "Days left", value: "5 days", icon: .calendar),
          SettingsRow(label: "View plans", icon: .heart, action: .showPaywall("plans")),
          SettingsRow(label: "Restore Purchases", icon: .refresh, action: .restore),
        ], footer: "I'll let you know a day before the trial wraps up."),
      SettingsSection(title: "About", rows: [SettingsRow(label: "Version", value: "2.4")]),
    ])
}
