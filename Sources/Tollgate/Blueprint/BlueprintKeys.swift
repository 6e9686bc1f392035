/// A part of a blueprint whose keys are described once, for the file of an author and for the wire.
///
/// The description is the initializer. It names each key with the value that it has, which is nil unless the object is
/// being written, after a sentence for authors, and makes the object from what it gets.
package protocol BlueprintObject: Sendable {
  /// Reads the object, writes it, or describes it; which of them, `keys` decides.
  init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure)
}

/// The keys of an object in one of its forms, in the order in which authors find them.
///
/// A key that is nil, an empty list or its usual value is left out.
package protocol BlueprintKeys {
  associatedtype Key: ExpressibleByStringLiteral
  associatedtype Failure: Error

  /// The keys, of which the next is what a sentence is about.
  subscript(about: About) -> Self { get }

  func required<Kind>(_ key: Key, _ name: Identifier<Kind>?) throws(Failure) -> Identifier<Kind>
  func optional<Kind>(_ key: Key, _ name: Identifier<Kind>?) throws(Failure) -> Identifier<Kind>?
  func required(_ key: Key, _ icon: String?) throws(Failure) -> String
  func optional(_ key: Key, _ icon: String?) throws(Failure) -> String?
  func optional(_ key: Key, _ number: Int?, in range: ClosedRange<Int>) throws(Failure) -> Int?
  func flag(_ key: Key, _ value: Bool?, usually usual: Bool) throws(Failure) -> Bool
  func required(_ key: Key, _ value: Condition?) throws(Failure) -> Condition
  func defaulted(_ key: Key, _ value: Condition?, to usual: Condition) throws(Failure) -> Condition
  func required(_ key: Key, _ value: ProfileValue?) throws(Failure) -> ProfileValue
  func optional(_ key: Key, _ value: Paywall.Image?) throws(Failure) -> Paywall.Image?
  func optional(
    _ key: Key, _ value: Paywall.Package.Offer?
  ) throws(Failure) -> Paywall.Package.Offer?
  func optional(
    _ key: Key, _ value: Paywall.Page.Question?
  ) throws(Failure) -> Paywall.Page.Question?
  func defaulted<Case: RawRepresentable<String> & Codable & CaseIterable & Equatable>(
    _ key: Key, _ value: Case?, to usual: Case
  ) throws(Failure) -> Case
  /// - Parameter what: What messages call one of the objects.
  func list<Object: BlueprintObject>(
    _ key: Key, _ values: [Object]?, of what: About, isRequired: Bool
  ) throws(Failure) -> [Object]
}

/// Words for authors, of which a build without the trait `Server`, such as an app's, has none.
package struct About: ExpressibleByStringLiteral, Sendable {
  #if Server
    package let text: String

    package init(stringLiteral text: String) { self.text = text }
  #else
    package init(stringLiteral text: StaticString) {}
  #endif
}
