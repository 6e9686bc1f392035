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

  @Test("the types have no member that their schemas lack")
  func members() throws {
    // Their JSON has other members than they have; tests in TollgateWireTests assert it whole.
    let others = ["AllowedAccess", "DeniedAccess", "UnknownAccess", "Problem", "BlueprintResponse"]
    for shape in Self.shapes where !others.contains(shape.name) {
      guard let type = shape.type, let properties = shape.schema.keywords["properties"]?.object
      else { continue }
      let value = try Self.read(type, SchemaSample(isWhole: true).value(of: shape))
      let names = Mirror(reflecting: value).children.compactMap(\.label)
        .map { $0 == "wireFacts" ? "facts" : $0 }
      #expect(Set(names) == Set(properties.keys), "\(shape.name)")
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
    #expect(runs.count == 4)
    for shape in runs {
      var run = try #require(SchemaSample(isWhole: true).value(of: shape).object)
      run["names"] = ["k1", "k2"]
      run["at"] = [1, 2]
      if run["keys"] != nil { run["keys"] = ["k1", "k3"] }
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
