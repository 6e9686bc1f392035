import Foundation
import Testing

@testable import TollgateCommand

@Suite("bundle")
struct BundleTests {
  private struct Bundle: Decodable {
    let app: String
    let format: Int
    let body: Data
    let signature: String
  }

  @Test("bundle writes the blueprint with the signature of the server's keys, and prints the key")
  func writes() throws {
    let folder = try TemporaryFolder()
    let database = folder.url.appendingPathComponent("live.sqlite")
    let created = try Command(["server-keys", "create", "--key-file", "live.keys"], in: folder.url)
    #expect(created.status == 0, "\(created.errors)")
    let file = folder.url.appendingPathComponent("Tollgate.blueprint.json")
    var keys: Set<String> = []
    for _ in 1...2 {
      let command = try Command([
        "bundle", "Blueprints/strikelab.yml", "--database", database.path, "-o", file.path,
      ])
      #expect(command.status == 0, "\(command.errors)")
      let lines = command.output.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first?.hasPrefix("Wrote \(file.path): strikelab, revision ") == true)
      keys.insert(lines.last.map(String.init) ?? "")
      let bundle = try JSONDecoder().decode(Bundle.self, from: Data(contentsOf: file))
      #expect((bundle.app, bundle.format) == ("strikelab", 1))
      #expect(Data(base64Encoded: bundle.signature)?.count == 64)
      #expect(String(decoding: bundle.body, as: UTF8.self).hasPrefix("{\"bundledAt\":"))
    }
    #expect(keys.count == 1)
    #expect(keys.first?.hasPrefix("Signed with ") == true)
  }

  @Test("bundle needs the keys of the server, because new ones would be pinned by no app")
  func noKeys() throws {
    let folder = try TemporaryFolder()
    let database = folder.url.appendingPathComponent("live.sqlite")
    let command = try Command([
      "bundle", "Blueprints/strikelab.yml", "--database", database.path,
    ])
    #expect(command.status == 1)
    let keys = folder.url.appendingPathComponent("live.keys").path
    #expect(
      command.errors
        == "\(keys): error: There is no key file here: name another, or create it with "
        + "`tollgate server-keys create`.\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }
}
