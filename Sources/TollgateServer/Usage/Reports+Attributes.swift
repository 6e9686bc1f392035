import Tollgate
import TollgateLedger
public import TollgateWire

extension Reports {
  /// Sets attributes of the caller, and records properties of the device.
  ///
  /// The app sets what the blueprint declares with `setBy: app`, its own backend the others. Properties of the device
  /// on which nothing in the blueprint depends are not recorded, nor are time zones that the server does not know.
  ///
  /// - Parameters:
  ///   - request: The values.
  ///   - caller: The customer's device, or the app's own backend.
  /// - Returns: What was appended.
  /// - Throws: `Problem` with code `unknown_attribute` or `invalid_value`; nothing is recorded then.
  public func setAttributes(
    _ request: AttributesRequest, by caller: Caller
  ) async throws(Problem) -> ChangeResponse {
    let app = caller.app
    let values = try attributes(request.attributes ?? [:], setBy: caller)
    let properties = try deviceProperties(request.device ?? [:], of: caller)
    let result = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw Problem.customerMerged }
      let set = app.blueprint.set(values, by: caller.setter, for: record.customer, at: now).facts
      let reported =
        app.blueprint.set(properties, by: .device, for: record.customer, at: now).facts
      return .appending(
        try await writer.change(
          seeing: nil, on: record, adding: set + reported, in: app, at: now))
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
