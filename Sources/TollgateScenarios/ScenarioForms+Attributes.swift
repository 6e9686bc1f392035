import Tollgate
import TollgateBlueprints

/// Attributes of a customer, and properties that a device reports.
extension ScenarioForms {
  /// Values by attribute; `none` removes one.
  var attributes: Form<[Attribute.ID: Attribute.Value?]> {
    Form.each(
      "attribute", in: definition.attributes.map(\.id), Form.orNone(Form.profileValue)
    ) { AttributeEntry(attribute: $0, value: $1) }
    .map { entries in
      Dictionary(entries.map { ($0.value.attribute, $0.value.value) }) { $1 }
    }
  }

  private struct AttributeEntry: Sendable {
    let attribute: Attribute.ID
    let value: Attribute.Value?
  }

  var deviceProperties: Form<[DeviceProperty: String]> {
    Form.keyed(
      "a report of the device",
      DeviceProperty.allCases.map { property in
        (
          property.rawValue,
          Form.scalar("a text").map { PropertyEntry(property: property, value: $0) }
        )
      }
    )
    .map { entries in
      Dictionary(entries.map { ($0.value.property, $0.value.value) }) { $1 }
    }
  }

  private struct PropertyEntry: Sendable {
    let property: DeviceProperty
    let value: String
  }
}
