import Foundation
import Testing

@testable import TollgateCommand

@Suite("check on a folder")
struct FolderTests {
  @Test("check on a folder checks every blueprint in it")
  func blueprints() throws {
    let command = try Command(["check", "Blueprints", "--no-search"])
    #expect(command.status == 0)
    #expect(command.errors.isEmpty)
    let files = command.output.split(separator: "\n").filter { $0.contains(": good, ") }
      .compactMap { $0.split(separator: ":").first }
    #expect(
      files == [
        "coach-free.yml", "coach-paid.yml", "glow.yml", "grobro.yml", "strikelab.yml",
        "techniq.yml",
      ])
  }

  @Test("check on a folder skips other YAML files and says why, but not broken blueprints")
  func mixed() throws {
    let folder = try TemporaryFolder()
    let files = [
      "broken.yaml": "app: { id: a }\nfeatures: [\n", "scenario.yml": "title: a\nsteps: []\n",
      "compose.yml": "services: {}\n", ".hidden.yml": "app: {}\nfeatures: {}\n",
      "notes.txt": "app:\nfeatures:\n",
      "good.yml": "app: { id: a, name: A, bundleID: a.b }\nfeatures: { read: allow }\n",
    ]
    for (name, text) in files {
      try text.write(
        to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("more.yml"), withIntermediateDirectories: true)
    let command = try Command(["check", "."], in: folder.url)
    #expect(command.status == 1)
    #expect(
      command.errors == """
        compose.yml: note: skipped; it is not a blueprint, which has keys such as `app` and `features`
        scenario.yml: note: skipped; it is a scenario, which `tollgate simulate` runs

        """)
    let lines = command.output.split(separator: "\n")
    #expect(lines.contains("good.yml: good, no warnings"))
    #expect(lines.contains { $0.hasPrefix("broken.yaml:") && $0.contains(": error: ") })
    #expect(!command.output.contains("hidden"))
  }

  @Test("check on a folder fails where there is no blueprint")
  func empty() throws {
    let folder = try TemporaryFolder()
    let command = try Command(["check", folder.url.path])
    #expect(command.status == 1)
    #expect(command.output.isEmpty)
    #expect(command.errors == "\(folder.url.path): error: there is no blueprint in this folder\n")
  }
}
