import Tollgate
import TollgateBlueprints

/// What must hold on a device after a step.
struct Expectation: Sendable {
  /// How an action ended, which a scenario has to expect unless it succeeded.
  enum Outcome: Sendable {
    case refusal, purchase
  }

  /// The name of the compared value in a failure, such as "the phase".
  let subject: String
  /// The outcome that it is about; nil for what holds on the device.
  let outcome: Outcome?
  /// How what holds differs from what is expected; nil if it does not.
  let mismatch: @Sendable (DeviceState) -> Mismatch?
}

extension Expectation {
  /// Expects a value.
  ///
  /// - Parameter found: The value that holds on the device.
  init<Value: ScenarioValue>(
    _ subject: String, _ expected: Value, outcome: Outcome? = nil,
    _ found: @escaping @Sendable (DeviceState) -> Value
  ) {
    self.init(subject: subject, outcome: outcome) { state in
      let value = found(state)
      return value == expected ? nil : Mismatch(found: value.text, expected: expected.text)
    }
  }
}

/// Something with parts of which a scenario expects some, such as the trial.
struct ExpectedWhole<Found: Sendable>: Sendable {
  /// Its name in a failure.
  let name: String
  /// The outcome that it is about; nil for what holds on the device.
  var outcome: Expectation.Outcome?
  /// What holds on the device.
  let found: @Sendable (DeviceState) -> Found

  /// The key of a part, with the form of what is expected of it.
  func part<Value: ScenarioValue>(
    _ key: String, _ form: Form<Value>, _ read: @escaping @Sendable (Found) -> Value
  ) -> (key: String, form: Form<Expectation>) {
    (
      key,
      form.map { value in
        Expectation("`\(key)` of \(name)", value, outcome: outcome) { read(found($0)) }
      }
    )
  }

  /// The expectation that the state has no such value.
  func missing<Wrapped>() -> Expectation where Found == Wrapped? {
    Expectation(subject: name, outcome: outcome) { state in
      found(state).map { _ in Mismatch(found: "one", expected: "none") }
    }
  }
}

/// What a paywall sells: a product, with the offer of its package.
struct ShownPackage: Hashable, Sendable {
  let product: CatalogProduct.ID
  var offer: CatalogProduct.Offer.ID?
  var billing = BillingPlan.upFront
}

/// A nudge on a device's schedule.
struct ScheduledNudge: Hashable, Sendable {
  let id: Nudge.ID
  let at: Instant
}

enum PurchaseEnding: String, Hashable, Sendable, CaseIterable {
  case success
  case pending
  case cancelled
  case paymentNotAllowed
  case paymentInvalid
  case network
  case productUnavailable
  case interrupted
  case unknown
}
