import Tollgate

extension Form where Value: BlueprintObject {
  /// A map with the keys of an object; every mistake in any of them is recorded in one reading.
  ///
  /// - Parameters:
  ///   - what: What messages call it.
  ///   - others: Keys of the object that the map lacks.
  ///   - synonyms: Words for keys that authors may know from elsewhere.
  ///   - hints: What to write in place of words that no key stands for.
  static func keys(
    _ what: String, without others: Set<String> = [], synonyms: [String: String] = [:],
    hints: [String: String] = [:]
  ) -> Form {
    let keys = YAMLKeys(nil, without: others)
    var blank = Value.blank
    blank.describe(to: keys)
    let shape = ObjectShape(
      what: what, expected: what, keys: keys.shapes, atLeast: 0, needs: [], synonyms: synonyms,
      hints: hints)
    return Form(what, shape.schema) { node, reader in
      guard shape.check(node, reader) else { return nil }
      let keys = YAMLKeys((node, reader), without: others)
      var value = Value.blank
      value.describe(to: keys)
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
  /// Whether the map has every required key, each without a mistake.
  private(set) var isWhole = true

  init(_ source: (map: YAMLNode, reader: Reader)?, without others: Set<String>) {
    self.source = source
    self.others = others
  }

  /// Returns the value of a key; nil if the map has none, if there is a mistake in it, or if there is no map.
  private func read<Value>(
    _ key: String, isRequired: Bool = false, _ form: @autoclosure () -> Form<Value>, _ about: About
  ) -> Value? {
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

  func required<Value>(_ key: String, _ value: inout Value, _ about: About) {
    value = read(key, isRequired: true, form(), about) ?? value
  }

  func optional<Value>(_ key: String, _ value: inout Value?, _ about: About) {
    value = read(key, form(), about)
  }

  func optional(_ key: String, _ number: inout Int?, in range: ClosedRange<Int>, _ about: About) {
    number = read(key, .whole(range), about)
  }

  func flag(_ key: String, _ value: inout Bool, usually usual: Bool, _ about: About) {
    value = read(key, .flag, about) ?? usual
  }

  func defaulted<Value>(_ key: String, _ value: inout Value, to usual: Value, _ about: About) {
    value = read(key, form(), about) ?? usual
  }

  func optional(_ key: String, _ value: inout Paywall.Page.Question?, _ about: About) {
    value = read(key, .keys("a question of a page"), about)
  }

  func list<Object: BlueprintObject>(
    _ key: String, _ values: inout [Object], of what: About, isRequired: Bool, _ about: About
  ) {
    values = read(key, isRequired: isRequired, .list(of: item(what)), about) ?? []
  }

  private func form<Value>() -> Form<Value> {
    for case let form as Form<Value> in forms { return form }
    preconditionFailure("no form has \(Value.self)")
  }

  /// The form of an object in a list; the type is compared first, because a form that is being created would wait for
  /// itself if a list of another type in its object read it.
  private func item<Object: BlueprintObject>(_ what: About) -> Form<Object> {
    if Object.self == Paywall.Benefit.self, let form = PaywallForms.benefit as? Form<Object> {
      return form
    }
    if Object.self == Paywall.Package.self, let form = PaywallForms.package as? Form<Object> {
      return form
    }
    return .keys(what.text)
  }
}

/// The forms of values, one for each type.
private let forms: [any Sendable] = [
  TextForms.place, Names.icon, Names.product, Names.entitlement, Names.paywall, Names.feature,
  Form<Attribute.ID>.name("an attribute"), ConditionForms.condition,
  Form<ProfileValue>.profileValue, Form<BillingPlan>.choice(), ImageForms.image,
  PaywallForms.offer,
]
