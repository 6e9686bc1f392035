import Tollgate
import TollgateWire

/// Values that the app sets for the customer, and what the device is, until the server has recorded them.
struct AttributeReport: Hashable, Sendable, Codable {
  /// The values by attribute; nil removes one.
  var values: [String: Attribute.Value?] = [:]
  /// What the device is, by the name of the property.
  var device: [String: String] = [:]
  /// The facts that the device assumes until the server confirms them.
  @WireFacts var facts: [Fact]

  /// The request that records it.
  var request: AttributesRequest {
    AttributesRequest(
      Dictionary(uniqueKeysWithValues: values.map { (Attribute.ID($0), $1) }),
      device: Dictionary(
        uniqueKeysWithValues: device.compactMap { name, value in
          DeviceProperty(rawValue: name).map { ($0, value) }
        }))
  }

  /// Returns the report with an earlier one that it replaces: of two values of one attribute, the later one counts.
  func including(_ earlier: AttributeReport) -> AttributeReport {
    let own = Set(facts.compactMap(\.attribute))
    return AttributeReport(
      values: earlier.values.merging(values) { $1 },
      device: earlier.device.merging(device) { $1 },
      facts: earlier.facts.filter { $0.attribute.map { !own.contains($0) } ?? true } + facts)
  }
}

extension Fact {
  /// The attribute that it sets, or the property that it reports.
  fileprivate var attribute: Attribute.ID? {
    if case .attribute(let change) = self { change.attribute } else { nil }
  }
}
