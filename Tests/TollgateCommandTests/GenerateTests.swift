import ArgumentParser
import Foundation
import Testing

@testable import TollgateCommand

@Suite("tollgate generate")
struct GenerateTests {
  private let blueprint = Command.root.appendingPathComponent("Blueprints/techniq.yml").path

  @Test("generate writes a file, and --check says whether it is up to date")
  func check() throws {
    let folder = try TemporaryFolder()
    let printed = try Command(["generate", "swift", blueprint])
    #expect(printed.status == 0)
    #expect(
      printed.output.contains("nonisolated static var customDrill: Self { \"custom-drill\" }"))

    let missing = try Command(
      ["generate", "swift", blueprint, "--output", "Names.swift", "--check"], in: folder.url)
    #expect(missing.status == 1)
    #expect(missing.errors == "Names.swift: error: there is no such file\n")

    #expect(
      try Command(["generate", "swift", blueprint, "--output", "Names.swift"], in: folder.url)
        .status == 0)
    let file = folder.url.appendingPathComponent("Names.swift")
    #expect(try String(contentsOf: file, encoding: .utf8) == printed.output)
    let fresh = try Command(
      ["generate", "swift", blueprint, "--output", "Names.swift", "--check"], in: folder.url)
    #expect(fresh.status == 0)

    try "old".write(to: file, atomically: true, encoding: .utf8)
    let stale = try Command(
      ["generate", "swift", blueprint, "--output", "Names.swift", "--check"], in: folder.url)
    #expect(stale.status == 1)
    #expect(stale.errors.hasPrefix("Names.swift: error: the names differ from"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "old")
  }

  @Test("--check without a file is refused")
  func checkNeedsFile() throws {
    let command = try Command(["generate", "swift", blueprint, "--check"])
    #expect(command.status == 64)
    #expect(command.errors.contains("--check needs the file: add --output <file>."))
  }

  @Test("generate's help shows what to call, with examples")
  func help() {
    let help = TollgateCommand.helpMessage(for: GenerateCommand.self, columns: 80)
    #expect(help.contains("client.access(to: .analytics)"))
    #expect(
      help.contains("tollgate generate swift garden.yml --output App/GardenNames.swift --check"))
  }
}
