import Tollgate
import TollgateBlueprints

/// Values that several expectations share.
extension ScenarioForms {
  var count: Form<Int?> { .orNone(.whole(0...1_000_000)) }

  /// A number of uses, items or credits, or a sum of sizes.
  var amount: Form<Int?> { .orNone(.whole(0...Feature.sizeLimit)) }

  var reason: Form<Denial.Reason?> {
    let reasons: [Denial.Reason] = [.notIncluded, .limitReached]
    return .orNone(
      Form.known("reason", in: reasons.map(\.rawValue)).map { text, _, _ in
        Denial.Reason(rawValue: text)
      })
  }

  func one<Value>(
    _ form: Form<Value>, _ make: @escaping @Sendable (Value) -> Expectation
  ) -> Form<[Located<Expectation>]> {
    form.map { [Located(value: make($0))] }
  }

  /// A list of values, a single one, or `none`; in the order in which failures show them.
  func names<Value: ScenarioValue & Sendable>(_ form: Form<Value>) -> Form<[Value]> {
    Form<[Value]>.either(
      "\(form.expected), a list of them, or `none`",
      scalar: Form.orNone(form).map { $0.map { [$0] } ?? [] },
      list: .list(of: form, atLeast: 0).map(\.ordered), map: form.map { [$0] })
  }

  /// `none`, or a map of parts.
  func parts<Part>(
    _ what: String, _ parts: [(key: String, form: Form<Part>)], none: Expectation,
    _ make: @escaping @Sendable (Part) -> Expectation
  ) -> Form<[Located<Expectation>]> {
    .either(
      "`none`, or a map",
      scalar: one(Form.word("none", expected: "`none`, or a map")) { _ in none },
      map: .keyed(what, parts.map { (key: $0.key, form: $0.form.map(make)) }))
  }

  func eachProduct<Value>(
    _ form: Form<Value>, _ make: @escaping @Sendable (CatalogProduct.ID, Value) -> Expectation
  ) -> Form<[Located<Expectation>]> {
    .each("product", in: definition.products.map(\.id), form, make)
  }
}
