/// A value that the app or its backend sets for a customer, as the blueprint declares it.
public struct Attribute: Hashable, Sendable, Identifiable {
  /// The attribute's name.
  public typealias ID = Identifier<Attribute>
  /// A text, a whole number or a Boolean.
  public typealias Value = ProfileValue

  /// The values that an attribute can have.
  public enum Kind: Hashable, Sendable {
    /// One of these texts; any text if the list is empty.
    case text([String])
    /// A whole number.
    case number
    /// True or false.
    case boolean
  }

  /// Who sets a value.
  public enum Setter: String, Hashable, Sendable, Codable, CaseIterable {
    /// The app, on the customer's device: the customer can forge it.
    case app
    /// The app's own backend, with a secret key.
    case backend
    /// The client, about the device that it runs on; see ``DeviceProperty``.
    case device
    /// A parent or guardian, as the App Store or the app's own backend reports; see ``Consent``.
    case guardian
  }

  /// The greatest number of attributes of a blueprint: 64.
  public static let countLimit = 64
  /// The greatest number of characters of a text: 128.
  public static let textLimit = 128
  /// The numbers that every JSON parser reads exactly: from −2⁵³ to 2⁵³.
  public static let numbers = -9_007_199_254_740_992...9_007_199_254_740_992

  /// The attribute's name.
  public let id: ID
  /// The values that it can have.
  public let kind: Kind
  /// Who sets it: the app or its backend.
  public let setBy: Setter

  public init(id: ID, kind: Kind, setBy: Setter = .app) {
    self.id = id
    self.kind = kind
    self.setBy = setBy
  }

  /// What is wrong with a value, as the end of a sentence such as "`goal` must be a text"; nil if it is valid.
  public func requirement(against value: Value) -> String? {
    switch (kind, value) {
    case (.text(let values), .string(let text)):
      if !values.isEmpty {
        return values.contains(text)
          ? nil : "must be one of \(values.map { "`\($0)`" }.joined(separator: ", "))"
      }
      return Self.isPrintable(text)
        ? nil : "must have 1 to \(Self.textLimit) characters and no control characters"
    case (.number, .integer(let number)):
      return Self.numbers.contains(number) ? nil : "must be from −2⁵³ to 2⁵³"
    case (.boolean, .boolean): return nil
    case (.text, _): return "must be a text"
    case (.number, _): return "must be a whole number"
    case (.boolean, _): return "must be true or false"
    }
  }

  /// Whether a text has 1 to ``textLimit`` characters, and no control character (Unicode category Cc).
  public static func isPrintable(_ text: String) -> Bool {
    (1...textLimit).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
