import AppStoreSimulator
import Tollgate
import TollgateWire

/// A value as a scenario writes it, for failures.
protocol ScenarioValue: Equatable, Sendable {
  var text: String { get }
}

extension String: ScenarioValue {
  var text: String { self }
}

extension Int: ScenarioValue {
  var text: String { "\(self)" }
}

extension Bool: ScenarioValue {
  var text: String { "\(self)" }
}

extension Instant: ScenarioValue {
  var text: String { description }
}

extension Identifier: ScenarioValue {
  var text: String { rawValue }
}

extension ScheduledNudge: ScenarioValue {
  var text: String { "\(id) at \(at)" }
}

extension ShownPackage: ScenarioValue {
  var text: String {
    "\(product)" + (offer.map { " with \($0)" } ?? "")
      + (billing == .monthly ? ", billed monthly" : "")
  }
}

extension Optional: ScenarioValue where Wrapped: ScenarioValue {
  var text: String { map(\.text) ?? "none" }
}

extension Array: ScenarioValue where Element: ScenarioValue {
  var text: String { isEmpty ? "none" : map(\.text).joined(separator: ", ") }

  /// The elements in the order in which failures show them.
  var ordered: [Element] { sorted { $0.text < $1.text } }
}

extension ScenarioValue where Self: RawRepresentable, RawValue == String {
  var text: String { rawValue }
}

extension Phase: ScenarioValue {}
extension StoreCondition: ScenarioValue {}
extension TrialEnding: ScenarioValue {}
extension Denial.Reason: ScenarioValue {}
extension Limit.Scope: ScenarioValue {}
extension AccessSummary.Answer: ScenarioValue {}
extension ProblemCode: ScenarioValue {}
extension PurchaseEnding: ScenarioValue {}
