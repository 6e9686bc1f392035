import Tollgate

/// Who the customer must be; a member that requires nothing is left out.
///
/// ```json
/// { "ageRange": { "lessThan": 16 }, "appVersion": { "atLeast": "2.1" },
///   "attributes": [{ "attribute": "goal", "values": ["strength"] }],
///   "boughtApp": { "before": 1772323200000 }, "consents": ["withdrawn"], "countries": ["AT", "DE"],
///   "devices": ["iPhone"], "environments": ["sandbox"], "languages": ["de"],
///   "regulatoryFeatures": ["declaredAgeRangeRequired"] }
/// ```
extension Audience: WireObject {
  enum WireKey: String {
    case ageRange, appVersion, attributes, boughtApp, consents, countries, devices, environments,
      languages, regulatoryFeatures
  }

  init(_ wire: WireMembers<WireKey>, _ value: Audience?) throws {
    try wire.refuseUnknownMembers(of: "an audience")
    self.init()
    countries = Set(try wire.list(.countries, value?.countries.sorted()))
    languages = Set(try wire.list(.languages, value?.languages.sorted()))
    appVersion = try wire.optional(.appVersion, value?.appVersion)
    devices = try wire.set(.devices, value?.devices)
    ageRange = try wire.optional(.ageRange, value?.ageRange)
    regulatoryFeatures = try wire.set(.regulatoryFeatures, value?.regulatoryFeatures)
    consents = try wire.set(.consents, value?.consents)
    attributes = try wire.list(.attributes, value?.attributes)
    boughtApp = try wire.optional(.boughtApp, value?.boughtApp)
    environments = try wire.set(.environments, value?.environments)
  }
}

/// When the app was bought: `{"date":1772323200000,"kind":"before"}`, or
/// `{"kind":"beforeVersion","versions":{"iOS":"238","macOS":"2.0"}}`.
extension AppPurchaseTest: WireObject {
  enum WireKey: String {
    case kind, date, versions
  }

  private enum Kind: String, Codable, CaseIterable { case before, beforeVersion }

  private var parts: (kind: Kind, date: Instant?, versions: [String: String]?) {
    switch self {
    case .before(let end): (.before, end, nil)
    case .beforeVersion(let ends):
      (
        .beforeVersion, nil,
        Dictionary(uniqueKeysWithValues: ends.map { ($0.rawValue, $1.description) })
      )
    }
  }

  init(_ wire: WireMembers<WireKey>, _ value: AppPurchaseTest?) throws {
    try wire.refuseUnknownMembers(of: "a test of the app's purchase")
    let parts = value?.parts
    switch try wire.choice(.kind, parts?.kind) {
    case .before: self = .before(try wire.required(.date, parts?.date))
    case .beforeVersion:
      var ends: [AppDownload.Platform: AppVersion] = [:]
      for (name, text) in try wire.optional(.versions, parts?.versions) ?? [:] {
        guard let platform = AppDownload.Platform(rawValue: name),
          let version = AppVersion(build: text)
        else { throw wire.invalid(.versions, "expected versions") }
        ends[platform] = version
      }
      self = .beforeVersion(ends)
    }
  }
}

/// Versions of the app: `{"atLeast":"2.1","lessThan":"3"}`, and either may be missing.
extension Audience.Versions: WireObject {
  enum WireKey: String {
    case atLeast, lessThan
  }

  init(_ wire: WireMembers<WireKey>, _ value: Audience.Versions?) throws {
    try wire.refuseUnknownMembers(of: "a range of versions")
    try self.init(
      atLeast: wire.text(.atLeast, ifPresent: value?.atLeast),
      lessThan: wire.text(.lessThan, ifPresent: value?.lessThan))
  }
}

/// What the declared age range must be: `{"atLeast":13,"declared":["guardianDeclared"],"lessThan":18}`, and any may be
/// missing.
extension AgeRangeTest: WireObject {
  enum WireKey: String {
    case atLeast, declared, lessThan
  }

  init(_ wire: WireMembers<WireKey>, _ value: AgeRangeTest?) throws {
    try wire.refuseUnknownMembers(of: "a test of the age range")
    try self.init(
      atLeast: wire.optional(.atLeast, value?.atLeast),
      lessThan: wire.optional(.lessThan, value?.lessThan),
      declared: wire.set(.declared, value?.declared))
  }
}

/// What one attribute must be: `{"attribute":"sessions","atLeast":3,"lessThan":10}`, or one of its `values`.
extension AttributeTest: WireObject {
  enum WireKey: String {
    case atLeast, attribute, lessThan, values
  }

  init(_ wire: WireMembers<WireKey>, _ value: AttributeTest?) throws {
    try wire.refuseUnknownMembers(of: "a test of an attribute")
    try self.init(
      attribute: wire.required(.attribute, value?.attribute),
      values: wire.list(.values, value?.values),
      atLeast: wire.optional(.atLeast, value?.atLeast),
      lessThan: wire.optional(.lessThan, value?.lessThan))
  }
}

/// A declared attribute: `{"id":"goal","kind":"text","setBy":"app","values":["strength"]}`.
///
/// `kind` is `text`, `number` or `boolean`; a text without `values` can be any text.
extension Attribute: WireObject {
  private enum KindName: String, Codable, CaseIterable { case text, number, boolean }

  init(_ wire: WireMembers<WireName>, _ value: Attribute?) throws {
    let (name, texts): (KindName?, [String]?) =
      switch value?.kind {
      case .text(let values): (.text, values)
      case .number: (.number, nil)
      case .boolean: (.boolean, nil)
      case nil: (nil, nil)
      }
    let kind: Kind =
      switch try wire.choice("kind", name) {
      case .text: .text(try wire.list("values", texts))
      case .number: .number
      case .boolean: .boolean
      }
    try self.init(
      id: wire.required("id", value?.id), kind: kind,
      setBy: wire.required("setBy", value?.setBy))
  }
}
