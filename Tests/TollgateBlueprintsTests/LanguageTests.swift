import Testing
import TollgateBlueprints

private func blueprint(_ languages: String, _ texts: String) -> String {
  """
  app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1, languages: \(languages) }
  features: { read: allow }
  texts: \(texts)
  """
}

private func said(
  _ severity: BlueprintDiagnostic.Severity, _ languages: String, _ texts: String
) -> [String] {
  BlueprintCheck.check(blueprint(languages, texts), name: "coach.yml") { _ in throw NoFile() }
    .diagnostics.filter { $0.severity == severity }.map(\.description)
}

@Suite("Declared languages")
struct LanguageTests {
  @Test("a complete blueprint has no finding")
  func complete() {
    #expect(said(of: blueprint("[en, de]", "{ hello: { en: Hello, de: Hallo } }")) == [])
    #expect(said(of: blueprint("en", "{ hello: Hello }")) == [])
    #expect(said(of: blueprint("[en, de, de-AT]", "{ hello: { en: Hello, de: Hallo } }")) == [])
  }

  @Test("a missing translation is an error that names the languages")
  func missing() {
    #expect(
      said(.error, "[en, de, fr]", "{ hello: Hello }")
        == ["coach.yml:3:17: error: the text `hello` is missing in `de`, `fr`"])
    #expect(
      said(.error, "[en, de, fr]", "{ hello: { en: Hello, de: Hallo } }")
        == ["coach.yml:3:10: error: the text `hello` is missing in `fr`"])
  }

  @Test("a line without words is the same in every language")
  func wordless() {
    #expect(said(.error, "[en, de]", "{ line: \"{app.name} + {app.name}\" }") == [])
  }

  @Test("a language that is not declared is an error with the nearest one")
  func undeclared() {
    #expect(
      said(.error, "[en, pt-BR]", "{ hello: { en: Hello, pt-BR: Oi, pt-BT: Oi } }") == [
        "coach.yml:3:41: error: `pt-BT` is not one of the app's `languages`; "
          + "expected one of `en`, `pt-BR`; did you mean `pt-BR`?"
      ])
  }

  @Test("a part in a language that is not declared is one error")
  func part() {
    let yaml = blueprint(
      "[en, fr]", "{ hello: { en: Hello, fr: Salut }, bye: { en: Bye, fr: Ciao } }")
    let report = BlueprintCheck.check(
      "parts: de.yml\n" + yaml, name: "coach.yml",
      parts: ["de.yml": "language: de\ntexts: { hello: Hallo, bye: Servus }"]
    ) { _ in throw NoFile() }
    #expect(
      report.diagnostics.map(\.description) == [
        "de.yml:1:11: error: `de` is not one of the app's `languages`; expected one of `en`, `fr`"
      ])
  }

  @Test("the list must contain the app's own language, and each language once")
  func list() {
    #expect(
      said(.error, "[en, de, en]", "{ hello: { en: Hello, de: Hallo } }")
        == ["coach.yml:1:93: error: the language `en` is listed twice"])
    #expect(
      said(.error, "[de]", "{ hello: { en: Hello, de: Hallo } }")
        .contains { $0.hasSuffix("the app's own language, `en`, is not among its languages") })
    #expect(
      said(.error, "[en, German]", "{ hello: Hello }")
        == ["coach.yml:1:89: error: found `German`; expected a language such as `en` or `pt-BR`"])
  }

  @Test("an incomplete list of plural forms is an error")
  func plurals() {
    let russian = "{ count: trial.daysLeft, one: a, other: b }"
    let found = said(.error, "[en, ru]", "{ left: { en: Left, ru: \(russian) } }")
    #expect(found.contains { $0.contains("a form of `ru` is missing: `few`") })
    let warned = said(.warning, "en", "{ left: { en: { count: trial.daysLeft, other: b } } }")
    #expect(!warned.contains { $0.contains("a form of `en` is missing") })
  }

  @Test("a language without standard lines is a warning that counts them")
  func standard() {
    let found = said(.warning, "[en, it]", "{ hello: { en: Hello, it: Ciao } }")
    #expect(found.count == 1)
    #expect(found[0].contains("are shown in English to customers who use `it`"))
    #expect(said(.warning, "[en, ar]", "{ hello: { en: Hello, ar: مرحبا } }") == [])
  }
}
