import Foundation
import Testing

@testable import TollgateCommand

@Suite("tollgate check --watch")
struct WatchTests {
  @Test("a file is checked at once, and again after it changed")
  func changes() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("coach.yml")
    try "app: 1\nfeatures: { read: allow }\n".write(to: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = Command.executable
    process.arguments = ["check", "coach.yml", "--watch", "--no-search", "--color", "never"]
    process.currentDirectoryURL = folder.url
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.terminate() }

    let first = try round(of: output)
    #expect(first.hasPrefix("Checking…\ncoach.yml:1:6: error: found the number `1`"), "\(first)")
    try "app: { id: coach, name: Coach, bundleID: a.b }\nfeatures: { read: allow }\n".write(
      to: file, atomically: true, encoding: .utf8)
    let second = try round(of: output)
    #expect(second.contains("coach.yml: good"), "\(second)")
  }

  /// What is printed up to the end of a check.
  private func round(of output: Pipe) throws -> String {
    var text = ""
    while !text.hasSuffix("Waiting for changes.\n") {
      let data = output.fileHandleForReading.availableData
      try #require(!data.isEmpty, "the command ended: \(text)")
      text += String(decoding: data, as: UTF8.self)
    }
    return text
  }

  @Test("a change in the folder of a file changes the state")
  func state() throws {
    let folder = try TemporaryFolder()
    let watch = FileWatch([folder.url.appendingPathComponent("coach.yml").path])
    let before = watch.state
    #expect(before == [:])
    try "a".write(
      to: folder.url.appendingPathComponent("Shop.storekit"), atomically: true, encoding: .utf8)
    #expect(watch.state != before)
    let later = watch.state
    try "a".write(
      to: folder.url.appendingPathComponent("notes.txt"), atomically: true, encoding: .utf8)
    #expect(watch.state == later)
  }

  @Test(
    "a change of a picture or a font that a blueprint names changes the state",
    arguments: [
      ("paywalls: { plans: { image: art/hero.svg } }", "art/hero.svg"),
      ("skin: { font: { name: Sora, file: fonts/sora.woff2 } }", "fonts/sora.woff2"),
    ])
  func picture(yaml: String, named path: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("coach.yml")
    let other = folder.url.appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try yaml.write(to: file, atomically: true, encoding: .utf8)
    let watch = FileWatch([file.path])
    let before = watch.state
    try "<svg/>".write(to: other, atomically: true, encoding: .utf8)
    #expect(watch.state != before)
  }

  @Test("--watch is for people, and so refuses --json")
  func json() throws {
    let command = try Command(["check", "coach.yml", "--watch", "--json"])
    #expect(command.status == 64)
    #expect(command.errors.contains("--watch cannot be combined with --json or --scenarios."))
  }
}
