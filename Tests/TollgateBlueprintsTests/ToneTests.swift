import Foundation
import Testing
import Tollgate
import TollgateBlueprints
import TollgateWords

@Suite("The tone rule")
struct ToneTests {
  @Test(
    "CF-7 a line with a phrase from the tone list is refused, wherever it is",
    arguments: [
      ("Trial expires in {trial.daysLeft} days", "Trial expires"),
      ("Your TRIAL PERIOD ENDED yesterday", "Trial period ended"),
      ("Please subscribe  to continue.", "Subscribe to continue"),
      ("This isn’t available.", "isn't available"),
    ])
  func own(line: String, phrase: String) throws {
    let yaml = try String(contentsOfFile: path(of: "coach-free"), encoding: .utf8)
    let written = "en: See plans, de: Pläne ansehen"
    let changed = yaml.replacingOccurrences(of: written, with: "en: \"\(line)\", de: Pläne")
    #expect(changed != yaml)
    let report = BlueprintCheck.check(changed, name: "coach-free.yml") { name in
      try Data(contentsOf: repository.appendingPathComponent("Blueprints/\(name)"))
    }
    #expect(!report.isGood)
    let place = yaml.split(separator: "\n", omittingEmptySubsequences: false)
      .firstIndex { $0.contains(written) }.map { $0 + 1 }
    #expect(
      report.diagnostics.map(\.description) == [
        "coach-free.yml:\(place ?? 0):19: error: the text says “\(phrase)”, which the tone list "
          + "rules out"
      ])
  }

  private func blueprint(_ more: String) -> String {
    """
    app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
    features: { send-message: allow }
    \(more)
    """
  }

  @Test(
    "CF-7 a standard line that the blueprint does not replace is refused, in each language it speaks",
    arguments: [
      (
        "texts: { hello: Hello }\nneverSay: [unwelcome, something WENT wrong]",
        [
          "4:23: error: the standard text `error.other` says “something WENT wrong” in `en`, which "
            + "the tone list rules out; replace it in `texts`",
          "4:23: error: the standard text `error.unknown` says “something WENT wrong” in `en`, "
            + "which the tone list rules out; replace it in `texts`",
        ]
      ),
      (
        "texts: { error.other: I ran into a problem., error.unknown: I did it again. }\n"
          + "neverSay: [Something went wrong]", []
      ),
      // What the app never speaks is not shown.
      ("texts: { hello: Hello }\nneverSay: [Probezeit ist vorbei]", []),
      (
        "texts: { hello: { en: Hello, de-AT: Servus } }\nneverSay: [Probezeit ist vorbei]",
        [
          "4:12: error: the standard text `plan.trialExpired` says “Probezeit ist vorbei” in `de`, "
            + "which the tone list rules out; replace it in `texts`"
        ]
      ),
      // A language without standard lines shows the English ones.
      (
        "texts: { hello: { en: Hello, it: Ciao } }\nneverSay: [Your trial is over]",
        [
          "4:12: error: the standard text `plan.trialExpired` says “Your trial is over” in `en`, "
            + "which the tone list rules out; replace it in `texts`"
        ]
      ),
      // An app without texts is in the customer's language.
      (
        "neverSay: [Upgrade]",
        [
          "3:12: error: the standard text `action.upgrade` says “Upgrade” in `en`, `de`, which the "
            + "tone list rules out; replace it in `texts`"
        ]
      ),
    ] as [(String, [String])])
  func standard(more: String, expected: [String]) {
    let errors = said(of: blueprint(more)).filter { !$0.contains("warning") }
    #expect(errors == expected.map { "coach.yml:\($0)" })
  }

  @Test("CF-7 a text that could not be read is not taken for a standard line")
  func broken() {
    let said = said(
      of: blueprint("texts: { plan.trialExpired: 12 }\nneverSay: [Your trial is over]"))
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("coach.yml:3:29: error: found the number `12`") == true)
  }

  /// Standard lines that name a control or a place and do not mention the customer.
  static let controls: Set<StandardText> = [
    .restore, .manage, .resubscribe, .requestRefund, .upgrade, .viewPlans, .seePlans, .subscribe,
    .proceed,
    .startTrial,
    .startOffer, .buy, .unlock,
    .tryAgain, .cancel, .back, .close, .step, .ok, .notNow, .subscription, .active, .plans,
    .tiers, .tableFree, .tablePaid, .included, .notIncluded, .selected, .suggestion, .priceLine,
    .paysOnce, .perMonth, .perMonthSaving, .endsIn,
    .offerEnded,
    .termsOfUse, .privacyPolicy, .seats, .seatsLine, .fewerSeats, .moreSeats,
    .deleteAccount, .deleteAccountQuestion,
  ]

  /// Standard lines that an app cannot show: it has no free tier, no commitment, no offer or trial of that kind, no row for
  /// refunds, or a line of its own.
  static let unreachable: [String: Set<StandardText>] = [
    "coach-paid": [
      .commitment, .renewsCommitted, .dueAfterCancelling, .planCommitment, .planCommitmentPaid,
      .noPaymentDue, .refundRequested, .refundAlreadyRequested, .refundNotAccepted,
      .timeline, .timelineToday, .timelineTrial,
      .timelineOffer, .timelineReminder, .timelineCharge, .questions, .proof, .stars,
      .planTrialUses, .planInTrial, .planTrialExpiredUnused, .planFree, .trialDaysLeft,
      .trialUsesLeft, .trialOffer,
      .paidOffer, .renewsAfterTrial, .chargedAfterTrial, .onePayment, .thanks, .freeUsesLeft,
      .freeUsesMade, .leftToday, .leftThisWeek,
      .leftThisMonth, .leftThisYear, .creditsLeft,
    ],
    "coach-free": [
      .commitment, .renewsCommitted, .dueAfterCancelling, .planCommitment, .planCommitmentPaid,
      .noPaymentDue, .refundRequested, .refundAlreadyRequested, .refundNotAccepted,
      .timeline, .timelineToday, .timelineTrial,
      .timelineOffer, .timelineReminder, .timelineCharge, .questions, .proof, .stars,
      .planOnboarding, .planTrialUses, .planInTrial, .planTrialExpiredUses,
      .planTrialExpiredUsesCancelled, .planTrialExpiredRefund, .planFree, .trialDaysLeft,
      .trialUsesLeft, .trialOffer, .paidOffer, .renewsAfterTrial, .renewsAfterOffer,
      .chargedAfterTrial, .onePayment,
      .thanks, .freeUsesLeft, .freeUsesMade, .left, .leftToday, .leftThisWeek, .leftThisMonth,
      .leftThisYear, .creditsLeft,
    ],
  ]

  /// Lines that are as the app's requirements word them, names of products, and lines of numbers alone.
  private func isWorded(_ id: LocalizedText.ID) -> Bool {
    let name = id.rawValue
    if name.hasPrefix("products.") { return true }
    let isNamed = [
      "trial-status", "trial-banner", "price", "best-value", "paywalls.keep-going.title",
    ].contains(name)
    return isNamed
      || ["offerLine", "priceLine", "badge", "action"].contains { name.hasSuffix(".\($0)") }
  }

  private static let firstPerson = [
    "en": [
      "i", "i'm", "i'd", "i'll", "i've", "me", "my", "we", "we're", "we've", "us", "our", "let's",
    ],
    "de": [
      "ich", "mich", "mir", "mein", "wir", "uns", "unser", "unsere", "unserer", "unseren", "lass",
    ],
  ]

  private func isFirstPerson(_ line: String, in language: String) -> Bool {
    let words = line.lowercased().split { !$0.isLetter && $0 != "'" }.map(String.init)
    return !Set(words).isDisjoint(with: Self.firstPerson[language] ?? [])
  }

  @Test("CF-7 CP-12 every line a coach says is in the first person, in every language it speaks")
  func firstPerson() throws {
    for app in ["coach-paid", "coach-free"] {
      let definition = try TollgateBlueprintsTests.blueprint(app).definition
      let controls = Set(Self.controls.map(\.id))
      for text in definition.texts where !controls.contains(text.id) && !isWorded(text.id) {
        for (language, wording) in text.wordings {
          for line in wording.forms.values {
            #expect(isFirstPerson(line, in: language), "\(app) \(text.id) \(language): \(line)")
          }
        }
      }
    }
  }

  @Test("CF-7 CP-12 a coach replaces every standard line that it can show, controls apart")
  func replaced() throws {
    for app in ["coach-paid", "coach-free"] {
      let blueprint = try TollgateBlueprintsTests.blueprint(app)
      let unreachable = try #require(Self.unreachable[app])
      for text in StandardText.allCases where !Self.controls.contains(text) {
        let isReplaced = blueprint.text(text.id) != nil
        #expect(isReplaced == !unreachable.contains(text), "\(app) \(text.id)")
      }
    }
  }

  @Test("CF-7 CP-12 a coach's tone list refuses the cold standard lines that it replaced")
  func refused() throws {
    for (app, cold) in [
      ("coach-paid", 11), ("coach-free", 11),
    ] {
      let yaml = try String(contentsOfFile: path(of: app), encoding: .utf8)
      let list = try #require(yaml.range(of: "\ntexts:\n"))
      let rules = try #require(yaml.range(of: "\nneverSay:\n"))
      let bare =
        yaml[..<list.lowerBound] + "\ntexts: { trial-banner: Hi, trial-status: Hi }\n"
        + yaml[rules.lowerBound...]
      let report = BlueprintCheck.check(String(bare), name: "coach.yml") { name in
        try Data(contentsOf: repository.appendingPathComponent("Blueprints/\(name)"))
      }
      let refused = report.diagnostics.filter { $0.message.hasPrefix("the standard text") }
      #expect(refused.count >= cold, "\(app): \(refused.count)")
    }
  }

  @Test("CP-12 the line of CP-2 stands as written in an app whose tone is checked")
  func offer() throws {
    let blueprint = try TollgateBlueprintsTests.blueprint("coach-paid")
    #expect(!blueprint.definition.neverSay.isEmpty)
    let package = try #require(blueprint.paywall("after-discovery")?.packages.first)
    let line = try #require(package.offerLine.flatMap(blueprint.text))
    #expect(
      line.wordings["en"]?.forms[.other] == "$2.99/week for 3 days, then $19.99/month")
  }
}
