import Tollgate

extension Form where Value: BlueprintObject {
  /// A map with the keys of an object; every mistake in any of them is recorded in one reading.
  ///
  /// - Parameters:
  ///   - what: What messages call it.
  ///   - others: Keys of the object that the map lacks.
  static func keys(_ what: String, without others: Set<String> = []) -> Form {
    let keys = YAMLKeys(nil, without: others)
    _ = Value(keys: keys, nil)
    let shape = ObjectShape(what: what, expected: what, keys: keys.shapes, atLeast: 0, needs: [])
    return Form(what, shape.schema) { node, reader in
      guard shape.check(node, reader) else { return nil }
      let keys = YAMLKeys((node, reader), without: others)
      let value = Value(keys: keys, nil)
      return keys.isWhole ? value : nil
    }
  }
}

/// The keys of an object in YAML, which are read from a map or only described.
private final class YAMLKeys: BlueprintKeys {
  typealias Failure = Never

  private let source: (map: YAMLNode, reader: Reader)?
  private let others: Set<String>
  private(set) var shapes: [KeyShape] = []
  /// Whether the map has every required key, and none of them with a mistake.
  private(set) var isWhole = true
  /// What the next key is for.
  private var about: About = ""

  init(_ source: (map: YAMLNode, reader: Reader)?, without others: Set<String>) {
    self.source = source
    self.others = others
  }

  /// Returns the value of a key; nil if the map has none, if there is a mistake in it, or if there is no map.
  private func read<Value>(
    _ key: String, isRequired: Bool = false, _ form: @autoclosure () -> Form<Value>
  ) -> Value? {
    defer { about = "" }
    guard !others.contains(key) else { return nil }
    guard let (map, reader) = source else {
      let known = form()
      shapes.append(
        KeyShape(
          name: key, isRequired: isRequired, expected: known.expected,
          schema: known.schema.about(about.text)))
      return nil
    }
    let value = map[key].flatMap { form().read($0, reader) }
    if isRequired, value == nil { isWhole = false }
    return value
  }

  subscript(about: About) -> YAMLKeys {
    self.about = about
    return self
  }

  func required<Value: Blank>(_ key: String, _ value: Value?) -> Value {
    read(key, isRequired: true, form()) ?? .blank
  }

  func optional<Value>(_ key: String, _ value: Value?) -> Value? { read(key, form()) }

  func optional(_ key: String, _ number: Int?, in range: ClosedRange<Int>) -> Int? {
    read(key, .whole(range))
  }

  func flag(_ key: String, _ value: Bool?, usually usual: Bool) -> Bool {
    read(key, .flag) ?? usual
  }

  func defaulted<Value>(_ key: String, _ value: Value?, to usual: Value) -> Value {
    read(key, form()) ?? usual
  }

  func optional(_ key: String, _ value: Paywall.Page.Question?) -> Paywall.Page.Question? {
    read(key, .keys("a question of a page"))
  }

  func list<Object: BlueprintObject>(
    _ key: String, _ values: [Object]?, of what: About, isRequired: Bool
  ) -> [Object] {
    read(key, isRequired: isRequired, .list(of: item(what))) ?? []
  }

  private func form<Value>() -> Form<Value> {
    for case let form as Form<Value> in forms { return form }
    preconditionFailure("no form has \(Value.self)")
  }

  private func item<Object: BlueprintObject>(_ what: About) -> Form<Object> {
    PaywallForms.benefit as? Form<Object> ?? PaywallForms.package as? Form<Object>
      ?? .keys(what.text)
  }
}

/// The forms of values, each of which has its type to itself.
private let forms: [any Sendable] = [
  TextForms.place, Names.icon, Names.product, Names.entitlement, Names.paywall, Names.feature,
  Form<Attribute.ID>.name("an attribute"), ConditionForms.condition,
  Form<ProfileValue>.profileValue, Form<BillingPlan>.choice(), ImageForms.image,
  PaywallForms.offer,
]

/// What stands in place of a value with a mistake, until the other keys are read.
private protocol Blank { static var blank: Self { get } }

extension String: Blank { fileprivate static var blank: String { "" } }
extension Identifier: Blank { fileprivate static var blank: Identifier { "" } }
extension Condition: Blank { fileprivate static var blank: Condition { .always } }
extension ProfileValue: Blank { fileprivate static var blank: ProfileValue { .boolean(false) } }
