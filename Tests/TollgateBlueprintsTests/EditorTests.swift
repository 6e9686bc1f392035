import Foundation
import Testing

@testable import TollgateBlueprints

@Suite("Editors")
struct EditorTests {
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
}
