import Tollgate
import TollgateLedger
public import TollgateWire

extension DeviceReports {
  /// Sets attributes of the caller, and records properties of the device.
  ///
  /// The app sets what the blueprint declares with `setBy: app`, its own backend the others. Properties of the device
  /// on which nothing in the blueprint depends are not recorded, nor are time zones that the server does not know.
  ///
  /// - Parameter caller: The customer's device, or the app's own backend.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_attribute` or `invalid_value`; nothing is recorded then.
  public func setAttributes(
    _ request: AttributesRequest, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    try await setAttributes(request, presenting: nil, by: caller)
  }

  /// Sets attributes of the caller, and records properties of the device, its download of the app, the days on which the
  /// app was opened, and a guardian's consent.
  ///
  /// A download on which nothing in the blueprint depends is not recorded.
  ///
  /// - Parameters:
  ///   - signed: What the store signed for the caller, verified.
  ///   - caller: The customer's device, or the app's own backend.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_attribute` or `invalid_value`; nothing is recorded then.
  package func setAttributes(
    _ request: AttributesRequest, presenting signed: SignedDownload?, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    guard request.signedAppTransaction == nil || !caller.isOwnBackend else {
      throw Problem(.invalidValue, "Only a device can send `signedAppTransaction`.")
    }
    guard request.consent == nil || caller.isOwnBackend else {
      throw Problem(
        .invalidValue, "`consent` can only be set by the app's backend, with a secret key.")
    }
    let app = caller.app
    let values = try attributes(request.attributes ?? [:], setBy: caller)
    let properties = try deviceProperties(request.device ?? [:], of: caller)
    let opened = try openedDays(request.opened ?? [], of: caller)
    let version = request.device?[DeviceProperty.appVersion.rawValue]
    let result = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      let set = app.blueprint.set(values, by: caller.setter, for: record.customer, at: now).facts
      let reported =
        app.blueprint.set(properties, by: .device, for: record.customer, at: now).facts
      let consent =
        request.consent.map { app.blueprint.set($0, for: record.customer, at: now).facts } ?? []
      // A limit that is reached refuses nothing else that the device reports.
      let openings = app.blueprint.open(on: opened, in: version, for: record.customer, at: now)
        .filter { !RecordLimits.excludes($0, for: record.customer, at: now) }
      var change = try await writer.change(
        seeing: nil, on: record,
        adding: set + reported + consent
          + app.blueprint.record(signed?.download, for: record.customer) + openings,
        in: app, at: now)
      // The store withdraws consent for a copy of the app, so a customer with one that nobody has gets it.
      if let claim = signed?.claim, app.blueprint.reportsDownload,
        try await writer.records.owner(of: claim, in: app) == nil
      {
        change.claims.append(claim)
      }
      return .appending(change)
    }
    if let signed {
      await writer.associateStoreSeats(
        of: result.record.customer, downloading: signed, in: app)
    }
    return ChangeResponse(
      facts: result.facts, version: result.record.version, serverTime: result.at)
  }

  private func attributes(
    _ values: [String: Attribute.Value?], setBy caller: Caller
  ) throws(Problem) -> [Attribute.ID: Attribute.Value?] {
    var valid: [Attribute.ID: Attribute.Value?] = [:]
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let attribute = caller.app.blueprint.attribute(Attribute.ID(name)) else {
        throw Problem.unknown(.unknownAttribute, "attribute", name)
      }
      guard attribute.setBy == caller.setter else {
        throw Problem(
          .invalidValue,
          attribute.setBy == .backend
            ? "`\(attribute.id)` can only be set by the app's backend, with a secret key."
            : "`\(attribute.id)` can only be set by the app, with a customer token.")
      }
      if let value, let requirement = attribute.requirement(against: value) {
        throw Problem(.invalidValue, "`\(attribute.id)` \(requirement).")
      }
      valid[attribute.id] = .some(value)
    }
    return valid
  }

  /// The days on which a device says that the app was opened.
  private func openedDays(_ days: [String], of caller: Caller) throws(Problem) -> [String] {
    guard days.isEmpty || !caller.isOwnBackend else {
      throw Problem(.invalidValue, "Only a device can send `opened`.")
    }
    guard days.count <= AttributesRequest.openedLimit,
      days.allSatisfy({ CivilDate($0[...]) != nil })
    else {
      throw Problem(
        .invalidValue,
        "`opened` may only contain up to \(AttributesRequest.openedLimit) days such as `2026-03-02`."
      )
    }
    return days
  }

  /// The properties on which the blueprint depends, in their normalized form.
  private func deviceProperties(
    _ values: [String: String], of caller: Caller
  ) throws(Problem) -> [Attribute.ID: Attribute.Value?] {
    guard values.isEmpty || !caller.isOwnBackend else {
      throw Problem(.invalidValue, "Only a device can send `device`.")
    }
    let asked = caller.app.blueprint.reportedProperties
    var valid: [Attribute.ID: Attribute.Value?] = [:]
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let property = DeviceProperty(rawValue: name),
        property.isWellFormed(value)
      else {
        let names = DeviceProperty.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        throw Problem(.invalidValue, "`device` may only contain valid values of \(names).")
      }
      // A time zone that is not known here is ignored.
      if asked.contains(property), let normalized = property.normalized(value) {
        valid[property.attribute] = .some(.string(normalized))
      }
    }
    return valid
  }
}

extension Caller {
  /// The setter that the caller acts as.
  fileprivate var setter: Attribute.Setter { isOwnBackend ? .backend : .app }
}
