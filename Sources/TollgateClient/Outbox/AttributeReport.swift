import Tollgate
import TollgateWire

/// Attributes that the app sets, properties of the device, its download of the app and the days on which the app was
/// opened, kept until the server has recorded them.
struct AttributeReport: Hashable, Sendable, Codable {
  /// The values by attribute; nil removes one.
  var values: [String: Attribute.Value?] = [:]
  /// Properties of the device, by name.
  var device: [String: String] = [:]
  /// The store account's download of the app, as the store signed it.
  var download: String?
  /// The facts that the device assumes until the server confirms them.
  @WireFacts var facts: [Fact]

  /// The request that records it.
  var request: AttributesRequest {
    AttributesRequest(
      Dictionary(uniqueKeysWithValues: values.map { (Attribute.ID($0), $1) }),
      device: Dictionary(
        uniqueKeysWithValues: device.compactMap { name, value in
          DeviceProperty(rawValue: name).map { ($0, value) }
        }), signedAppTransaction: download, opened: opened)
  }

  /// The days on which the app was opened, without those that are too long ago.
  private var opened: [String] {
    let days = facts.compactMap { fact -> String? in
      if case .opening(let opening) = fact { opening.day } else { nil }
    }
    return Array(Set(days).sorted().suffix(Blueprint.longestDelayOfOpenings + 1))
  }

  /// Returns the report combined with an earlier one that it replaces; the later value of each attribute counts.
  func including(_ earlier: AttributeReport) -> AttributeReport {
    let own = Set(facts.compactMap(\.attribute))
    return AttributeReport(
      values: earlier.values.merging(values) { $1 },
      device: earlier.device.merging(device) { $1 },
      download: download ?? earlier.download,
      facts: earlier.facts.filter { $0.attribute.map { !own.contains($0) } ?? true } + facts)
  }
}

extension Fact {
  /// The attribute that it sets, or the property that it reports.
  fileprivate var attribute: Attribute.ID? {
    if case .attribute(let change) = self { change.attribute } else { nil }
  }
}
