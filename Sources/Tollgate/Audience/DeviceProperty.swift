/// A property of the device that the client reports if the blueprint depends on it.
///
/// A customer can forge it: conditions on it may choose what is shown, but must not unlock what others pay for.
public enum DeviceProperty: String, Hashable, Sendable, Codable, CaseIterable {
  /// The country or region of the store account, as an ISO 3166-1 alpha-2 code such as `DE`.
  case country
  /// The primary language subtag of the app's language ([BCP 47](https://www.rfc-editor.org/info/bcp47)), such as `de`.
  case language
  /// The app's version, such as `2.1`.
  case appVersion
  /// The kind of device.
  case device
  /// The age range that was shared with the app, as ``AgeRange/description`` writes it, or `declined`.
  case ageRange
  /// What the law requires of the app for this person, as ``RegulatoryFeature/text(of:)`` writes it.
  case regulatoryFeature
  /// The device's time zone, by its IANA name; reported if days begin in the customer's zone.
  case timeZone

  /// The value of ``ageRange`` for a person who shares none.
  public static let declined = "declined"

  /// The name under which it is recorded.
  public var attribute: Attribute.ID { Attribute.ID(rawValue) }

  /// The value in its normalized form; nil if it is invalid: `DEU` becomes `DE`, and `de-AT` becomes `de`.
  public func normalized(_ value: String) -> String? {
    switch self {
    case .country: Country.code(value)
    case .language: Self.primaryLanguage(of: value)
    case .appVersion: AppVersion(value) == nil ? nil : value
    case .device: DeviceKind(rawValue: value)?.rawValue
    case .ageRange: value == Self.declined ? value : AgeRange(value)?.description
    case .regulatoryFeature: RegulatoryFeature.set(of: value).map(RegulatoryFeature.text)
    case .timeZone: Self.isZoneName(value) && BlueprintClock(value) != nil ? value : nil
    }
  }

  /// Whether a value could be valid: a device may know time zones that the server does not.
  public func isWellFormed(_ value: String) -> Bool {
    switch self {
    case .country, .language, .appVersion, .device, .ageRange, .regulatoryFeature:
      normalized(value) != nil
    case .timeZone: Self.isZoneName(value)
    }
  }

  /// Whether a text has the form of an IANA name: `UTC`, `GMT`, or parts such as `Europe/Berlin`.
  ///
  /// Abbreviations such as `CET`, and offsets such as `GMT+5`, do not.
  private static func isZoneName(_ name: String) -> Bool {
    if name == "UTC" || name == "GMT" { return true }
    guard (3...64).contains(name.utf8.count) else { return false }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return (2...3).contains(parts.count)
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { $0.isLetterOrDigit || "_-+".utf8.contains($0) }
      }
  }

  /// The first subtag of a language, in lower case; nil if it does not have two or three letters.
  private static func primaryLanguage(of tag: String) -> String? {
    let language = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    guard (2...3).contains(language.utf8.count), tag.utf8.count <= Attribute.textLimit,
      language.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
    else { return nil }
    return language
  }
}

/// A kind of device that apps run on.
public enum DeviceKind: String, Hashable, Sendable, Codable, CaseIterable {
  case iPhone, iPad, mac, watch, tv, vision
}
