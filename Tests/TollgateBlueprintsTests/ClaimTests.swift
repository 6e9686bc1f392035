import Testing
import Tollgate
import TollgateBlueprints

@Suite("What texts claim in their own words")
struct ClaimTests {
  @Test(
    "EX-5 a length that costs nothing is read in six languages",
    arguments: [
      ("en", "Try it for 7 days free", Period(7, .day)),
      ("en", "Start your 14-day trial", Period(14, .day)),
      ("en", "Free for the first two weeks, then $9.99", Period(2, .week)),
      ("en", "Get 7 free days", Period(7, .day)),
      ("de", "Teste uns 7 Tage lang kostenlos", Period(7, .day)),
      ("de", "Mit 14-tägiger Probephase", Period(14, .day)),
      ("de", "Die ersten drei Tage sind gratis", Period(3, .day)),
      ("fr", "7 jours d’essai", Period(7, .day)),
      ("fr", "Gratuit pendant un mois", Period(1, .month)),
      ("es", "7 días gratis", Period(7, .day)),
      ("es", "Prueba de dos semanas", Period(2, .week)),
      ("it", "7 giorni di prova gratuita", Period(7, .day)),
      ("it", "Gratis per i primi tre mesi", Period(3, .month)),
      ("ja", "7日間無料", Period(7, .day)),
      ("ja", "無料で一週間", Period(1, .week)),
      ("ja", "3か月の無料トライアル", Period(3, .month)),
    ])
  func free(language: String, line: String, length: Period) {
    #expect(Self.freeLengths(line, language) == [length])
  }

  @Test(
    "EX-5 a length beside which nothing is said to be free costs something",
    arguments: [
      ("en", "Free keeps 7 days of history"), ("en", "3 free chats per day"),
      ("en", "Billed every 7 days. Free to cancel"), ("en", "Free up three days of your week"),
      ("en", "{trial.days} days free"), ("de", "Kostenlos kündbar bis 7 Tage vor dem Ende"),
      ("fr", "3 conversations gratuites par jour"), ("es", "Un informe gratis al mes"),
      ("it", "Una chat gratis al giorno"), ("ja", "3月7日まで無料"), ("ja", "無料プランでは履歴が7日間残ります"),
      ("ar", "7 days free"),
    ])
  func paid(language: String, line: String) {
    #expect(Self.freeLengths(line, language).isEmpty)
  }

  private static func freeLengths(_ line: String, _ language: String) -> [Period] {
    Claim.claims(in: line, language: language).compactMap {
      if case .freeLength(let length, _) = $0 { length } else { nil }
    }
  }

  @Test(
    "a price is read with a currency's sign, code or name on either side of it",
    arguments: [
      ("en", "$4.99 a week", 4_990), ("de", "4,99 € im Monat", 4_990), ("fr", "5 euros", 5_000),
      ("es", "12 dólares", 12_000), ("ja", "月額500円", 500_000), ("ja", "¥1200", 1_200_000),
    ] as [(String, String, Int64)])
  func price(language: String, line: String, amount: Int64) {
    let prices = Claim.claims(in: line, language: language).compactMap {
      if case .price(let price, _) = $0 { price } else { nil }
    }
    #expect(prices == [amount])
  }

  @Test("a weight is not a price")
  func weight() { #expect(Claim.claims(in: "Lose 5 pounds", language: "en").isEmpty) }

  @Test(
    "EX-5 that a plan renews is read, and not that it does not or that somebody should renew it",
    arguments: [
      ("en", "Pro renews tomorrow", "Pro won't renew", "Renew your plan"),
      ("en", "Your renewal is tomorrow", "The renewal is off now", "Turn renewal back on"),
      ("de", "Dein Abo verlängert sich", "Dein Abo verlängert sich nicht", "Verlängere dein Abo"),
      ("fr", "Il se renouvelle demain", "Il ne se renouvelle pas", "Renouvelez votre formule"),
      ("es", "Se renueva mañana", "No se renueva", "Renueva tu plan"),
      ("it", "Si rinnova domani", "Non si rinnova", "Rinnova il tuo piano"),
      ("ja", "明日更新されます", "更新されません", "プランを更新する"),
    ])
  func renewal(language: String, renews: String, ends: String, asks: String) {
    #expect(ClaimedWords.renewal.areIn(renews, language: language))
    #expect(!ClaimedWords.renewal.areIn(ends, language: language))
    #expect(!ClaimedWords.renewal.areIn(asks, language: language))
  }

  @Test("EX-5 the name of a value in braces promises nothing")
  func valueInBraces() {
    let renews = "5 left until {features.ask.renewsAt}"
    #expect(!ClaimedWords.renewal.areIn(renews, language: "en"))
    #expect(ClaimedWords.renewal.areIn("Renews on {plan.renewsOn}", language: "en"))
    #expect(!ClaimedWords.freeTrial.areIn("Free for {trial.days} days", language: "en"))
  }

  @Test(
    "EX-5 that a subscription can be cancelled at any time is read in six languages",
    arguments: [
      ("en", "Cancel any time", "Cancel"), ("de", "Jederzeit kündbar", "Jederzeit dabei"),
      ("fr", "Résiliable à tout moment", "À tout moment"),
      ("es", "Cancela cuando quieras", "Cancelar"),
      ("it", "Disdici in qualsiasi momento", "Disdici"), ("ja", "いつでも解約できます", "いつでも使えます"),
    ])
  func cancellation(language: String, line: String, other: String) {
    #expect(ClaimedWords.cancellation.areIn(line, language: language))
    #expect(!ClaimedWords.cancellation.areIn(other, language: language))
  }

  private static let weekFree =
    "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach, introductoryOffer: { payment: freeTrial, period: P3D } } }"

  @Test(
    "EX-5 free days that no trial has are pointed out wherever they are promised",
    arguments: [
      ("Talk for 7 days free", ["9:19: warning: the line promises “7 days” for free"]),
      ("Talk for 3 days free", []), ("Talk for three free days", []),
      ("Talk for 7 days a week", []),
    ])
  func freeDays(title: String, expected: [String]) {
    let lines = said(
      of: meant(
        products: Self.weekFree, trial: "{ start: introductoryOffer, entitles: premium }",
        paywall: "{ title: \(title), packages: [coach.monthly] }"))
    #expect(lines.map(Self.withoutAdvice) == expected.map { "coach.yml:\($0)" })
  }

  private static let ever =
    "{ coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: coach }, coach.ever: { kind: nonConsumable, name: Ever, entitlements: premium, price: 99.99 USD } }"

  @Test(
    "EX-5 a promise of renewal or cancellation beside what is bought once is pointed out",
    arguments: [
      ("coach.ever", "Renews by itself", "a renewal"),
      ("coach.ever", "Cancel any time", "that it can be cancelled at any time"),
      ("coach.ever", "Pay once", nil), ("coach.monthly", "Cancel any time", nil),
    ] as [(String, String, String?)])
  func onePayment(product: String, badge: String, promise: String?) {
    let lines = said(
      of: meant(
        products: Self.ever,
        paywall:
          "{ title: Plans, packages: [{ product: \(product), badge: \(badge) }, \(product == "coach.ever" ? "coach.monthly" : "coach.ever")] }"
      ))
    let expected = promise.map {
      "coach.yml:9:67: warning: the line promises \($0), and nothing that it sells renews: `coach.ever`"
    }
    #expect(lines == [expected].compactMap(\.self))
  }

  /// A diagnostic up to its first reason.
  private static func withoutAdvice(_ line: String) -> String {
    String(line.prefix { $0 != "," })
  }
}
