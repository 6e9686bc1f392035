import Tollgate
import TollgateAppStore
import TollgateLedger
import TollgateWire

/// The attributes that RevenueCat's SDK reserves, whose names begin with `$`: they are kept whatever the blueprint says.
enum ReservedAttribute {
  /// How many of them one customer has.
  static let countLimit = 50
  /// The greatest number of bytes in a name.
  static let nameLimit = 64
  /// The greatest number of bytes in a value.
  static let valueLimit = 1024

  /// Whether a text is the name of one.
  static func isName(_ text: String) -> Bool {
    text.hasPrefix("$") && (2...nameLimit).contains(text.utf8.count)
      && text.utf8.allSatisfy { (33...126).contains($0) }
  }

  /// Whether a text can be the value of one.
  static func isValue(_ text: String) -> Bool {
    (1...valueLimit).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}

extension Customer {
  var reservedAttributes: [(name: String, value: String)] {
    attributeChanges.compactMap { change in
      guard change.attribute.rawValue.hasPrefix("$"), case .string(let text) = change.value
      else { return nil }
      return (change.attribute.rawValue, text)
    }
  }

  /// Whether a reserved attribute has a value; upper and lower case do not matter in ASCII.
  func hasReserved(_ value: String) -> Bool {
    reservedAttributes.contains { $0.value.asciiLowercased == value.asciiLowercased }
  }

  /// The changes that are news: later than what is known of their attributes, and within the limit of reserved ones.
  func news(among changes: [AttributeChange]) -> [AttributeChange] {
    var known = Dictionary(
      attributeChanges.filter { $0.setBy == .app }.map { ($0.attribute, $0) }
    ) { $1 }
    var count = known.keys.count { $0.rawValue.hasPrefix("$") }
    return changes.filter { change in
      if let other = known[change.attribute] {
        guard other.at < change.at, other.value != change.value else { return false }
      } else {
        guard change.value != nil else { return false }
        if change.attribute.rawValue.hasPrefix("$") {
          guard count < ReservedAttribute.countLimit else { return false }
          count += 1
        }
      }
      known[change.attribute] = change
      return true
    }
  }
}

extension Blueprint {
  /// The attributes of a request that are recorded: reserved ones, and those that the blueprint lets the app set.
  ///
  /// - Parameters:
  ///   - sent: Each attribute's `value`, a text, which removes the attribute if it is empty; and when it was set on the
  ///     device, `updated_at_ms`, by which the newer of two values holds.
  ///   - now: The server's clock, which no value is newer than.
  /// - Returns: The changes, by the attribute's name.
  func attributeChanges(sentByApp sent: [String: JSONValue], at now: Instant) -> [AttributeChange] {
    sent.sorted { $0.key < $1.key }.compactMap { name, entry in
      guard let entry = entry.object, let text = entry["value"] else { return nil }
      let value: Attribute.Value?
      switch text {
      case .null, .string(""): value = nil
      case .string(let text):
        guard let read = self.value(of: name, text) else { return nil }
        value = read
      case .bool, .integer, .number, .array, .object: return nil
      }
      let id = Attribute.ID(name)
      guard ReservedAttribute.isName(name) || attribute(id)?.setBy == .app else { return nil }
      var at = now
      if case .integer(let milliseconds)? = entry["updated_at_ms"] {
        at = min(max(Instant(milliseconds: milliseconds), .init(milliseconds: 0)), now)
      }
      return AttributeChange(attribute: id, setBy: .app, value: value, at: at)
    }
  }

  /// The value that a text stands for; nil if the attribute cannot have it.
  private func value(of name: String, _ text: String) -> Attribute.Value? {
    if ReservedAttribute.isName(name) {
      return ReservedAttribute.isValue(text) ? .string(text) : nil
    }
    guard let attribute = attribute(Attribute.ID(name)), let value = attribute.kind.value(text),
      attribute.requirement(against: value) == nil
    else { return nil }
    return value
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

extension AppUsers {
  /// Records attributes for a customer who exists, as ``Blueprint/attributeChanges(sentByApp:at:)`` reads them.
  func set(_ sent: [String: JSONValue], for caller: Caller) async throws(Problem) {
    let app = caller.app
    _ = try await writer.write(to: caller.customer, in: app) {
      (record, now) async throws(Problem) -> WriteDecision in
      guard record.mergedInto == nil else { throw CustomerWriter.busy }
      let changes = app.blueprint.attributeChanges(sentByApp: sent, at: now)
      let news = record.customer.news(among: changes).map(Fact.attribute)
      return .appending(
        try await writer.change(seeing: nil, on: record, adding: news, in: app, at: now))
    }
  }
}
