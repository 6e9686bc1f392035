import Tollgate

/// The keys of a condition about who the customer is.
///
/// ```yaml
/// when:
///   country: [DE, AT]
///   language: de
///   appVersion: { atLeast: "2.1" }
///   device: [iPhone, iPad]
///   ageRange: { lessThan: 16 }
///   consent: withdrawn
///   attribute: [{ name: goal, is: strength }, { name: sessions, atLeast: 3, lessThan: 10 }]
///   boughtApp: { before: { iOS: "238", macOS: "2.0" } }
///   environment: sandbox
/// ```
enum AudienceForms {
  /// One country or several.
  static let countries = Form<[String]>.oneOrMore(country).withoutRepetition
  /// One language or several.
  static let languages = Form<[String]>.oneOrMore(language).withoutRepetition
  /// One kind of device or several.
  static let devices = Form<[DeviceKind]>.oneOrMore(Form<DeviceKind>.choice()).withoutRepetition
  /// One attribute or several.
  static let attributes = Form<[AttributeTest]>.oneOrMore(attribute)

  /// A country's code; editors complete it.
  private static let country = code(
    "a country's two-letter code such as `DE`",
    schema: [JSON.Member("enum", .list(Country.codes.sorted().map(JSON.string)))],
    nearest: { $0.uppercased() == "UK" ? "GB" : Country.code($0) },
    isValid: { Country.codes.contains($0) })

  /// A language, without the region of a locale such as `de-AT`.
  private static let language = code(
    "a language's code without a region, such as `de`",
    schema: [
      JSON.Member("type", .string("string")), JSON.Member("pattern", .string("^[a-z]{2,3}$")),
    ], nearest: { DeviceProperty.language.normalized($0) },
    isValid: { DeviceProperty.language.normalized($0) == $0 })

  /// Returns the form of a code.
  ///
  /// One that YAML reads as a Boolean, such as `NO`, is accepted as it is written.
  private static func code(
    _ expected: String, schema: [JSON.Member],
    nearest: @escaping @Sendable (String) -> String?,
    isValid: @escaping @Sendable (String) -> Bool
  ) -> Form<String> {
    Form(expected, Schema(schema)) { node, reader in
      guard case .scalar(let text, let kind) = node.content, kind == .text || kind == .flag,
        isValid(text)
      else {
        let nearest: String? =
          if case .scalar(let text, _) = node.content { nearest(text) } else { nil }
        reader.unexpected(node, expected: expected, nearest: nearest)
        return nil
      }
      return text
    }
  }

  /// A range of versions: `{ atLeast: "2.1", lessThan: "3" }`.
  static let appVersion = Form<Audience.Versions?>.object(
    "a range of versions", atLeast: 1,
    .optional("atLeast", version, "The lowest version."),
    .optional("lessThan", version, "The first version that is too high.")
  ) { Audience.Versions(atLeast: $0, lessThan: $1) }

  /// A version in quotes: YAML reads `2.10` as the number 2.1.
  private static let version = Form<String>.pattern(
    "a version in quotes such as `\"2.1\"`", "^[0-9]{1,9}(\\.[0-9]{1,9}){0,7}$"
  ) { AppVersion($0) != nil }
  .map { (text: String, node: YAMLNode, reader: Reader) -> AppVersion? in AppVersion(text) }

  /// Bounds of the declared age range, and who must have stated it: `{ atLeast: 13, lessThan: 18 }`.
  static let ageRange = Form<AgeRangeTest?>.object(
    "bounds of an age range", atLeast: 1,
    .optional("atLeast", age, "The age that the whole range must have reached."),
    .optional("lessThan", age, "The age that the whole range must be under."),
    .defaulted(
      "declared", .oneOrMore(Form<AgeRange.Declaration>.choice()).withoutRepetition, to: [],
      "Who must have stated it, and how it was checked, by Apple's names.")
  ) { (least: Int?, end: Int?, declared: [AgeRange.Declaration]) in
    AgeRangeTest(atLeast: least, lessThan: end, declared: Set(declared))
  }

  private static let age = Form<Int>.whole(1...AgeRange.years.upperBound)

  /// How early the app itself must have been bought: `{ before: 2026-03-01T00:00:00Z }`.
  static let boughtApp: Form<AppPurchaseTest?> = Form<AppPurchaseTest>.object(
    "a time of the app's purchase",
    key: .required(
      "before", before,
      "The first date, or the first version on each platform, that is too late. On macOS it is the app's version, and elsewhere the build number."
    )
  ).map { .some($0) }

  private static let before = Form<AppPurchaseTest>.either(
    "a date and time such as `2026-03-01T00:00:00Z`, or versions such as `{ iOS: \"238\" }`",
    scalar: saleTime.map { .before($0) }, map: versions.map { .beforeVersion($0) })

  /// An instant; a date alone would be another one in each time zone.
  static let saleTime = Form<String>.pattern(
    "a date and time such as `2026-03-02T09:00:00Z`", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T",
    meaning: { "\($0)T00:00:00Z" }
  ) { $0.contains("T") && Instant($0) != nil }
  .map { (text: String, node: YAMLNode, reader: Reader) -> Instant? in Instant(text) }

  /// A version of each platform, of which at least one must be named.
  private static let versions = Form<[AppDownload.Platform: AppVersion]>.object(
    "versions by platform", atLeast: 1,
    .optional("iOS", build, "The build for iPhone and iPad, as `CFBundleVersion` names it."),
    .optional("macOS", build, "The version for Mac, as `CFBundleShortVersionString` names it."),
    .optional("tvOS", build, "The build for Apple TV."),
    .optional("visionOS", build, "The build for Apple Vision.")
  ) { iOS, macOS, tvOS, visionOS in
    let versions: [AppDownload.Platform: AppVersion?] = [
      .iOS: iOS, .macOS: macOS, .tvOS: tvOS, .visionOS: visionOS,
    ]
    return versions.compactMapValues { $0 }
  }

  /// A version or a build number in quotes.
  private static let build = Form<String>.pattern(
    "a version or build number in quotes such as `\"238\"`", "^[0-9]{1,18}(\\.[0-9]{1,18}){0,7}$"
  ) { text in
    AppVersion(build: text).map { $0.description == text } ?? false
  }
  .map { (text: String, node: YAMLNode, reader: Reader) -> AppVersion? in AppVersion(build: text) }

  /// What one attribute must be: `{ name: goal, is: strength }`.
  private static let attribute = Form<AttributeTest>.object(
    "a condition on an attribute", atLeast: 2,
    .required("name", Form<Attribute.ID>.name("an attribute"), "The attribute."),
    .defaulted(
      "is", .oneOrMore(Form<ProfileValue>.profileValue).withoutRepetition, to: [],
      "The text or Boolean that it must be, or a list of the texts that it may be."),
    .optional("atLeast", .whole(Attribute.numbers), "The least number."),
    .optional(
      "lessThan", .whole(Attribute.numbers), "The first number that is too high.")
  ) { (name: Attribute.ID, values: [ProfileValue], least: Int?, end: Int?) in
    AttributeTest(attribute: name, values: values, atLeast: least, lessThan: end)
  }
}
