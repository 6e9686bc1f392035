import Tollgate
import TollgateWire

/// Attributes that the app sets and properties of the device, kept until the server has recorded them.
struct AttributeReport: Hashable, Sendable, Codable {
  /// The values by attribute; nil removes one.
  var values: [String: Attribute.Value?] = [:]
  /// Properties of the device, by name.
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

  /// Returns the report combined with an earlier one that it replaces; the later value of each attribute counts.
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
