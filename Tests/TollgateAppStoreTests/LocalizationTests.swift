import Testing
import TollgateAppStore

@Suite("The texts of a product")
struct LocalizationTests {
  private let localizations: [StoreKitConfiguration.Localization] = [
    .init(locale: "pt_BR", displayName: "Harpa"), .init(locale: "ja", displayName: "ハープ"),
    .init(locale: "en_GB", displayName: "Harp"), .init(locale: "pt_PT", displayName: "A harpa"),
  ]

  @Test(
    "the texts of a product are in the customer's language and region, or the language, or English",
    arguments: [
      ("pt_PT", "A harpa"), ("pt-PT", "A harpa"), ("pt_AO", "Harpa"), ("ja_JP", "ハープ"),
      ("en_US", "Harp"), ("fr_FR", "Harp"), ("", "Harp"),
    ])
  func best(_ locale: String, _ name: String) {
    #expect(localizations.best(for: locale)?.displayName == name)
  }

  @Test("the texts of a product are the first without English, and none where there are none")
  func fallback() {
    #expect(Array(localizations.prefix(2)).best(for: "fr_FR")?.displayName == "Harpa")
    #expect([StoreKitConfiguration.Localization]().best(for: "fr_FR") == nil)
  }
}
