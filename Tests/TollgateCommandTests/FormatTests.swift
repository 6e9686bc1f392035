import ArgumentParser
import Foundation
import Testing

@testable import TollgateCommand

@Suite("tollgate fmt")
struct FormatTests {
  @Test("fmt writes the house style, and --check names the files that differ")
  func files() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("coach.yml")
    let tidy = "app: { id: coach, name: Coach, bundleID: com.example.coach }\n"
    try "app: {name: 'Coach', id: coach, bundleID: com.example.coach}".write(
      to: file, atomically: true, encoding: .utf8)

    let stale = try Command(["fmt", "--check", "coach.yml"], in: folder.url)
    #expect(stale.status == 1)
    #expect(stale.output == "coach.yml: not in the house style\n")
    #expect(try String(contentsOf: file, encoding: .utf8) != tidy)

    let written = try Command(["fmt", "coach.yml"], in: folder.url)
    #expect(written.status == 0)
    #expect(written.output == "coach.yml: formatted\n")
    #expect(try String(contentsOf: file, encoding: .utf8) == tidy)

    let fresh = try Command(["fmt", "--check", "coach.yml"], in: folder.url)
    #expect(fresh.status == 0)
    #expect(fresh.output == "")
  }

  @Test("a file that cannot be formatted is left alone, and the others are formatted")
  func refused() throws {
    let folder = try TemporaryFolder()
    let broken = folder.url.appendingPathComponent("a.yml")
    try "app: &x { }\n".write(to: broken, atomically: true, encoding: .utf8)
    try "app: { }\n".write(
      to: folder.url.appendingPathComponent("b.yml"), atomically: true, encoding: .utf8)
    let command = try Command(["fmt", "a.yml", "b.yml", "c.yml"], in: folder.url)
    #expect(command.status == 1)
    #expect(command.output == "b.yml: formatted\n")
    #expect(
      command.errors == """
        a.yml:1:6: error: the file cannot be formatted without losing something: it has an anchor or an alias
        c.yml: error: there is no such file; did you mean `a.yml`?

        """)
    #expect(try String(contentsOf: broken, encoding: .utf8) == "app: &x { }\n")
  }

  @Test("a symbolic link stays one, and a file keeps its permissions")
  func link() throws {
    let folder = try TemporaryFolder()
    let shared = folder.url.appendingPathComponent("shared")
    try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
    let file = shared.appendingPathComponent("coach.yml")
    try "app: {name: 'Coach', id: coach}".write(to: file, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let link = folder.url.appendingPathComponent("coach.yml").path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "shared/coach.yml")

    let options = ["--name", "Coach", "--bundle-id", "com.example.coach"]
    for arguments in [["fmt", "coach.yml"], ["init", "--force"] + options] {
      let before = try String(contentsOf: file, encoding: .utf8)
      let command = try Command(arguments, in: folder.url)
      #expect(command.status == 0, "\(command)")
      #expect(try String(contentsOf: file, encoding: .utf8) != before)
      let destination = try FileManager.default.destinationOfSymbolicLink(atPath: link)
      #expect(destination == "shared/coach.yml")
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    }
  }

  @Test("the blueprints of the repository are in the house style")
  func blueprints() throws {
    #expect(try Command(["fmt", "--check", "Blueprints"]).status == 0)
  }
}
