import Tollgate

@testable import TollgatePlayground

extension Fixtures {
  static let controls = Controls(
    now: "2026-03-03 09:41", nextChange: "in 1 day, Wed 09:12", subscribed: true,
    person: "Person A", toTrialEnd: "in 3 days", toRenewal: "in 7 days",
    menus: ControlMenus(
      store: [
        ControlMenu(
          name: "store", title: "Plan, price",
          choices: [
            ControlChoice(
              "notifications", "Notifications",
              [("now", "Now", "arrive"), ("held", "Late", "wait")],
              holds: "held"),
            ControlChoice(
              "family", "Family", [("off", "Alone", "alone"), ("on", "Shared", "shared")],
              holds: "off", impossible: "Nothing this app sells can be shared."),
          ],
          commands: [
            ControlCommand(verb: "change-plan", value: "monthly", label: "Change the plan"),
            ControlCommand(verb: "accept-price", label: "Agree to the price", disabled: true),
          ])
      ], phone: [customerMenu]))

  private static let customerMenu: ControlMenu = {
    var variants = ControlChoice("variant", of: "page", "page", [], holds: "")
    variants.isWide = true
    variants.note = "Another variant comes with a new customer on a new phone."
    variants.options = [
      ControlChoice.Option(
        value: "control", label: "control", chosen: true, lines: ["50% of customers"]),
      ControlChoice.Option(
        value: "short", label: "short", chosen: false, disabled: true, lines: ["no new customers"]),
    ]
    return ControlMenu(
      name: "customer", title: "Variants, Attributes", choices: [variants],
      fields: [
        ControlField(
          verb: "attribute", subject: "sessions", label: "sessions", type: "number", value: "3"),
        ControlField(
          verb: "property", subject: "appVersion", label: "App version", type: "text",
          value: "1.0", pattern: "[0-9.]+", note: "The blueprint names 2.10."),
      ])
  }()

  private static let file: FilePanel = {
    var panel = FilePanel(app: .coachPaid, file: "coach-paid.yml", version: "1")
    panel.state = "The file has mistakes: the phone shows the last version that worked."
    panel.problems = [
      ProblemRow(
        id: 0, kind: "error", tone: .bad, place: "line 12", text: "a feature has no key `alow`",
        line: "12")
    ]
    panel.canUndo = true
    panel.isChanged = true
    return panel
  }()

  static let panels = Panels(
    membership: MembershipPanel(
      customer: "anon-7f3a91", phase: "trial", tone: .good, condition: "active",
      nextChange: "2026-03-04 09:12 (in 1 day)",
      status: "Day 2 of 3 — 87 conversations left",
      entitlements: [EntitlementRow(name: "premium", until: "2026-03-06 09:12")]),
    file: file,
    life: life,
    features: [
      FeatureRow(
        name: "send-message", answer: "allowed", tone: .good, detail: "Allowed: 13 of 100 used",
        rule: "Rule 2 of 4, if the phase is trial: up to 100 uses in the trial", lines: "41-43",
        limit: "49:36",
        change: "2026-03-06 09:12, in 3 days: Allowed, without a limit",
        skipped: [
          "Rule 1, if the phase is onboarding: any number of uses; not met: the phase is onboarding"
        ],
        phone: "Allowed: 12 of 100 used"),
      FeatureRow(name: "read-conversation", answer: "allowed", tone: .good),
      FeatureRow(
        name: "voice-notes", answer: "refused", tone: .bad, detail: "Refused: 3 of 3 used"),
      FeatureRow(name: "memory", answer: "unknown", tone: .warning),
    ],
    comparison: Comparison(
      phone: "as of 2026-03-02 09:41", server: "now",
      rows: [
        ComparisonRow("Phase", "trial", "trialExpired"),
        ComparisonRow("Entitled to", "premium", "premium"),
      ]),
    ledger: ledger,
    notifications: [
      NotificationRow(
        id: "n2", time: "3 Mar 09:30", type: "DID_CHANGE_RENEWAL_STATUS",
        subtype: "AUTO_RENEW_DISABLED", status: "retrying", tone: .warning),
      NotificationRow(
        id: "n1", time: "3 Mar 09:12", type: "SUBSCRIBED", subtype: "INITIAL_BUY",
        status: "delivered"),
    ],
    nudges: [
      NudgeRow(
        id: "1", time: "5 Mar 09:12",
        text: "Your Coach App trial wraps up tomorrow. Want to keep our conversations going?",
        state: "planned", tone: .warning)
    ])

  static let ledger = LedgerPanel(
    app: .coachPaid, count: "83",
    people: [
      LedgerPerson(id: "", label: "Everybody", selected: true),
      LedgerPerson(id: "anon-7f3a91", label: "anon-7f3a91", note: "on the phone"),
      LedgerPerson(id: "anon-55", label: "anon-55"),
    ],
    rows: [
      LedgerRow(
        id: "6", customer: "anon-7f3a91", time: "3 Mar 09:38", kind: "used",
        summary: "send-message, 13th of this trial"),
      LedgerRow(
        id: "5", customer: "anon-7f3a91", time: "3 Mar 09:12", kind: "trial-started",
        summary: "3 days or 100 messages, terms kept", tone: .good),
      LedgerRow(
        id: "4", customer: "anon-7f3a91", time: "3 Mar 09:12", kind: "transaction",
        summary: "coach.weekly 2000000123456789, introductory offer", tone: .good),
      LedgerRow(
        id: "2", customer: "anon-7f3a91", time: "3 Mar 09:10", kind: "milestone",
        summary: "discovery-complete"),
      LedgerRow(
        id: "1", customer: "anon-55", time: "3 Mar 09:01", kind: "created",
        summary: "anonymous customer, device d-41"),
    ], older: 78)

  static let fact = FactPage(
    app: .coachPaid, fact: ledger.rows[2], json: #"{ "kind" : "transaction" }"#,
    signed: FactPage.Signed(
      name: "a transaction", payload: #"{ "productId" : "coach.weekly" }"#, text: "e30.e30.c2ln"))

  static let life = LifePanel(
    .coachPaid,
    PhaseDiagram(
      Blueprint.Definition(
        app: Blueprint.App(id: "coach", name: "Coach", bundleID: "com.example.coach"),
        onboarding: "met", hasFreeTier: true)),
    past: [PhaseHistory.Span(phase: .free, from: World.start)],
    expected: [
      PhaseHistory.Span(phase: .subscribed, from: World.start.adding(Period(3, .day)))
    ], at: World.start)
}
