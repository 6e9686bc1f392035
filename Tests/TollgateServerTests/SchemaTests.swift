import Foundation
import Testing
import Tollgate
import TollgateAppStore
import TollgateSchemas
import TollgateWire

@testable import TollgateServer

@Suite("The schemas of bodies")
struct SchemaTests {
  private static let shapes = SchemaSample.shapes.values.sorted { $0.name < $1.name }

  @Test("the types read and write exactly what their schemas describe")
  func types() throws {
    var compared = 0
    for shape in Self.shapes {
      guard let type = shape.type else { continue }
      compared += 1
      let whole = SchemaSample(isWhole: true).value(of: shape)
      let least = SchemaSample(isWhole: false).value(of: shape)
      for value in [whole, least] {
        #expect(try Self.written(type, value) == value, "\(shape.name)")
      }
      guard case .object(let members) = whole else { continue }
      let unknown = JSONValue.object(members.merging(["unknown": 1]) { first, _ in first })
      #expect(try Self.written(type, unknown) == whole, "\(shape.name)")
      for name in shape.schema.keywords["required"]?.array ?? []
      where !Self.isReadWithout(name, of: shape) {
        let lacking = JSONValue.object(members.filter { .string($0.key) != name })
        #expect(throws: DecodingError.self, "\(shape.name) without \(name)") {
          try Self.written(type, lacking)
        }
      }
    }
    #expect(compared > 80)
  }

  /// Whether a client reads a response without a member that this version always writes.
  private static func isReadWithout(_ name: JSONValue, of shape: Shape) -> Bool {
    switch shape.name {
    case "BlueprintResponse": name == "format"
    case "Problem": name == "type"
    default: false
    }
  }

  @Test("a body's schema lists the stored properties of its type, and describes them")
  func properties() {
    let request: [String: JSONValue] = [
      "description": "A report that a nudge was delivered.",
      "type": "object",
      "required": ["occurrence"],
      "properties": [
        "occurrence": [
          "$ref": "#/components/schemas/Instant",
          "description": "The nudge's `occurrence` as planned.",
        ],
        "device": [
          "description": "The device that showed it.", "type": ["string", "null"],
          "minLength": 1, "maxLength": 128,
        ],
      ],
    ]
    #expect(Shape.nudgeDeliveredRequest.schema.keywords == request)
    let response: [String: JSONValue] = [
      "description": "What a change of customers did, or would do.",
      "type": "object",
      "required": ["isPreview", "customers", "serverTime"],
      "properties": [
        "isPreview": ["description": "Whether nothing was changed.", "type": "boolean"],
        "customers": [
          "description": "Each customer it concerns; empty if it was made before.",
          "type": "array", "items": ["$ref": "#/components/schemas/MembershipComparison"],
        ],
        "serverTime": [
          "$ref": "#/components/schemas/Instant",
          "description": "The instant of the server's decision.",
        ],
      ],
    ]
    #expect(Shape.customerChangeResponse.schema.keywords == response)
  }

  @Test("the schema of a blueprint's part lists what its form reads, and can refer to itself")
  func parts() throws {
    func part(_ name: String) throws -> [String: JSONValue] {
      try #require(SchemaSample.shapes["#/components/schemas/\(name)"]).schema.keywords
    }
    let tab: [String: JSONValue] = [
      "description": "A tab with the plans of one tier.", "type": "object",
      "required": ["entitlement", "title"],
      "properties": [
        "entitlement": ["type": "string"], "title": ["type": "string"],
        "benefits": ["type": "array", "items": ["$ref": "#/components/schemas/PaywallBenefit"]],
      ],
    ]
    let shownTab = try part("PaywallTab")
    #expect(shownTab == tab)
    let offer: [String: JSONValue] = [
      "type": "object", "required": ["kind", "id"],
      "properties": ["kind": ["type": "string", "const": "code"], "id": ["type": "string"]],
    ]
    let shownOffer = try part("CodePackageOffer")
    #expect(shownOffer == offer)
    let condition = try part("Condition")["properties"]?.object ?? [:]
    let phases: JSONValue = ["type": "array", "items": ["$ref": "#/components/schemas/Phase"]]
    let others: JSONValue = ["type": "array", "items": ["$ref": "#/components/schemas/Condition"]]
    #expect(condition["phases"] == phases)
    #expect(condition["any"] == others)
    let definition = try part("BlueprintDefinition")["properties"]?.object ?? [:]
    #expect(definition["paywalls"] != nil)
    #expect(definition["refunds"] == nil)
  }

  @Test("every part of a blueprint has a name of its own and a description")
  func texts() {
    let names = Set(Self.shapes.map(\.name))
    #expect(names.isSuperset(of: ["PaywallPackage", "FeatureRule", "ProductOffer", "NudgeMoment"]))
    for name in ["Package", "Rule", "Offer", "Moment", "Source", "Row", "Start"] {
      #expect(!names.contains(name), "the part \(name) lacks a row of BlueprintTexts")
    }
  }

  @Test("requests that can lack a member accept null for it")
  func null() throws {
    let requests = EndpointRoute.all.compactMap(\.body.shape)
    #expect(requests.count > 30)
    for shape in requests {
      let least = SchemaSample(isWhole: false).value(of: shape)
      let nulls = (shape.schema.keywords["properties"]?.object ?? [:]).mapValues { _ in
        JSONValue.null
      }
      let value = JSONValue.object((least.object ?? [:]).merging(nulls) { first, _ in first })
      let type = try #require(shape.type)
      #expect(try Self.written(type, value) == least, "\(shape.name)")
    }
  }

  @Test("facts are read and written as their schemas describe, and have the members of HTTP.md")
  func facts() throws {
    let text = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Documentation/HTTP.md"), encoding: .utf8)
    let table = try #require(text.split(separator: "\n## Facts\n").last)
    for kind in Fact.Kind.allCases {
      let shape = Facts.shape(of: kind)
      for isWhole in [true, false] {
        let value: JSONValue = [SchemaSample(isWhole: isWhole).value(of: shape)]
        #expect(try Self.written(WireFacts.self, value) == value, "\(kind)")
      }
      let row = try #require(
        table.split(separator: "\n").first { $0.hasPrefix("| `\(kind.rawValue)` | `") })
      let listed = row.split(separator: "|")[1].matches(of: /(\(?)`(\w+)`/)
      let all = Set(listed.map { String($0.2) })
      let required = Set(listed.filter { $0.1.isEmpty }.map { String($0.2) })
      let schema = shape.schema.keywords
      #expect(Set((schema["properties"]?.object ?? [:]).keys) == all.union(["kind"]))
      #expect(
        Set((schema["required"]?.array ?? []).compactMap(\.string)) == required.union(["kind"]))
    }
  }

  @Test("runs of facts are read and written as their schemas describe")
  func runs() throws {
    let runs = Facts.entry.schema.shapes.dropFirst(Fact.Kind.allCases.count)
    #expect(runs.count == 5)
    for shape in runs {
      var run = try #require(SchemaSample(isWhole: true).value(of: shape).object)
      run["names"] = ["k1", "k2"]
      run["at"] = [1, 2]
      if run["keys"] != nil { run["keys"] = ["k1", "k3"] }
      if run["amounts"] != nil { run["amounts"] = [3, 4] }
      var snapshot = try #require(SchemaSample(isWhole: false).value(of: .customerSnapshot).object)
      snapshot["facts"] = [.object(run)]
      #expect(
        try Self.written(CustomerSnapshot.self, .object(snapshot)) == .object(snapshot),
        "\(shape.name)")
    }
  }

  @Test("examples are values of the types")
  func examples() throws {
    var compared = 0
    for shape in Self.shapes {
      guard let type = shape.type else { continue }
      compared += 1
      #expect(try Self.written(type, shape.example) == shape.example, "\(shape.name)")
    }
    #expect(compared > 80)
  }

  /// What a type writes of what it read.
  private static func written(
    _ type: any (Codable & Sendable).Type, _ value: JSONValue
  ) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: try JSONEncoder().encode(try read(type, value)))
  }

  private static func read(
    _ type: any (Codable & Sendable).Type, _ value: JSONValue
  ) throws -> any (Codable & Sendable) {
    try JSONDecoder().decode(type, from: try JSONEncoder().encode(value))
  }
}
