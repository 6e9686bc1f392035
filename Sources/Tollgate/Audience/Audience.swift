/// The part of a condition about who the customer is: what devices report, and attributes.
///
/// Every member must hold, and an empty one requires nothing. A value that was never reported or set, or was removed,
/// meets no requirement.
public struct Audience: Hashable, Sendable {
  /// A range of versions of the app.
  public struct Versions: Hashable, Sendable {
    /// The lowest version; nil for no lower bound.
    public let atLeast: AppVersion?
    /// The first version above the range; nil for no upper bound.
    public let lessThan: AppVersion?

    /// Creates a range of versions.
    public init(atLeast: AppVersion? = nil, lessThan: AppVersion? = nil) {
      self.atLeast = atLeast
      self.lessThan = lessThan
    }

    func contains(_ version: AppVersion) -> Bool {
      (atLeast.map { $0 <= version } ?? true) && (lessThan.map { version < $0 } ?? true)
    }
  }

  /// The accepted countries of the store account, as ISO 3166-1 alpha-2 codes; empty for any.
  public var countries: Set<String>
  /// The accepted languages of the device, as primary subtags of BCP 47; empty for any.
  public var languages: Set<String>
  /// The accepted versions of the app; nil for any.
  public var appVersion: Versions?
  /// The accepted kinds of device; empty for any.
  public var devices: Set<DeviceKind>
  /// What is required of attributes.
  public var attributes: [AttributeTest]

  /// Creates requirements.
  public init(
    countries: Set<String> = [], languages: Set<String> = [], appVersion: Versions? = nil,
    devices: Set<DeviceKind> = [], attributes: [AttributeTest] = []
  ) {
    self.countries = countries
    self.languages = languages
    self.appVersion = appVersion
    self.devices = devices
    self.attributes = attributes
  }

  /// An audience that requires nothing.
  public static let everyone = Audience()

  /// The requirements, one for each property or attribute.
  public var tests: [AudienceTest] {
    var tests: [AudienceTest] = []
    if !countries.isEmpty { tests.append(.country(countries)) }
    if !languages.isEmpty { tests.append(.language(languages)) }
    if let appVersion { tests.append(.appVersion(appVersion)) }
    if !devices.isEmpty { tests.append(.device(devices)) }
    return tests + attributes.map(AudienceTest.attribute)
  }
}

/// What a condition requires of one attribute; every member must hold.
public struct AttributeTest: Hashable, Sendable {
  /// The attribute.
  public let attribute: Attribute.ID
  /// The accepted values, in order; empty for any.
  public let values: [Attribute.Value]
  /// The lowest number; nil for no lower bound.
  public let atLeast: Int?
  /// The first number above the range; nil for no upper bound.
  public let lessThan: Int?

  /// Creates a requirement.
  public init(
    attribute: Attribute.ID, values: [Attribute.Value] = [], atLeast: Int? = nil,
    lessThan: Int? = nil
  ) {
    self.attribute = attribute
    self.values = values
    self.atLeast = atLeast
    self.lessThan = lessThan
  }

  /// Whether a value meets the requirement.
  public func holds(for value: Attribute.Value) -> Bool {
    if !values.isEmpty, !values.contains(value) { return false }
    guard atLeast != nil || lessThan != nil else { return true }
    guard let number = value.integer else { return false }
    return (atLeast.map { $0 <= number } ?? true) && (lessThan.map { number < $0 } ?? true)
  }
}

/// A requirement on one property of the device, or on one attribute.
public enum AudienceTest: Hashable, Sendable {
  /// The store account's country is one of these.
  case country(Set<String>)
  /// The device's language is one of these.
  case language(Set<String>)
  /// The app's version is in a range.
  case appVersion(Audience.Versions)
  /// The device is of one of these kinds.
  case device(Set<DeviceKind>)
  /// An attribute meets a requirement.
  case attribute(AttributeTest)

  /// The property that it tests; nil if it tests an attribute.
  public var property: DeviceProperty? {
    switch self {
    case .country: .country
    case .language: .language
    case .appVersion: .appVersion
    case .device: .device
    case .attribute: nil
    }
  }

  /// The attribute that it tests; nil if it tests a property of the device.
  public var attribute: Attribute.ID? {
    if case .attribute(let test) = self { test.attribute } else { nil }
  }

  /// Whether a value meets it.
  ///
  /// - Parameter value: The value of the property, in its normalized form, or of the attribute.
  /// - Returns: Whether it does; false for a value of another type.
  public func holds(for value: Attribute.Value) -> Bool {
    switch self {
    case .country(let countries): value.string.map(countries.contains) ?? false
    case .language(let languages): value.string.map(languages.contains) ?? false
    case .appVersion(let versions):
      value.string.flatMap { AppVersion($0) }.map(versions.contains) ?? false
    case .device(let kinds):
      value.string.flatMap(DeviceKind.init(rawValue:)).map(kinds.contains) ?? false
    case .attribute(let test): test.holds(for: value)
    }
  }
}
