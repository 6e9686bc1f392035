/// A part of a blueprint whose keys are described once, for the author's file and for the wire.
package protocol BlueprintObject: Sendable {
  /// An object to read into.
  static var blank: Self { get }

  /// Names each key with the value that it has or gets, and with a sentence for authors.
  ///
  /// Whether that reads, writes or describes the object, `keys` decides.
  mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure)
}

/// The keys of an object in one of its forms, in the order in which authors see them.
///
/// A key that is nil, an empty list or its usual value is left out.
package protocol BlueprintKeys {
  associatedtype Failure: Error

  func required<Kind>(
    _ key: String, _ name: inout Identifier<Kind>, _ about: About) throws(Failure)
  func optional<Kind>(
    _ key: String, _ name: inout Identifier<Kind>?, _ about: About) throws(Failure)
  func required(_ key: String, _ icon: inout String, _ about: About) throws(Failure)
  func optional(_ key: String, _ icon: inout String?, _ about: About) throws(Failure)
  func optional(
    _ key: String, _ number: inout Int?, in range: ClosedRange<Int>, _ about: About
  ) throws(Failure)
  func flag(
    _ key: String, _ value: inout Bool, usually usual: Bool, _ about: About) throws(Failure)
  func required(_ key: String, _ value: inout Condition, _ about: About) throws(Failure)
  func defaulted(
    _ key: String, _ value: inout Condition, to usual: Condition, _ about: About
  ) throws(Failure)
  func required(_ key: String, _ value: inout ProfileValue, _ about: About) throws(Failure)
  func optional(_ key: String, _ value: inout Paywall.Image?, _ about: About) throws(Failure)
  func optional(
    _ key: String, _ value: inout Paywall.Package.Offer?, _ about: About) throws(Failure)
  func optional(
    _ key: String, _ value: inout Paywall.Page.Question?, _ about: About) throws(Failure)
  func defaulted<Case: RawRepresentable<String> & Codable & CaseIterable & Equatable>(
    _ key: String, _ value: inout Case, to usual: Case, _ about: About
  ) throws(Failure)
  /// - Parameter what: What messages call one of the objects.
  func list<Object: BlueprintObject>(
    _ key: String, _ values: inout [Object], of what: About, isRequired: Bool, _ about: About
  ) throws(Failure)
}

/// A sentence for authors; empty in a build without the trait `Server`, such as an app's.
package struct About: ExpressibleByStringLiteral, Sendable {
  #if Server
    package let text: String

    package init(stringLiteral text: String) { self.text = text }
  #else
    package init(stringLiteral text: StaticString) {}
  #endif
}
