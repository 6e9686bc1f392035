extension Blueprint {
  /// The device properties that conditions test, and the time zone if days begin in it; clients report, and the server
  /// records, only these.
  public var reportedProperties: Set<DeviceProperty> {
    var properties = Set(definition.audienceTests.compactMap(\.property))
    if app.usesCustomerTimeZone { properties.insert(.timeZone) }
    return properties
  }

  /// How long a time zone holds before another one is recorded, in milliseconds: a day.
  ///
  /// Every zone is kept, so a device that reports another one every hour must not fill the ledger.
  public static let leastTimeInZone = Instant.millisecondsPerDay

  /// The attribute with a name; nil if the blueprint does not declare it.
  public func attribute(_ id: Attribute.ID) -> Attribute? {
    definition.attributes.first { $0.id == id }
  }

  /// Decides which facts to append when values are set for a customer.
  ///
  /// Setting the current value changes nothing, nor does a time zone within a day of the one before. Each change is dated later than the one it replaces, even if both are
  /// made within one millisecond, so that the last one holds.
  ///
  /// - Parameters:
  ///   - values: The values by attribute, or by the name of a ``DeviceProperty``; nil removes one.
  ///   - setter: Who sets them.
  ///   - customer: The customer.
  ///   - now: The server's clock.
  /// - Returns: The facts to append.
  public func set(
    _ values: [Attribute.ID: Attribute.Value?], by setter: Attribute.Setter, for customer: Customer,
    at now: Instant
  ) -> Decision {
    var decision = Decision()
    for (attribute, value) in values.sorted(by: { $0.key < $1.key }) {
      let key = AttributeFacts.Key(attribute: attribute, setBy: setter)
      let known = customer.attributes[key]
      guard known?.value != value else { continue }
      if let known, known.value != nil, setter == .device,
        attribute == DeviceProperty.timeZone.attribute, now.since(known.at) < Self.leastTimeInZone
      {
        continue
      }
      let at = known.map { max(now, $0.at.adding(milliseconds: 1)) } ?? now
      decision.facts.append(
        .attribute(AttributeChange(attribute: attribute, setBy: setter, value: value, at: at)))
    }
    return decision
  }
}
