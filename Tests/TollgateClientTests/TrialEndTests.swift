import AppStoreSimulator
import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateWords

@testable import TollgateClient

@MainActor
@Suite("Texts about a trial that counts uses, and about how a trial ended")
struct TrialEndTests {
  /// A studio whose trial is five paintings, with no days.
  nonisolated private static let fivePaintings: KeyValuePairs = [
    "  lasts: P12D\n": "  uses: { of: paint, limit: 5 }\n"
  ]

  @Test(
    "CF-6 a trial limited only by uses counts uses, never days, in the customer's language",
    arguments: [
      ("en_US", ["Trial, 5 uses left", "5 more to try", "Trial, 1 use left", "1 more to try"]),
      (
        "de_DE",
        [
          "Probezeit, noch 5 Nutzungen", "Noch 5 Mal zum Ausprobieren",
          "Probezeit, noch 1 Nutzung", "Noch 1 Mal zum Ausprobieren",
        ]
      ),
      (
        "fr_FR",
        [
          "Essai, encore 5 utilisations", "Encore 5 essais", "Essai, encore 1 utilisation",
          "Encore 1 essai",
        ]
      ),
      ("ja_JP", ["お試し中、あと5回", "あと5回お試しいただけます", "お試し中、あと1回", "あと1回お試しいただけます"]),
      (
        "ar_AE",
        [
          "فترة تجريبية، تتبقى 5 استخدامات", "تتبقى 5 مرات للتجربة",
          "فترة تجريبية، يتبقى استخدام واحد", "تتبقى مرة واحدة للتجربة",
        ]
      ),
    ] as [(String, [String])])
  func usesAlone(locale: String, expected: [String]) async throws {
    try await World.of("studio", changing: Self.fivePaintings) { world in
      let phone = Phone(world, locale: Locale(identifier: locale))
      let (settings, banner) = (
        SubscriptionSettingsModel(phone.client), TrialBannerModel(phone.client)
      )
      await phone.client.launch()
      try await phone.client.signUp(email: "maya@example.com", password: "a-good-password")
      var lines = [settings.planLine, banner.content?.text ?? ""]
      for _ in 1...4 { try await phone.client.use("paint") }
      lines += [settings.planLine, banner.content?.text ?? ""]
      #expect(lines == expected)
    }
  }

  @Test("a blueprint's own line for the plan in a trial applies if only uses end it")
  func ownLine() async throws {
    for (name, line) in [("plan.trial", "5 to go"), ("plan.trial.uses", "5 to go")] {
      let changes: KeyValuePairs = [
        "  lasts: P12D\n": "  uses: { of: paint, limit: 5 }\n",
        "features:\n": "texts: { \(name): \"{trial.usesLeft} to go\" }\nfeatures:\n",
      ]
      try await World.of("studio", changing: changes) { world in
        let phone = Phone(world)
        await phone.client.launch()
        try await phone.client.signUp(email: "maya@example.com", password: "a-good-password")
        #expect(SubscriptionSettingsModel(phone.client).planLine == line)
      }
    }
  }

  /// A phone in Coach's paid trial, all of whose messages are used.
  private func spent(_ world: World, keeping left: Int = 0) async throws -> Phone {
    let phone = Phone(world)
    await phone.client.launch()
    await phone.client.recordMilestone("discovery-complete")
    await phone.client.reported()
    await phone.client.purchase("coach.premium.monthly")
    await phone.client.paywallClosed()
    for number in 1...(100 - left) {
      try await phone.client.use("send-message", key: Idempotency.Key("message-\(number)"))
    }
    return phone
  }

  @Test(
    "CP-6 after the hundredth message of a trial that renews, the plan says when Premium starts")
  func renews() async throws {
    try await World.of("coach-paid") { world in
      let phone = try await spent(world)
      let settings = SubscriptionSettingsModel(phone.client)
      #expect(phone.client.phase == .trialExpired)
      #expect(
        settings.planLine == "We've used all 100 conversations. Premium starts on March 4, 2026.")
      #expect(settings.badge == nil)
      #expect(TrialBannerModel(phone.client).content == nil)
      #expect(
        LockedCardModel(phone.client, feature: "send-message").statusLine == settings.planLine)
      world.pass(3 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(settings.planLine == "I'm with you, Premium renews on April 4, 2026")
    }
  }

  @Test("CP-6 after the hundredth message of a trial that was cancelled, the plan says so")
  func cancelled() async throws {
    try await World.of("coach-paid") { world in
      let phone = try await spent(world)
      let settings = SubscriptionSettingsModel(phone.client)
      world.store.cancel(phone.store.account)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(
        settings.planLine
          == "We've used all 100 conversations, and your subscription won't renew.")
      world.pass(3 * World.day)
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(settings.planLine == "We've come to the end of our trial")
    }
  }

  @Test("CP-6 a refund that ended the trial is shown as the cause")
  func refunded() async throws {
    try await World.of("coach-paid") { world in
      let phone = try await spent(world, keeping: 90)
      let bought = try #require(
        world.store.transactions(of: phone.store.account).first?.payload.transactionId)
      #expect(world.store.refund(bought))
      try await world.deliverNotifications()
      try await phone.client.refresh()
      #expect(phone.client.phase == .trialExpired)
      #expect(
        SubscriptionSettingsModel(phone.client).planLine
          == "The App Store refunded your purchase. I'm here whenever you like.")
    }
  }

  @Test(
    "CP-6 the standard lines say in each language how a trial ended",
    arguments: [
      (
        "en_US",
        [
          "All 5 uses are used. Your plan starts on March 4, 2026.",
          "All 5 uses are used. Your subscription won't renew.", "Your purchase was refunded",
        ]
      ),
      (
        "de_DE",
        [
          "Alle 5 Nutzungen sind aufgebraucht. Dein Abo beginnt am 4. März 2026.",
          "Alle 5 Nutzungen sind aufgebraucht. Dein Abo verlängert sich nicht.",
          "Dein Kauf wurde erstattet",
        ]
      ),
      (
        "fr_FR",
        [
          "Vos 5 utilisations sont épuisées. Votre abonnement commence le 4 mars 2026.",
          "Vos 5 utilisations sont épuisées. Votre abonnement ne sera pas renouvelé.",
          "Votre achat a été remboursé",
        ]
      ),
      (
        "es_ES",
        [
          "Has agotado tus 5 usos. Tu suscripción empieza el 4 de marzo de 2026.",
          "Has agotado tus 5 usos. Tu suscripción no se renovará.", "Se ha reembolsado tu compra",
        ]
      ),
      (
        "ja_JP",
        [
          "5回分をすべて使いました。プランは2026年3月4日に始まります。", "5回分をすべて使いました。サブスクリプションは更新されません。",
          "購入は返金されました",
        ]
      ),
      (
        "ar_AE",
        [
          "نفدت كل الاستخدامات، وعددها 5. يبدأ اشتراكك في 4 مارس، 2026.",
          "نفدت كل الاستخدامات، وعددها 5. لن يتجدد اشتراكك.", "استُرد مبلغ عملية الشراء",
        ]
      ),
    ] as [(String, [String])])
  func standard(locale: String, expected: [String]) {
    let locale = Locale(identifier: locale)
    let book = Phrasebook(locale.identifier(.bcp47), for: locale)
    let date = book.date(Instant(milliseconds: World.start + 3 * World.day), in: .gmt)
    #expect(
      [
        book.line(.planTrialExpiredUses, count: 5, [.date: date]),
        book.line(.planTrialExpiredUsesCancelled, count: 5), book.line(.planTrialExpiredRefund),
      ] == expected)
  }
}
