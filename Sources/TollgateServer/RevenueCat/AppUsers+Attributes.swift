import Tollgate
import TollgateAppStore
import TollgateWire

extension Blueprint {
  /// The attributes of a request that the app may set, by their names in the blueprint; all others are ignored.
  ///
  /// - Parameter sent: Each attribute's value, which is a text; an empty one removes it.
  /// - Returns: The values that the blueprint allows.
  func attributes(sentByApp sent: [String: JSONValue]) -> [Attribute.ID: Attribute.Value?] {
    var values: [Attribute.ID: Attribute.Value?] = [:]
    for attribute in definition.attributes where attribute.setBy == .app {
      guard let entry = sent[attribute.id.rawValue]?.object, let value = entry["value"] else {
        continue
      }
      switch value {
      case .null, .string(""): values[attribute.id] = .some(nil)
      case .string(let text):
        if let value = attribute.kind.value(text), attribute.requirement(against: value) == nil {
          values[attribute.id] = .some(value)
        }
      case .bool, .integer, .number, .array, .object: continue
      }
    }
    return values
  }
}

extension Attribute.Kind {
  /// The value that a text stands for; nil if it is not of this kind.
  fileprivate func value(_ text: String) -> Attribute.Value? {
    switch self {
    case .text: .string(text)
    case .number: Int(text).map { .integer($0) }
    case .boolean: Bool(text).map { .boolean($0) }
    }
  }
}
