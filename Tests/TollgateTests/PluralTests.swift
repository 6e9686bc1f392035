import Testing

@testable import Tollgate

@Suite("Plural forms")
struct PluralTests {
  @Test("the form of a whole number is Babel's, in every language that has a rule")
  func categories() {
    #expect(PluralSample.answers.count == PluralRule.allCases.count)
    for (languages, forms) in PluralSample.answers {
      let expected = forms.map { PluralSample.letters[$0] }
      for language in languages.split(separator: " ").map(String.init) {
        let given = PluralSample.numbers.map {
          LocalizedText.PluralForm.category(of: $0, in: language)
        }
        #expect(given == expected, "\(language)")
      }
    }
  }

  @Test(
    "a code with a script or a region follows its language, unless the region has a rule of its own",
    arguments: [
      ("pt", 0, LocalizedText.PluralForm.one), ("pt-BR", 0, .one), ("pt-PT", 0, .other),
      ("pt_PT", 0, .other), ("pt-Latn-AO", 0, .other), ("sr-Latn-RS", 3, .few),
      ("ru-UA", 21, .one), ("zh-Hant-TW", 1, .other), ("en-001", 1, .one), ("AR", 2, .two),
      ("ar", -2, .two), ("ar", .min, .few),
    ])
  func codes(language: String, number: Int, form: LocalizedText.PluralForm) {
    #expect(LocalizedText.PluralForm.category(of: number, in: language) == form)
  }

  @Test("a language without a rule is read as English", arguments: ["la", "tlh", "xx-YY", "", "-"])
  func unknown(language: String) {
    #expect(LocalizedText.PluralForm.category(of: 1, in: language) == .one)
    #expect(LocalizedText.PluralForm.category(of: 2, in: language) == .other)
    #expect(LocalizedText.PluralForm.categories(in: language) == nil)
  }

  @Test("whole millions are apart from the numbers people count to")
  func millions() throws {
    let french = try #require(LocalizedText.PluralForm.categories(in: "fr-CA"))
    #expect(french[.one] == [0, 1])
    #expect(french[.many] == [])
    #expect(Set(french.keys) == [.one, .many, .other])
    #expect(LocalizedText.PluralForm.categories(in: "ja")?.keys.map(\.rawValue) == ["other"])
  }
}
