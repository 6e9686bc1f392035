import Foundation
import OpenStoreKitTest
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("Paywalls in the customer's language")
struct PaywallLanguageTests {
  /// A paywall with only the client's texts: its offers, and the terms of the first two and the last.
  struct Page: Sendable {
    let locale: String
    let storefront: String
    let offers: [String]
    let labels: [String]
    let buttons: [String]
    let footnotes: [String]
  }

  nonisolated static let pages = [
    Page(
      locale: "en_US", storefront: "USA",
      offers: [
        "7 days free, then $50.00 per year", "$5.00 per month",
        "$1.00 every 3 months for 6 months, then $12.00 every 3 months", "$90.00",
      ], labels: ["A year, 7 days free, then $50.00 per year, $4.17 a month, save 16%, selected"],
      buttons: [
        "Start 7-day free trial", "Subscribe", "Start for $1.00 every 3 months", "Buy for $90.00",
      ],
      footnotes: [
        "Free for 7 days, then $50.00 per year until you cancel. You can cancel any time in the App Store.",
        "Renews at $5.00 per month until you cancel. You can cancel any time in the App Store.",
        "$1.00 every 3 months for 6 months, then $12.00 every 3 months until you cancel. You can cancel any time in the App Store.",
        "One payment, no subscription.",
      ]),
    Page(
      locale: "de_DE", storefront: "DEU",
      offers: [
        "7 Tage gratis, danach 50,00\u{A0}€ pro Jahr", "5,00\u{A0}€ pro Monat",
        "1,00\u{A0}€ alle 3 Monate für 6 Monate, danach 12,00\u{A0}€ alle 3 Monate", "90,00\u{A0}€",
      ],
      labels: [
        "A year, 7 Tage gratis, danach 50,00\u{A0}€ pro Jahr, "
          + "4,17\u{A0}€ im Monat, 16\u{A0}% gespart, ausgewählt"
      ],
      buttons: [
        "7 Tage gratis testen", "Abonnieren", "Für 1,00\u{A0}€ alle 3 Monate starten",
        "Für 90,00\u{A0}€ kaufen",
      ],
      footnotes: [
        "7 Tage gratis, danach 50,00\u{A0}€ pro Jahr, bis du kündigst. Das geht jederzeit im App Store.",
        "Verlängert sich für 5,00\u{A0}€ pro Monat, bis du kündigst. Das geht jederzeit im App Store.",
        "1,00\u{A0}€ alle 3 Monate für 6 Monate, danach 12,00\u{A0}€ alle 3 Monate, bis du kündigst. Das geht jederzeit im App Store.",
        "Einmal zahlen, kein Abo.",
      ]),
    Page(
      locale: "fr_FR", storefront: "FRA",
      offers: [
        "Gratuit pendant 7 jours, puis 50,00\u{A0}€ par an", "5,00\u{A0}€ par mois",
        "1,00\u{A0}€ tous les 3 mois pendant 6 mois, puis 12,00\u{A0}€ tous les 3 mois",
        "90,00\u{A0}€",
      ],
      labels: [
        "A year, Gratuit pendant 7 jours, puis 50,00\u{A0}€ par an, "
          + "4,17\u{A0}€ par mois, 16\u{A0}% d’économie, sélectionné"
      ],
      buttons: [
        "Essayer gratuitement pendant 7 jours", "S’abonner",
        "Commencer pour 1,00\u{A0}€ tous les 3 mois", "Acheter pour 90,00\u{A0}€",
      ],
      footnotes: [
        "Gratuit pendant 7 jours, puis 50,00\u{A0}€ par an jusqu’à résiliation, possible à tout moment dans l’App Store.",
        "Se renouvelle à 5,00\u{A0}€ par mois jusqu’à résiliation, possible à tout moment dans l’App Store.",
        "1,00\u{A0}€ tous les 3 mois pendant 6 mois, puis 12,00\u{A0}€ tous les 3 mois jusqu’à résiliation, possible à tout moment dans l’App Store.",
        "Un seul paiement, sans abonnement.",
      ]),
    Page(
      locale: "ja_JP", storefront: "JPN",
      offers: ["7日間無料、その後は¥50/年", "¥5/月", "最初の6か月は¥1/3か月、その後は¥12/3か月", "¥90"],
      labels: ["A year、7日間無料、その後は¥50/年、1か月あたり¥5、16%お得、選択中"],
      buttons: ["7日間無料で試す", "登録する", "¥1/3か月で始める", "¥90で購入"],
      footnotes: [
        "7日間無料、その後は解約するまで¥50/年で自動更新されます。App Storeでいつでも解約できます。",
        "解約するまで¥5/月で自動更新されます。App Storeでいつでも解約できます。",
        "最初の6か月は¥1/3か月、その後は解約するまで¥12/3か月で自動更新されます。App Storeでいつでも解約できます。", "お支払いは一度だけです。",
      ]),
    Page(
      locale: "ar_EG", storefront: "EGY",
      offers: [
        "مجانًا لمدة ٧ أيام، ثم \u{200F}٥٠٫٠٠\u{A0}ج.م.\u{200F} سنويًا",
        "\u{200F}٥٫٠٠\u{A0}ج.م.\u{200F} شهريًا",
        "\u{200F}١٫٠٠\u{A0}ج.م.\u{200F} كل ٣ أشهر لمدة ٦ أشهر، ثم \u{200F}١٢٫٠٠\u{A0}ج.م.\u{200F} كل ٣ أشهر",
        "\u{200F}٩٠٫٠٠\u{A0}ج.م.\u{200F}",
      ],
      labels: [
        "A year، مجانًا لمدة ٧ أيام، ثم \u{200F}٥٠٫٠٠\u{A0}ج.م.\u{200F} سنويًا، "
          + "\u{200F}٤٫١٧\u{A0}ج.م.\u{200F} شهريًا، توفير ١٦٪\u{61C}، محدد"
      ],
      buttons: [
        "بدء تجربة مجانية لمدة ٧ أيام", "اشتراك",
        "البدء مقابل \u{200F}١٫٠٠\u{A0}ج.م.\u{200F} كل ٣ أشهر",
        "شراء مقابل \u{200F}٩٠٫٠٠\u{A0}ج.م.\u{200F}",
      ],
      footnotes: [
        "مجانًا لمدة ٧ أيام، ثم \u{200F}٥٠٫٠٠\u{A0}ج.م.\u{200F} سنويًا حتى الإلغاء، وهو ممكن في أي وقت من App Store.",
        "يتجدد مقابل \u{200F}٥٫٠٠\u{A0}ج.م.\u{200F} شهريًا حتى الإلغاء، وهو ممكن في أي وقت من App Store.",
        "\u{200F}١٫٠٠\u{A0}ج.م.\u{200F} كل ٣ أشهر لمدة ٦ أشهر، ثم \u{200F}١٢٫٠٠\u{A0}ج.م.\u{200F} كل ٣ أشهر حتى الإلغاء، وهو ممكن في أي وقت من App Store.",
        "دفعة واحدة، دون اشتراك.",
      ]),
  ]

  @Test(
    "GB-2 TQ-2 a paywall shows price, period and offer in the customer's language",
    arguments: pages)
  func page(expected: Page) async throws {
    try await World.of("studio") { world in
      let phone = Phone(
        world, usesStoreKit: true, locale: Locale(identifier: expected.locale))
      phone.session.locale = Locale(identifier: expected.locale)
      phone.session.storefront = expected.storefront
      await phone.client.launch()
      await phone.client.showPaywall("plans")
      let model = PaywallModel(phone.client)
      let page = try #require(model.page)
      #expect(page.offers.map { $0.offerLine ?? $0.priceLine ?? "" } == expected.offers)
      #expect(page.offers.prefix(1).map(\.accessibilityLabel) == expected.labels)
      var footnotes: [String] = []
      var buttons: [String] = []
      for offer in page.offers {
        model.select(offer.id)
        buttons.append(model.page?.purchaseLabel ?? "")
        footnotes.append(model.page?.footnote ?? "")
      }
      #expect(buttons == expected.buttons)
      #expect(footnotes == expected.footnotes)
    }
  }

  @Test(
    "GB-8 TQ-7 the settings are in the customer's language, with dates and badges",
    arguments: [
      (
        "en_US",
        [
          "Subscription", "Free Plan", "Restore Purchases", "No active subscription found.",
          "A month, renews on April 1, 2026, Active", "Manage Subscription",
        ]
      ),
      (
        "de_DE",
        [
          "Abo", "Gratis-Version", "Käufe wiederherstellen", "Kein aktives Abo gefunden.",
          "A month, verlängert sich am 1. April 2026, Aktiv", "Abo verwalten",
        ]
      ),
      (
        "fr_FR",
        [
          "Abonnement", "Version gratuite", "Restaurer les achats",
          "Aucun abonnement actif trouvé.", "A month, se renouvelle le 1 avril 2026, Actif",
          "Gérer l’abonnement",
        ]
      ),
      (
        "ja_JP",
        [
          "サブスクリプション", "無料プラン", "購入を復元", "有効なサブスクリプションは見つかりませんでした。",
          "A month、2026年4月1日に更新、有効", "サブスクリプションを管理",
        ]
      ),
      (
        "ar_EG",
        [
          "الاشتراك", "الباقة المجانية", "استعادة المشتريات", "لم يُعثر على اشتراك نشط.",
          "A month، يتجدد في ١ أبريل، ٢٠٢٦، نشط", "إدارة الاشتراك",
        ]
      ),
    ] as [(String, [String])])
  func settings(locale: String, expected: [String]) async throws {
    try await World.of("studio") { world in
      let phone = Phone(world, usesStoreKit: true, locale: Locale(identifier: locale))
      let model = SubscriptionSettingsModel(phone.client)
      await phone.client.launch()
      var lines = [model.title, model.planLine]
      lines += model.rows.filter { $0.id == .restore }.map(\.label)
      await model.restore()
      lines.append(model.restoreLine ?? "")
      await phone.client.purchase("studio.monthly")
      lines.append(model.accessibilityLabel)
      lines += model.rows.filter { $0.id == .manage }.map(\.label)
      #expect(lines == expected)
    }
  }
}
