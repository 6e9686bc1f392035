import Tollgate
import TollgateAppStore
import TollgateWire

// What devices and backends report.
extension Shape {
  package static let deviceRequest = request(
    "DeviceRequest", DeviceRequest.self, "A request that names the caller's device.",
    .required("device", .name, device))

  package static let attributesRequest = request(
    "AttributesRequest", AttributesRequest.self,
    "Attributes of the customer, and properties of the device; all are recorded or none.",
    example: ["attributes": ["level": "beginner"], "device": ["language": "de"]],
    .optional(
      "attributes", .map(attribute.orNull), "The values by attribute; `null` removes a value."),
    .optional(
      "device",
      .object(DeviceProperty.allCases.map { .optional($0.rawValue, property($0)) })
        .with("additionalProperties", false),
      "Properties of the device, which only a device sends."))

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
    case .timeZone:
      .text(3...64).with("pattern", "^(UTC|GMT|[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){1,2})$")
        .described("The IANA name of the time zone, such as `Europe/Berlin`.")
    }
  }

  package static let paywallReportRequest = request(
    "PaywallReportRequest", PaywallReportRequest.self,
    "What led to a paywall that was shown or closed.",
    example: ["feature": "send-message"],
    .optional("feature", .text, "The feature that led to it."),
    .optional("placement", .text, "The placement it showed at."),
    .optional(
      "variants", .map(.text), "The variant that it showed of each experiment, by its name."))

  package static let nudgeDeliveredRequest = request(
    "NudgeDeliveredRequest", NudgeDeliveredRequest.self, "A report that a nudge was delivered.",
    .required("occurrence", .instant, "The nudge's `occurrence` as planned."),
    .optional("device", .name, "The device that showed it."))
}
