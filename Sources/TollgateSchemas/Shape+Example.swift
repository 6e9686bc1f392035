package import TollgateAppStore

extension Shape {
  /// A value of it: the one that it was declared with, or else one with the members that are always there.
  package var example: JSONValue {
    declaredExample ?? schema.example(schema.keywords, of: "", in: name)
  }

  /// What members say in examples, which are about one customer of one app.
  ///
  /// A name with a shape before it counts for that shape alone.
  package static let examples: [String: JSONValue] = [
    "account": "acc_1", "app": "coach-paid", "apps": "coach-paid", "attribute": "Ada Lovelace",
    "authorizationCode": "c1d2", "blueprintRevision": "r12", "by": "support@example.com",
    "chart": "mrr", "code": "K7Q4-M2XB", "currency": "USD", "customer": "cus_1",
    "definition": "The recurring revenue of a month.", "device": "phone-1", "devices": "phone-1",
    "email": "ada@example.com", "entitlement": "premium", "entitlements": "premium",
    "experiment": "headline", "expiresAt": 1_775_034_000_000, "feature": "send-message",
    "font": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
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

    "AuditEntry.action": "granted", "BlueprintRevision.findings": [],
    "BlueprintRevision.how": "published",
    "ChangeResponse.facts": [
      ["at": 1_772_442_000_000, "device": "phone-1", "kind": "device", "origin": "cus_1"]
    ],
    "ChartPoint.base": 0, "ChartPoint.value": 126_480, "ChartResponse.customers": 240,
    "CustomerLife.omitted": 0, "CustomerMatch.phase": "subscribed",
    "CustomerMergeRequest.customer": "cus_0", "GrantResponse.id": "grant_1",
    "InvitationResponse.code": "K7QM-2X9R-4HXF",
    "Limit.limit": 100,
    "PreviewedPurchase.otherLoses": [], "ProfileResponse.facts": [],
    "ProfileRow.values": ["level": 1, "xp": 0], "ProfileTable.name": "user_levels",
    "PurchaseResponse.refused": [], "ReadinessCheck.name": "ledger",
    "ReservationResponse.facts": [], "ServerKey.id": "4f1c0a9be2d37785",
    "SharedTeam.id": "family", "SharedTeam.seats": 4, "SourceFile.path": "coach.yml",
    "SourceFile.text": "app: { id: coach, name: Coach, bundleID: com.example.coach }\n",
    "TeamSeat.id": "seat_1", "TrialSummary.id": "trial", "WaitingGrantSummary.id": "grant_1",
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
  ///   - shape: The shape that has the member.
  /// - Returns: The value.
  fileprivate func example(
    _ part: [String: JSONValue], of member: String, in shape: String
  ) -> JSONValue {
    if let known = Shape.examples["\(shape).\(member)"] { return known }
    if case .string(let reference) = part["$ref"] {
      let instant = reference == Shape.instant.reference ? Shape.examples[member] : nil
      return instant ?? shapes.first { $0.reference == reference }?.example ?? .null
    }
    if let value = part["const"] { return value }
    if case .array(let values) = part["enum"] ?? part["oneOf"] ?? part["anyOf"],
      let first = values.first
    {
      if case .object(let alternative) = first {
        return example(alternative, of: member, in: shape)
      }
      return first
    }
    switch part["type"] {
    case .string("string"): return Shape.examples[member] ?? .string(member)
    case .string("integer"): return Shape.examples[member] ?? 1
    case .string("boolean"): return true
    case .string("array"):
      guard case .object(let items) = part["items"] else { return [] }
      return [example(items, of: member, in: shape)]
    default: return .object(exampleMembers(part, in: shape))
    }
  }

  private func exampleMembers(
    _ part: [String: JSONValue], in shape: String
  ) -> [String: JSONValue] {
    guard case .array(let required) = part["required"],
      case .object(let properties) = part["properties"]
    else { return [:] }
    return properties.filter { required.contains(.string($0.key)) }.reduce(into: [:]) {
      members, property in
      guard case .object(let schema) = property.value else { return }
      members[property.key] = example(schema, of: property.key, in: shape)
    }
  }
}
