import Foundation
import Testing

@testable import TollgateBlueprints

@Suite("Editors")
struct EditorTests {
  /// The block with a name in the document.
  private func block(_ name: String) throws -> String {
    let document = try String(
      contentsOf: repository.appendingPathComponent("Documentation/Blueprints.md"), encoding: .utf8)
    let start = try #require(document.range(of: "```json \(name)\n"))
    let end = try #require(document.range(of: "\n```", range: start.upperBound..<document.endIndex))
    return String(document[start.upperBound..<end.lowerBound])
  }

  private func object(_ name: String) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(block(name).utf8))
    return try #require(json as? [String: Any])
  }

  /// Each key of a schema with its own schema.
  private func keys(of json: Any) -> [(name: String, schema: [String: Any])] {
    if let list = json as? [Any] { return list.flatMap(keys) }
    guard let object = json as? [String: Any] else { return [] }
    let properties = object["properties"] as? [String: Any] ?? [:]
    return properties.compactMap { name, value in
      (value as? [String: Any]).map { (name, $0) }
    } + object.values.flatMap(keys)
  }

  @Test("each key of the schema has a description and an example that the key accepts")
  func examples() throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(BlueprintSchema.json.utf8)) as? [String: Any])
    let keys = keys(of: schema)
    #expect(keys.count > 150)
    var checks: [[String: Any]] = []
    for key in keys {
      #expect(key.schema["description"] is String, "\(key.name) has no description")
      let examples = key.schema["examples"] as? [Any] ?? []
      #expect(examples.count == 1, "\(key.name) has no example")
      checks.append(["name": key.name, "schema": key.schema, "example": examples.first ?? NSNull()])
    }
    #expect(try refused(checks, definitions: schema["$defs"] ?? [:]) == [])
  }

  /// The keys whose example jsonschema, a package of Python, refuses.
  private func refused(_ checks: [[String: Any]], definitions: Any) throws -> [String] {
    let script = """
      import json, sys
      from jsonschema import Draft202012Validator
      given = json.load(sys.stdin)
      bad = [c for c in given["checks"] if not Draft202012Validator(
        {**c["schema"], "$defs": given["definitions"]}).is_valid(c["example"])]
      print(json.dumps([f'{c["name"]}: {c["example"]}' for c in bad]))
      """
    let process = Process()
    process.executableURL = repository.appendingPathComponent(".venv/bin/python")
    process.arguments = ["-c", script]
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-examples-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try JSONSerialization.data(withJSONObject: ["checks": checks, "definitions": definitions])
      .write(to: file)
    process.standardInput = try FileHandle(forReadingFrom: file)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try JSONDecoder().decode([String].self, from: answer)
  }

  @Test("the settings of VS Code and Zed name the schema for blueprints")
  func settings() throws {
    let expected = ["./tollgate.schema.json": ["Blueprints/*.yml"]]
    #expect(try object("settings.json")["yaml.schemas"] as? [String: [String]] == expected)
    let servers = try #require(try object("zed.json")["lsp"] as? [String: Any])
    let server = try #require(servers["yaml-language-server"] as? [String: Any])
    let settings = try #require(server["settings"] as? [String: Any])
    let yaml = try #require(settings["yaml"] as? [String: Any])
    #expect(yaml["schemas"] as? [String: [String]] == expected)
  }

  @Test("the task of VS Code finds the place, the severity and the message of a diagnostic")
  func task() throws {
    let tasks = try #require(try object("tasks.json")["tasks"] as? [[String: Any]])
    let matcher = try #require(tasks.first?["problemMatcher"] as? [String: Any])
    let pattern = try #require(matcher["pattern"] as? [String: Any])
    let expression = try NSRegularExpression(
      pattern: #require(pattern["regexp"] as? String))
    let line = BlueprintDiagnostic(
      file: "coach.yml", line: 12, column: 7, severity: .warning, message: "found `x`: nothing"
    ).description
    let match = try #require(
      expression.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)))
    let parts = try ["file", "line", "column", "severity", "message"].map { name in
      let group = try #require(pattern[name] as? Int)
      return String(line[try #require(Range(match.range(at: group), in: line))])
    }
    #expect(parts == ["coach.yml", "12", "7", "warning", "found `x`: nothing"])
    let background = try #require(matcher["background"] as? [String: Any])
    #expect(background["beginsPattern"] as? String == "^Checking…$")
    #expect(background["endsPattern"] as? String == "^Waiting for changes\\.$")
  }
}
