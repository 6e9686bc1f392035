extension Blueprint {
  /// The device properties that conditions test, and the time zone if days begin in it; clients report, and the server
  /// records, only these.
  public var reportedProperties: Set<DeviceProperty> {
    var properties = Set(definition.audienceTests.compactMap(\.property))
    if app.usesCustomerTimeZone { properties.insert(.timeZone) }
    return properties
  }

  /// Whether a condition tests what the store signed about the customer's copy of the app.
  public var testsDownload: Bool { definition.audienceTests.contains(where: \.isOfDownload) }

  /// Whether clients send what the store signed about the customer's copy of the app, and the server records it: if a
  /// condition tests it, or a guardian's consent, which the App Store withdraws for a copy of the app.
  public var reportsDownload: Bool {
    definition.audienceTests.contains { $0.isOfDownload || $0.isOfConsent }
  }

  /// Decides whether to record what the store signed about the customer's copy of the app.
  ///
  /// - Parameter download: What the server has verified; nil if nothing was sent.
  /// - Returns: The facts to append: none if no condition depends on it, or if it says nothing new.
  public func record(_ download: AppDownload?, for customer: Customer) -> [Fact] {
    guard let download, reportsDownload, customer.lacks(download) else { return [] }
    return [.download(download)]
  }

  /// Decides whether to record that the store reports a withdrawn consent.
  ///
  /// It is recorded whatever the blueprint tests. A withdrawal from before the consent was last renewed changes nothing,
  /// however late it arrives.
  ///
  /// - Parameters:
  ///   - signedAt: When the store signed it.
  ///   - now: The server's clock.
  /// - Returns: The facts to append.
  public func withdrawConsent(
    signedAt: Instant, for customer: Customer, at now: Instant
  ) -> [Fact] {
    let key = AttributeFacts.Key(attribute: Consent.attribute, setBy: .guardian)
    if let known = customer.attributes[key], signedAt < known.at { return [] }
    return set(.withdrawn, for: customer, at: now).facts
  }

  /// Decides whether to record what a parent or guardian said, as the app's own backend reports it.
  ///
  /// - Returns: The facts to append: none if it is what they said last.
  public func set(_ consent: Consent, for customer: Customer, at now: Instant) -> Decision {
    set(
      [Consent.attribute: .some(.string(consent.rawValue))], by: .guardian, for: customer, at: now)
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
