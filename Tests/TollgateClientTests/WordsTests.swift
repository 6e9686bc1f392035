import AppStoreSimulator
import Foundation
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateWords

@testable import TollgateClient

@MainActor
@Suite("Words in every language")
struct WordsTests {
  @Test("every standard line has every plural form of its language and every value of the English")
  func complete() {
    for language in SpokenLanguage.allCases {
      let categories = Set(
        (0...200).map { LocalizedText.PluralForm.category(of: $0, in: language.rawValue) })
      for text in StandardText.allCases {
        let forms = language.wording(of: text).forms
        if forms.count > 1 { #expect(Set(forms.keys) == categories, "\(language) \(text)") }
        #expect(forms.values.allSatisfy { !$0.isEmpty }, "\(language) \(text)")
        let english = slots(text.english.form(for: 7, in: .english))
        let other = slots(language.wording(of: text).form(for: 7, in: language))
        if text != .freeUsesMade { #expect(other == english, "\(language) \(text)") }
      }
    }
  }

  /// The values a line shows; Japanese writes a price's period as a noun.
  private func slots(_ line: String) -> Set<String> {
    var names: Set<String> = []
    for case .unknown(let name) in LocalizedText.pieces(of: line) {
      #expect(Wording.Slot(rawValue: name) != nil, "\(name)")
      names.insert(name == "unit" ? "per" : name)
    }
    return names
  }

  @Test("names of standard lines are valid in a blueprint and unique, and each problem has its own")
  func names() {
    #expect(Set(StandardText.allCases.map(\.id)).count == StandardText.allCases.count)
    for problem in PurchaseProblem.known {
      #expect(problem.text == LocalizedText.ID("error.\(problem.rawValue)"))
    }
    for language in SpokenLanguage.allCases {
      let lines = PurchaseProblem.known.map { language.wording(of: $0.standard).forms[.other] }
      #expect(Set(lines).count == PurchaseProblem.known.count)
    }
  }

  @Test(
    "GB-2 periods in words",
    arguments: [
      ("en_US", "P1M", ["month", "per month", "1 month", "1-month"]),
      ("en_US", "P3M", ["3 months", "every 3 months", "3 months", "3-month"]),
      ("en_US", "P1W", ["week", "per week", "7 days", "7-day"]),
      ("en_US", "P1Y", ["year", "per year", "1 year", "1-year"]),
      ("de_DE", "P1M", ["Monat", "pro Monat", "1 Monat", "1 Monat"]),
      ("de_DE", "P3M", ["3 Monate", "alle 3 Monate", "3 Monate", "3 Monate"]),
      ("de_DE", "P1W", ["Woche", "pro Woche", "7 Tage", "7 Tage"]),
      ("de_DE", "P2W", ["2 Wochen", "alle 2 Wochen", "14 Tage", "14 Tage"]),
      ("fr_FR", "P1M", ["mois", "par mois", "1 mois", "1 mois"]),
      ("fr_FR", "P3M", ["3 mois", "tous les 3 mois", "3 mois", "3 mois"]),
      ("fr_FR", "P2W", ["2 semaines", "toutes les 2 semaines", "14 jours", "14 jours"]),
      ("fr_FR", "P1Y", ["an", "par an", "1 an", "1 an"]),
      ("es_ES", "P1M", ["mes", "al mes", "1 mes", "1 mes"]),
      ("es_ES", "P3M", ["3 meses", "cada 3 meses", "3 meses", "3 meses"]),
      ("es_ES", "P1W", ["semana", "a la semana", "7 días", "7 días"]),
      ("es_ES", "P1Y", ["año", "al año", "1 año", "1 año"]),
      ("ja_JP", "P1M", ["月", "1か月ごと", "1か月", "1か月"]),
      ("ja_JP", "P3M", ["3か月", "3か月ごと", "3か月", "3か月"]),
      ("ja_JP", "P1W", ["週", "1週間ごと", "7日間", "7日間"]),
      ("ja_JP", "P3D", ["3日", "3日ごと", "3日間", "3日間"]),
      ("ja_JP", "P1Y", ["年", "1年ごと", "1年", "1年"]),
      ("ar_AE", "P1M", ["شهر", "شهريًا", "شهر واحد", "شهر واحد"]),
      ("ar_AE", "P2M", ["شهرين", "كل شهرين", "شهرين", "شهرين"]),
      ("ar_AE", "P3M", ["3 أشهر", "كل 3 أشهر", "3 أشهر", "3 أشهر"]),
      ("ar_AE", "P1W", ["أسبوع", "أسبوعيًا", "7 أيام", "7 أيام"]),
      ("ar_AE", "P2W", ["أسبوعين", "كل أسبوعين", "14 يومًا", "14 يومًا"]),
      ("ar_AE", "P100D", ["100 يوم", "كل 100 يوم", "100 يوم", "100 يوم"]),
      ("ar_EG", "P7D", ["٧ أيام", "كل ٧ أيام", "٧ أيام", "٧ أيام"]),
    ])
  func periods(locale: String, period: String, expected: [String]) throws {
    let locale = Locale(identifier: locale)
    let words = Phrasebook(locale.identifier(.bcp47), for: locale).periods
    let period = try #require(Period(period))
    #expect(
      [words.unit(period), words.per(period), words.length(period), words.span(period)]
        == expected)
  }

  @Test(
    "CF-2 a number chooses its plural form, in the customer's digits",
    arguments: [
      ("en_US", 1, "1 day left to try everything"), ("en_US", 7, "7 days left to try everything"),
      ("de_DE", 1, "Noch 1 Tag, um alles auszuprobieren"),
      ("de_DE", 7, "Noch 7 Tage, um alles auszuprobieren"),
      ("fr_FR", 0, "Encore 0 jour pour tout essayer"),
      ("fr_FR", 2, "Encore 2 jours pour tout essayer"),
      ("es_ES", 1, "Queda 1 día para probarlo todo"),
      ("es_ES", 7, "Quedan 7 días para probarlo todo"),
      ("ja_JP", 1, "あと1日、すべてお試しいただけます"), ("ja_JP", 7, "あと7日、すべてお試しいただけます"),
      ("ar_AE", 1, "يتبقى يوم واحد لتجربة كل شيء"), ("ar_AE", 2, "يتبقى يومان لتجربة كل شيء"),
      ("ar_AE", 3, "تتبقى 3 أيام لتجربة كل شيء"), ("ar_EG", 7, "تتبقى ٧ أيام لتجربة كل شيء"),
      ("ar_AE", 11, "يتبقى 11 يومًا لتجربة كل شيء"), ("ar_AE", 100, "يتبقى 100 يوم لتجربة كل شيء"),
    ])
  func plurals(locale: String, count: Int, expected: String) {
    let locale = Locale(identifier: locale)
    let book = Phrasebook(locale.identifier(.bcp47), for: locale)
    #expect(book.line(.trialDaysLeft, count: count) == expected)
  }

  @Test(
    "an instant is a time on the same day, a date if the day begins then, and otherwise both",
    arguments: ["en_US", "en_GB", "de_DE", "fr_FR", "es_ES", "ja_JP", "ar_AE", "ar_EG"])
  func moments(locale: String) throws {
    let locale = Locale(identifier: locale)
    let book = Phrasebook(locale.identifier(.bcp47), for: locale)
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    func moment(_ text: String) throws -> (words: String, date: String) {
      let now = try #require(Instant("2026-03-01T21:00:00Z"))
      let instant = try #require(Instant(text))
      return (book.moment(instant, after: now, in: zone), book.date(instant, in: zone))
    }
    // It is ten in the evening in Berlin.
    let today = try moment("2026-03-01T22:30:00Z")
    #expect(!today.words.isEmpty && !today.words.contains(today.date))
    let midnight = try moment("2026-03-01T23:00:00Z")
    #expect(midnight.words == midnight.date)
    let tomorrow = try moment("2026-03-01T23:30:00Z")
    #expect(tomorrow.words.hasPrefix(tomorrow.date) && tomorrow.words != tomorrow.date)
  }

  @Test(
    "texts are in the customer's language if the blueprint has it, and otherwise in the app's",
    arguments: [
      // The blueprint is German and English, English only, and of five languages but its title.
      ("coach-free", "de_DE", "de-DE", "Pläne ansehen"),
      ("coach-free", "fr_FR", "en", "View plans"),
      ("grobro", "de_DE", "en", "Not now"), ("studio", "de_AT", "de-AT", "Jetzt nicht"),
      ("studio", "ja_JP", "ja-JP", "あとで"), ("studio", "it_IT", "en", "Not now"),
    ])
  func language(app: String, locale: String, language: String, expected: String) async throws {
    try await World.of(app) { world in
      let phone = Phone(world, locale: Locale(identifier: locale))
      await phone.client.launch()
      #expect(phone.client.language == language)
      let text: StandardText = app == "coach-free" ? .viewPlans : .notNow
      #expect(phone.client.line(text) == expected)
      #expect(phone.client.layoutDirection == .leftToRight)
    }
  }

  @Test("Arabic runs from right to left, and only if the app has it")
  func direction() async throws {
    for (app, expected) in [
      ("studio", TollgateClient.LayoutDirection.rightToLeft), ("grobro", .leftToRight),
    ] {
      try await World.of(app) { world in
        let phone = Phone(world, locale: Locale(identifier: "ar_EG"))
        #expect(phone.client.layoutDirection == .rightToLeft)
        await phone.client.launch()
        #expect(phone.client.layoutDirection == expected)
      }
    }
  }

  @Test(
    "a sentence is in one language: dates and periods in it follow the line, prices the customer")
  func oneLanguage() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world, usesStoreKit: true, locale: Locale(identifier: "fr_FR"))
      phone.session.locale = Locale(identifier: "fr_FR")
      phone.session.storefront = "FRA"
      await phone.client.launch()
      await phone.client.showPaywall("upgrade")
      let page = PaywallModel(phone.client).page
      #expect(page?.offers.last?.priceLine == "3,99\u{a0}€ per month")
      await phone.client.purchase("grobro.pro.monthly")
      #expect(
        SubscriptionSettingsModel(phone.client).planLine == "Pro Plan (Renews April 1, 2026)")
      #expect(phone.client.date(Instant(milliseconds: World.start)) == "1 mars 2026")
    }
  }

  @Test("numbers in a blueprint's own lines have the customer's digits")
  func digits() async throws {
    try await World.of(
      "coach-paid",
      changing: ["  plan.unknown: I'm looking it up\n": "  plan.unknown: { en: U, ar: U }\n"]
    ) { world in
      let phone = Phone(world, locale: Locale(identifier: "ar_EG"))
      await phone.client.launch()
      await phone.client.recordMilestone("discovery-complete")
      await phone.client.reported()
      await phone.client.purchase("coach.premium.monthly")
      #expect(phone.client.language == "ar-EG")
      #expect(phone.client.text("trial-status") == "Day 1 of 3 — 100 conversations left")
    }
  }

  @Test(
    "details known only to the server are shown in English, and otherwise in general words",
    arguments: [
      ("en_US", "A sentence of the server."),
      ("de_DE", "Etwas ist schiefgegangen. Versuch es bitte noch einmal."),
    ])
  func errors(locale: String, expected: String) async throws {
    try await World.of("studio") { world in
      let phone = Phone(world, locale: Locale(identifier: locale))
      let error = ClientError(
        code: ClientError.Code(rawValue: "some_code"), isRetryable: false,
        message: "A sentence of the server.")
      #expect(phone.client.line(for: error) == expected)
      let wrong = ClientError(
        code: .wrongCredentials, isRetryable: false, message: "In English")
      #expect(phone.client.line(for: wrong) == phone.client.line(.wrongCredentials))
      #expect(phone.client.line(for: ClientError.network) == phone.client.line(.connectionFailed))
    }
  }

  @Test(
    "CF-7 a blueprint's own words stand for the server's sentences, in English too",
    arguments: [
      ("en_US", "I ran into a problem. Shall we try again?"),
      ("de_DE", "Bei mir ist etwas durcheinandergeraten. Wollen wir es noch einmal versuchen?"),
    ])
  func ownWords(locale: String, expected: String) async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world, locale: Locale(identifier: locale))
      await phone.client.launch()
      let error = ClientError(
        code: ClientError.Code(rawValue: "some_code"), isRetryable: false,
        message: "A sentence of the server.")
      #expect(phone.client.line(for: error) == expected)
    }
  }

  @Test("CP-12 whatever a call throws has one line, and a denial or a cancellation has none")
  func thrown() async throws {
    try await World.of("coach-free") { world in
      let phone = Phone(world)
      await phone.client.launch()
      let client = phone.client
      let silent: [any Error] = [
        Denial(reason: .notIncluded, paywall: nil), CancellationError(),
        ClientError(code: .cancelled, isRetryable: true, message: "In English"),
      ]
      #expect(silent.compactMap { client.line(for: $0) }.isEmpty)
      let said: [any Error] = [
        ClientError.network, PurchaseProblem.paymentInvalid, CocoaError(.fileReadUnknown),
      ]
      #expect(
        said.compactMap { client.line(for: $0) } == [
          client.line(.connectionFailed), client.line(.paymentInvalid),
          client.line(.somethingWrong),
        ])
      let optional: String? = client.line(for: ClientError.network)
      #expect(optional == client.line(.connectionFailed))
    }
  }

  @Test(
    "a sign that leads a number is kept before it in a language that is written from right to left",
    arguments: [
      ("−80%", "en", "−80%"), ("−80%", "ar", "\u{200E}−80%"), ("-80%", "he-IL", "\u{200E}-80%"),
      ("وفّر (+5) و -7", "ar", "وفّر (\u{200E}+5) و \u{200E}-7"), ("−٨٠٪", "ar-EG", "−٨٠٪"),
      ("2026-03-02", "ar", "2026-03-02"), ("A4-5", "ar", "A4-5"), ("-", "ar", "-"),
    ])
  func signs(text: String, language: String, expected: String) {
    #expect(text.keepingSignsBeforeNumbers(in: language) == expected)
  }

  @Test(
    "a price is kept together in a right-to-left language",
    arguments: [
      ("$39.99", "en", "$39.99"), ("$39.99", "ar", "\u{2066}$39.99\u{2069}"),
      ("\u{200F}39.99\u{A0}US$", "ar-AE", "\u{2066}\u{200F}39.99\u{A0}US$\u{2069}"),
      ("CHF\u{A0}9.00", "he", "\u{2066}CHF\u{A0}9.00\u{2069}"),
      ("\u{200F}٣٩٫٩٩\u{A0}ر.س.\u{200F}", "ar-SA", "\u{200F}٣٩٫٩٩\u{A0}ر.س.\u{200F}"),
      ("\u{200F}49.90\u{A0}\u{200F}₪", "he-IL", "\u{200F}49.90\u{A0}\u{200F}₪"), ("", "ar", ""),
    ])
  func prices(text: String, language: String, expected: String) {
    #expect(text.isolatingPrice(in: language) == expected)
  }
}
