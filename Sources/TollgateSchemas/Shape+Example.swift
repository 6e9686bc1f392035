package import TollgateAppStore

extension Shape {
  /// A value of it: the one that it was declared with, or else one with the members that are always there.
  package var example: JSONValue {
    declaredExample ?? schema.example(schema.keywords, of: "", memberExamples)
  }

  /// What members say in examples, which are about one customer of one app; a note can say something else for a shape.
  package static let examples: [String: JSONValue] = [
    "account": "acc_1", "app": "coach-paid", "apps": "coach-paid", "attribute": "Ada Lovelace",
    "authorizationCode": "c1d2", "blueprintRevision": "r12", "by": "support@example.com",
    "chart": "mrr", "code": "K7Q4-M2XB", "currency": "USD", "customer": "cus_1",
    "definition": "The recurring revenue of a month.", "device": "phone-1", "devices": "phone-1",
    "email": "ada@example.com", "entitlement": "premium", "entitlements": "premium",
    "experiment": "headline", "expiresAt": 1_775_034_000_000, "feature": "send-message",
    "gains": "premium", "grant": "grant_1", "id": "cus_1", "item": "fern", "items": "fern",
    "key": "k1", "lapsesAt": 1_772_442_600_000, "merged": "cus_0",
    "milestone": "discovery-complete", "names": "k1", "newPassword": "correct horse battery",
    "nudge": "come-back", "occurrence": 1_772_442_000_000, "offer": "spring",
    "oldPassword": "wrong horse battery", "order": "MVX1R2K3L4", "origin": "cus_1",
    "originalID": "2000000123456789", "otherLoses": "premium", "parent": "project-1",
    "password": "correct horse battery",
    "paywall": "after-discovery", "product": "coach.premium.monthly", "prompt": "rate-us",
    "publicKey": "RIXs9Q/LMNPGrKKipp9xOemM19UrB1qSWQNsNwL7Yf0=", "purchase": "2000000123456789",
    "reason": "Ticket 4711: lost access after a restore.", "receiver": "cus_2",
    "recorded": "2000000123456789", "renewsTo": "coach.premium.yearly", "revision": "r12",
    "row": "punches", "seat": "seat_1", "sentence": "Opened an account.", "signature": signedValue,
    "signedPayload": signedValue, "signedTransaction": signedValue,
    "signedTransactions": signedValue, "table": "user_levels", "team": "family",
    "text": "come-back-text",
    "to": 1_775_034_000_000, "token": signedValue, "tokenExpiresAt": 1_775_034_000_000,
    "transaction": "2000000123456789", "trial": "trial", "unmet": "is entitled to premium",
    "used": 1, "user": "7d9f4b1c-2f0a-4a51-9a3e-6f0c2d1b8e11", "variant": "short", "version": 4,
    "wallet": "coins", "when": "is in the trial",
  ]

  /// A JSON Web Signature in compact form, of nobody.
  package static let signedValue: JSONValue = "eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl"
}

extension Schema {
  /// A value of a part of the schema; of several alternatives, the first.
  ///
  /// - Parameters:
  ///   - part: The keywords of the part.
  ///   - member: The member that it is of.
  ///   - known: What members of the shape say.
  fileprivate func example(
    _ part: [String: JSONValue], of member: String, _ known: [String: JSONValue]
  ) -> JSONValue {
    if let value = known[member] { return value }
    if case .string(let reference) = part["$ref"] {
      let instant = reference == Shape.instant.reference ? Shape.examples[member] : nil
      return instant ?? shapes.first { $0.reference == reference }?.example ?? .null
    }
    if let value = part["const"] { return value }
    if case .array(let values) = part["enum"] ?? part["oneOf"] ?? part["anyOf"],
      let first = values.first
    {
      if case .object(let alternative) = first {
        return example(alternative, of: member, known)
      }
      return first
    }
    switch part["type"] {
    case .string("string"): return Shape.examples[member] ?? .string(member)
    case .string("integer"): return Shape.examples[member] ?? 1
    case .string("boolean"): return true
    case .string("array"):
      guard case .object(let items) = part["items"] else { return [] }
      return [example(items, of: member, known)]
    default: return .object(exampleMembers(part, known))
    }
  }

  private func exampleMembers(
    _ part: [String: JSONValue], _ known: [String: JSONValue]
  ) -> [String: JSONValue] {
    guard case .array(let required) = part["required"],
      case .object(let properties) = part["properties"]
    else { return [:] }
    return properties.filter { required.contains(.string($0.key)) }.reduce(into: [:]) {
      members, property in
      guard case .object(let schema) = property.value else { return }
      members[property.key] = example(schema, of: property.key, known)
    }
  }
}
