/// A property of the device that the client reports if a condition tests it.
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

  /// The name under which it is recorded.
  public var attribute: Attribute.ID { Attribute.ID(rawValue) }

  /// The value in its normalized form; nil if it is invalid: `DEU` becomes `DE`, and `de-AT` becomes `de`.
  public func normalized(_ value: String) -> String? {
    switch self {
    case .country: Country.code(value)
    case .language: Self.primaryLanguage(of: value)
    case .appVersion: AppVersion(value) == nil ? nil : value
    case .device: DeviceKind(rawValue: value)?.rawValue
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
