/// The name of a member: the one key type with which all forms are read and written.
struct WireName: CodingKey, RawRepresentable, Hashable, ExpressibleByStringLiteral {
  let rawValue: String
  var stringValue: String { rawValue }
  var intValue: Int? { nil }

  init(_ name: String) { rawValue = name }

  /// The name that a form's key stands for.
  init(_ key: some RawRepresentable<String>) { rawValue = key.rawValue }

  init(rawValue: String) { self.rawValue = rawValue }

  init(stringValue: String) { rawValue = stringValue }

  init(stringLiteral name: String) { rawValue = name }

  init?(intValue: Int) { nil }
}
