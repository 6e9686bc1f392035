import Foundation
public import Tollgate
import TollgateWire

extension TollgateClient {
  /// Sets an attribute of the customer, which takes effect on the device at once, and reports it in the background.
  ///
  /// It returns once the device has stored the report, without waiting for the network.
  /// Setting the current value sends nothing, so you can call it at every launch. If several values wait, only the last
  /// one is sent.
  ///
  /// - Parameters:
  ///   - attribute: The attribute, which the blueprint declares with `setBy: app`.
  ///   - value: A text, a whole number or a Boolean, as the blueprint declares it; nil removes the value.
  /// - Throws: ``ClientError`` with code `unknownName` if the blueprint does not let the app set such an attribute, or
  ///   `invalidValue` if the attribute cannot have this value; in both cases nothing changes.
  public func setAttribute(
    _ attribute: Attribute.ID, to value: Attribute.Value?
  ) async throws(ClientError) {
    try await keep(attribute, to: value)
    await reportInBackground()
  }

  /// Reports the age range that the person shared with the app, and what the law requires of the app, in the background.
  ///
  /// The app asks for both, with Apple's
  /// [DeclaredAgeRange](https://developer.apple.com/documentation/declaredagerange), and passes them in after each launch.
  /// Only what a condition of the blueprint tests leaves the device.
  ///
  /// - Parameters:
  ///   - range: The age range; nil if the person declined to share one.
  ///   - features: What the law requires of the app for this person; nil if the app did not ask.
  public func setAgeRange(
    _ range: AgeRange?, regulatoryFeatures features: Set<RegulatoryFeature>? = nil
  ) {
    declared[.ageRange] = range?.description ?? DeviceProperty.declined
    if let features { declared[.regulatoryFeature] = RegulatoryFeature.text(of: features) }
    reportDevice()
  }

  /// Sets an attribute on the device; ``flush()`` sends it.
  func keep(
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
  }

  /// Stores values to be sent, unless they are current, a download that the server does not know yet, and openings of
  /// the app.
  private func enqueue(
    _ values: [Attribute.ID: Attribute.Value?], by setter: Attribute.Setter,
    download: String? = nil, openings: [Fact] = [], in version: String? = nil
  ) {
    var facts = openings
    if let blueprint, let customer = cached.customer, let now {
      facts += blueprint.set(values, by: setter, for: localCustomer.facts, at: now).facts
      let isWaiting = outbox.writes.contains {
        $0.attributes != nil && $0.customer == customer.id
      }
      if facts.isEmpty, download == nil, !isWaiting { return }
    }
    var report = AttributeReport(download: download, facts: facts)
    if !openings.isEmpty { report.device[DeviceProperty.appVersion.rawValue] = version }
    for (name, value) in values {
      switch setter {
      case .device: report.device[name.rawValue] = value?.string
      case .app, .backend, .guardian: report.values[name.rawValue] = .some(value)
      }
    }
    enqueue(.attributes(report))
  }
}

extension TollgateClient {
  /// Reports the device properties, the download of the app and its opening, on which the blueprint depends and which the
  /// server does not know yet.
  ///
  /// The store may take a while to return the country or the download, so nothing waits for the report.
  func reportDevice() {
    guard let blueprint, customer != nil,
      !blueprint.reportedProperties.isEmpty || blueprint.reportsDownload
        || blueprint.testsOpenings
    else { return }
    let reportsDownload = blueprint.reportsDownload
    Task { [weak self, configuration, declared] in
      var properties = await configuration.store.deviceProperties()
      properties.merge(declared) { $1 }
      properties[.language] = configuration.locale.identifier
      properties[.timeZone] = configuration.timeZoneName
      let download = reportsDownload ? await configuration.store.appTransaction() : nil
      await self?.report(properties, download)
    }
  }

  /// Reports the download of the app, its opening and the person's age, if the blueprint depends on them: once both the
  /// customer and the blueprint are known, whichever comes last.
  func reportDownload() {
    let depends = blueprint.map { $0.reportsDownload || $0.testsOpenings } ?? false
    if !declared.isEmpty || depends { reportDevice() }
  }

  /// Reports that the app was opened, if the blueprint depends on it and the day is not known yet.
  func reportOpening() {
    guard let blueprint, blueprint.testsOpenings, let openedAt = cached.openedAt,
      !localCustomer.facts.hasOpened(onDayOf: openedAt, in: blueprint)
    else { return }
    reportDevice()
  }

  /// Sends properties, a download and an opening on which the blueprint depends, unless the server knows them.
  private func report(_ properties: [DeviceProperty: String], _ download: String?) async {
    guard let blueprint, customer != nil, cached.customer != nil else { return }
    var values: [Attribute.ID: Attribute.Value?] = [:]
    for property in blueprint.reportedProperties {
      guard let value = properties[property].flatMap(property.normalized),
        localCustomer.facts.value(of: property) != value
      else { continue }
      values[property.attribute] = .some(.string(value))
    }
    let unknown = download.flatMap { text in
      AppDownload(signed: text).map(localCustomer.facts.lacks) ?? true ? text : nil
    }
    let version = properties[.appVersion].flatMap(DeviceProperty.appVersion.normalized)
    // An app that is only refreshed in the background has not been opened.
    let openings = cached.openedAt.map {
      blueprint.open(in: version, for: localCustomer.facts, at: $0)
    }
    if values.isEmpty, unknown == nil, openings?.isEmpty ?? true { return }
    enqueue(values, by: .device, download: unknown, openings: openings ?? [], in: version)
    await flush()
  }
}
