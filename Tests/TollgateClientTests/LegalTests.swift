import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateClient

@MainActor
@Suite("Apple's required paywall disclosures")
struct LegalTests {
  nonisolated static let charged = "Your Apple Account is charged at confirmation of purchase."
  nonisolated static let chargedLater =
    "Your Apple Account is charged at confirmation of purchase or, with a free trial, when the trial ends."
  nonisolated static let renews =
    "The subscription renews automatically unless you cancel it at least 24 hours before the period ends."

  @Test(
    "TQ-9 the paywall says when the account is charged and how to stop renewal, and links to terms and privacy",
    arguments: [
      ("coach-paid", "after-discovery"), ("coach-free", "plans"), ("grobro", "upgrade"),
      ("strikelab", "subscribe"), ("techniq", "pro"),
    ] as [(String, Paywall.ID)])
  func everyApp(app: String, paywall: Paywall.ID) async throws {
    try await World.of(app) { world in
      let phone = Phone(world)
      await phone.client.launch()
      if app == "coach-paid" { await phone.client.recordMilestone("discovery-complete") }
      #expect(await phone.client.showPaywall(paywall) == .shown(paywall))
      let model = PaywallModel(phone.client)
      let page = try #require(model.page)
      #expect(!page.offers.isEmpty)
      for offer in page.offers {
        model.select(offer.id)
        #expect(model.page?.terms.count == 2)
      }
      #expect(
        page.links.map(\.url.absoluteString)
          == ["https://example.com/terms", "https://example.com/privacy"])
      #expect(page.links.allSatisfy { !$0.label.isEmpty })
    }
  }

  @Test("TQ-9 a free trial is charged when it ends, everything else at confirmation")
  func charging() async throws {
    try await World.of("techniq") { world in
      let phone = Phone(world)
      let model = PaywallModel(phone.client)
      await phone.client.launch()
      await phone.client.showPaywall("pro")
      #expect(model.page?.terms == [Self.chargedLater, Self.renews])
      #expect(model.page?.links.map(\.label) == ["Terms of Use", "Privacy Policy"])
      await model.purchase()
      await model.welcomeShown()
      world.store.expireNow(phone.store.account)
      world.pass(World.hour)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      await phone.client.showPaywall("pro")
      #expect(model.page?.terms == [Self.charged, Self.renews])
    }
  }

  @Test(
    "TQ-9 a one-time purchase does not mention renewal, and an upgrade screen says the same as a paywall"
  )
  func boughtOnce() async throws {
    try await World.of("studio") { world in
      let phone = Phone(world, usesStoreKit: true)
      let model = UpgradeModel(phone.client)
      await phone.client.launch()
      await model.load()
      model.select("studio.lifetime")
      #expect(model.page?.terms == [Self.charged])
      #expect(model.page?.links.count == 2)
      model.select("studio.yearly")
      #expect(model.page?.terms == [Self.chargedLater, Self.renews])
    }
  }

  @Test("a blueprint without legal links has none on its paywall, but still has the terms")
  func noLinks() async throws {
    try await World.of(
      "studio",
      changing: [
        "legal: { terms: \"https://example.com/terms\", privacy: \"https://example.com/privacy\" }\n":
          ""
      ]
    ) { world in
      let phone = Phone(world)
      await phone.client.launch()
      await phone.client.showPaywall("plans")
      let page = PaywallModel(phone.client).page
      #expect(page?.links == [])
      #expect(page?.terms.count == 2)
    }
  }

  @Test(
    "TQ-9 terms and links are shown in the customer's language",
    arguments: [
      ("en_US", [charged, renews, "Terms of Use", "Privacy Policy"]),
      (
        "de_DE",
        [
          "Dein Apple Account wird belastet, wenn du den Kauf bestätigst.",
          "Das Abo verlängert sich automatisch, wenn du nicht mindestens 24 Stunden vor dem Ende des Zeitraums kündigst.",
          "Nutzungsbedingungen", "Datenschutz",
        ]
      ),
      (
        "fr_FR",
        [
          "Votre compte Apple est débité à la confirmation de l’achat.",
          "L’abonnement se renouvelle automatiquement, sauf résiliation au moins 24 heures avant la fin de la période.",
          "Conditions d’utilisation", "Politique de confidentialité",
        ]
      ),
      (
        "ja_JP",
        [
          "購入の確定時に、Apple Accountに請求されます。", "期間終了の24時間以上前に解約しない限り、自動的に更新されます。", "利用規約",
          "プライバシーポリシー",
        ]
      ),
      (
        "ar_EG",
        [
          "يُخصم المبلغ من حساب Apple عند تأكيد الشراء.",
          "يتجدد الاشتراك تلقائيًا ما لم يُلغَ قبل 24 ساعة على الأقل من نهاية الفترة.",
          "شروط الاستخدام",
          "سياسة الخصوصية",
        ]
      ),
    ] as [(String, [String])])
  func languages(locale: String, expected: [String]) async throws {
    try await World.of("studio") { world in
      let phone = Phone(world, locale: Locale(identifier: locale))
      await phone.client.launch()
      await phone.client.showPaywall("plans")
      let model = PaywallModel(phone.client)
      model.select("studio.monthly")
      let page = try #require(model.page)
      #expect(page.terms + page.links.map(\.label) == expected)
    }
  }
}
