import Tollgate
import TollgateBlueprints

/// Values that several expectations share.
extension ScenarioForms {
  var count: Form<Int?> { .orNone(.whole(0...1_000_000)) }

  var flag: Form<Bool?> { Form<Bool>.flag.map { .some($0) } }

  /// A number of uses, items or credits, or a sum of sizes.
  var amount: Form<Int?> { .orNone(.whole(0...Feature.sizeLimit)) }

  var reason: Form<Denial.Reason?> {
    let reasons: [Denial.Reason] = [.notIncluded, .limitReached]
    return .orNone(
      Form.known("reason", in: reasons.map(\.rawValue)).map { text, _, _ in
        Denial.Reason(rawValue: text)
      })
  }

  /// One expected value, and where it is found.
  func one<Value: ScenarioValue>(
    _ subject: String, _ form: Form<Value>, _ found: @escaping @Sendable (DeviceState) -> Value
  ) -> Form<[Located<Expectation>]> {
    form.map { [Located(value: Expectation(subject, $0, found))] }
  }

  /// A list of values, a single one, or `none`; in the order in which failures show them.
  func names<Value: ScenarioValue>(_ form: Form<Value>) -> Form<[Value]> {
    Form<[Value]>.either(
      "\(form.expected), a list of them, or `none`",
      scalar: Form.orNone(form).map { $0.map { [$0] } ?? [] },
      list: .list(of: form, atLeast: 0).map(\.ordered), map: form.map { [$0] })
  }

  /// `none`, or a map of parts.
  func parts<Found>(
    _ what: String, of whole: ExpectedWhole<Found?>,
    _ parts: [(key: String, form: Form<Expectation>)]
  ) -> Form<[Located<Expectation>]> {
    .either(
      "`none`, or a map",
      scalar: Form.word("none", expected: "`none`, or a map").map { _ in
        [Located(value: whole.missing())]
      },
      map: .keyed(what, parts))
  }
}
