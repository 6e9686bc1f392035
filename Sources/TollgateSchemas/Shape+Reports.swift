import Tollgate
import TollgateAppStore
import TollgateWire

// What devices and backends report.
extension Shape {
  package static let deviceRequest = request(
    DeviceRequest.self, "A request that names the caller's device.")

  package static let attributesRequest = request(
    AttributesRequest.self,
    "Attributes of the customer, and properties of the device; all are recorded or none.",
    example: ["attributes": ["level": "beginner"], "device": ["language": "de"]],
    .note("attributes", .map(attribute.orNull), "The values by attribute; `null` removes a value."),
    .note(
      "device",
      .object(DeviceProperty.allCases.map { .optional($0.rawValue, property($0)) })
        .with("additionalProperties", false), "Properties of the device, which only a device sends."
    ),
    .note(
      "consent",
      "What a parent or guardian said last about the customer's use of the app, which only the app's own backend sends."
    ),
    .note(
      "signedAppTransaction",
      "The store account's download of the app as StoreKit signed it, which only a device sends; one that cannot be verified is ignored."
    ),
    .note(
      "opened", .list(openedDay, atMost: AttributesRequest.openedLimit),
      "The local days on which the app was opened, which only a device sends; those of more than 31 days ago are ignored."
    ))

  private static let openedDay = Schema.text.with("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
    .with("examples", ["2026-03-02"])

  private static let attribute = Schema.value
    .with("minLength", 1).with("maxLength", .integer(Int64(Attribute.textLimit)))
    .with("minimum", .integer(Int64(Attribute.numbers.lowerBound)))
    .with("maximum", .integer(Int64(Attribute.numbers.upperBound)))

  private static func property(_ property: DeviceProperty) -> Schema {
    switch property {
    case .country:
      .text.with("pattern", "^[A-Za-z]{2,3}$")
        .described("The ISO 3166-1 code of the store's country, such as `DE`.")
    case .language:
      .text.with("pattern", "^[A-Za-z]{2,3}([-_].*)?$")
        .with("maxLength", .integer(Int64(Attribute.textLimit)))
        .described("The app's language as a BCP 47 tag, such as `de`.")
    case .appVersion:
      .text.with("pattern", "^[0-9]{1,9}([.][0-9]{1,9}){0,7}$")
        .described("The app's version, such as `2.1`.")
    case .device: .oneOf(DeviceKind.allCases.map(\.rawValue))
    case .ageRange:
      .text.with("pattern", "^(declined|([0-9]{1,3}-[0-9]{0,3}|-[0-9]{1,3})( [A-Za-z]+)?)$")
        .described(
          "The age range that was shared with the app, and who declared it, by Apple's names: `13-15 guardianDeclared`, `18-`, `-12`, or `declined`."
        )
    case .regulatoryFeature:
      .text.with("pattern", "^(none|[A-Za-z]+( [A-Za-z]+)*)$")
        .described(
          "What the law requires of the app for this person, by Apple's names, separated by spaces, or `none`."
        )
    case .timeZone:
      .text(3...64).with("pattern", "^(UTC|GMT|[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){1,2})$")
        .described("The IANA name of the time zone, such as `Europe/Berlin`.")
    }
  }

  package static let paywallReportRequest = request(
    PaywallReportRequest.self, "What led to a paywall that was shown or closed.",
    example: ["feature": "send-message"],
    .note("feature", "The feature that led to it."),
    .note("placement", "The placement it showed at."),
    .note("variants", "The variant that it showed of each experiment, by its name."))

  package static let nudgeDeliveredRequest = request(
    NudgeDeliveredRequest.self, "A report that a nudge was delivered.",
    .note("occurrence", "The nudge's `occurrence` as planned."),
    .note("device", "The device that showed it.")
  )
}
