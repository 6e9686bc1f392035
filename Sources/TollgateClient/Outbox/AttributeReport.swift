import Foundation
public import Tollgate
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

extension TollgateClient {
  /// Sets an attribute of the customer; without a network the report waits on the device, which decides with it at once.
  ///
  /// Setting the value that it has already sends nothing, so you can call it at every launch. Of several values that
  /// wait, the last one is sent.
  ///
  /// - Parameters:
  ///   - attribute: The attribute, which the blueprint declares with `setBy: app`.
  ///   - value: A text, a whole number or a Boolean, as the blueprint declares it; nil removes the value.
  /// - Throws: ``ClientError`` with code `unknownName` if the blueprint does not let the app set such an attribute, or
  ///   `invalidValue` if it cannot have this value; nothing has changed.
  public func setAttribute(
    _ attribute: Attribute.ID, to value: Attribute.Value?
  ) async throws(ClientError) {
    await prepare()
    if let blueprint {
      expect(attribute, "attribute") {
        $0.attributes.filter { $0.setBy == .app }.map(\.id)
      }
      guard let declared = blueprint.attribute(attribute), declared.setBy == .app else {
        throw ClientError(.unknownName)
      }
      if let value, declared.requirement(against: value) != nil {
        throw ClientError(.invalidValue)
      }
    }
    enqueue([attribute: value], by: .app)
    await flush()
    await reconcileNudges()
  }

  /// Stores values to be sent, unless they hold already.
  private func enqueue(
    _ values: [Attribute.ID: Attribute.Value?], by setter: Attribute.Setter
  ) {
    var facts: [Fact] = []
    if let blueprint, let customer = cached.customer, let now {
      facts = blueprint.set(values, by: setter, for: localCustomer.facts, at: now).facts
      let isWaiting = outbox.writes.contains {
        $0.attributes != nil && $0.customer == customer.id
      }
      if facts.isEmpty, !isWaiting { return }
    }
    var report = AttributeReport(facts: facts)
    for (name, value) in values {
      switch setter {
      case .device: report.device[name.rawValue] = value?.string
      case .app, .backend: report.values[name.rawValue] = .some(value)
      }
    }
    enqueue(.attributes(report))
  }
}

extension TollgateClient {
  /// Reports what the device is, as far as conditions ask for it and the server does not know it yet.
  ///
  /// The store may take a while to tell the country, so nothing waits for the report.
  func reportDevice() {
    guard let blueprint, customer != nil, !blueprint.reportedProperties.isEmpty else { return }
    Task { [weak self, configuration] in
      var properties = await configuration.store.deviceProperties()
      properties[.language] = configuration.locale.identifier
      await self?.report(properties)
    }
  }

  /// Sends properties that conditions ask for, unless the server knows them.
  private func report(_ properties: [DeviceProperty: String]) async {
    guard let blueprint, customer != nil, cached.customer != nil else { return }
    var values: [Attribute.ID: Attribute.Value?] = [:]
    for property in blueprint.reportedProperties {
      guard let value = properties[property].flatMap(property.normalized),
        localCustomer.facts.value(of: property) != value
      else { continue }
      values[property.attribute] = .some(.string(value))
    }
    if values.isEmpty { return }
    enqueue(values, by: .device)
    await flush()
  }
}
