public import Tollgate

/// A request that sets attributes of a customer, and reports properties of the device and its download of the app, or a
/// guardian's consent.
///
/// Either all of it is recorded or nothing. Repeating it changes nothing, so it needs no idempotency key.
///
/// ```json
/// { "attributes": { "goal": "strength", "sessions": 12, "coach": null }, "device": { "country": "DE" } }
/// ```
public struct AttributesRequest: Hashable, Sendable, Codable {
  /// The values by attribute; `null` removes a value.
  public let attributes: [String: Attribute.Value?]?
  /// Properties of the device, by name; only a device sends them.
  public let device: [String: String]?
  /// What a parent or guardian said last about the customer's use of the app; only the app's own backend sends it.
  public let consent: Consent?
  /// The store account's download of the app as a JSON Web Signature; only a device sends it.
  ///
  /// Follows Apple's [AppTransaction](https://developer.apple.com/documentation/storekit/apptransaction). One that the
  /// server cannot verify is ignored.
  public let signedAppTransaction: String?
  /// The local days on which the app was opened, such as `2026-03-02`; only a device sends them, with its `appVersion`
  /// in ``device``.
  public let opened: [String]?

  /// The greatest number of days in a request.
  package static let openedLimit = 64

  /// Creates a request that sets values; nil removes one.
  public init(
    _ attributes: [Attribute.ID: Attribute.Value?], device: [DeviceProperty: String] = [:],
    signedAppTransaction: String? = nil, opened: [String] = [], consent: Consent? = nil
  ) {
    self.opened = opened.isEmpty ? nil : opened
    self.consent = consent
    self.signedAppTransaction = signedAppTransaction
    self.attributes =
      attributes.isEmpty
      ? nil : Dictionary(uniqueKeysWithValues: attributes.map { ($0.rawValue, $1) })
    self.device =
      device.isEmpty ? nil : Dictionary(uniqueKeysWithValues: device.map { ($0.rawValue, $1) })
  }
}
