import ArgumentParser
import Foundation
import Testing

@testable import TollgateCommand

@Suite("The page In Xcode")
struct InXcodeTests {
  /// A block of the page: its language, the file that it shows, and its text.
  private struct Block {
    let language: String
    let file: String?
    let text: String
  }

  private static func blocks() throws -> [Block] {
    let page = try String(
      contentsOf: Command.root.appendingPathComponent("Documentation/InXcode.md"),
      encoding: .utf8)
    return page.matches(
      of: /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/.anchorsMatchLineEndings()
    ).map {
      Block(
        language: String($0.output.1), file: $0.output.2.map(String.init),
        text: String($0.output.3))
    }
  }

  @Test("each file of the page is the one in Examples/Garden, which is compiled")
  func files() throws {
    let folder = Command.root.appendingPathComponent("Examples/Garden")
    let shown = try Self.blocks().filter { $0.file != nil }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(shown.compactMap(\.file)) == Set(names))
    for block in shown {
      let name = try #require(block.file)
      let file = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      // A note for the formatter, which the page's reader does not need.
      #expect(block.text == file.replacing(/\/\/ swift-format-ignore.*\n/, with: ""), "\(name)")
    }
  }

  @Test(
    "the page's init command asks nothing, since a terminal would take the next command as the answer"
  )
  func answers() throws {
    let lines = try Self.blocks().filter { $0.language == "sh" }
      .flatMap { $0.text.split(separator: "\n") }
    let line = try #require(lines.first { $0.hasPrefix("tollgate init ") })
    let command = try InitCommand.parse(line.split(separator: " ").dropFirst(2).map(String.init))
    let answers = InitAnswers(
      name: command.name, bundleID: command.bundleId, features: command.feature,
      hasFreeTier: command.freeTier, trial: command.trial)
    var questions: [String] = []
    _ = try answers.template(for: nil) {
      questions.append($0)
      return ""
    }
    #expect(questions.isEmpty)
  }

  @Test(
    "the page's commands, in its order and with its files, lead to a purchase that the server answers and shows"
  )
  func commands() throws {
    let folder = try TemporaryFolder()
    let blocks = try Self.blocks()
    for block in blocks {
      guard let name = block.file else { continue }
      try block.text.write(
        to: folder.url.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    var server: DevServer?
    // The image is made by `make image`; here the tool runs as it is built.
    for line in blocks.filter({ $0.language == "sh" }).flatMap({ $0.text.split(separator: "\n") })
    where line.hasPrefix("tollgate ") {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      if words.first == "dev" {
        server = try DevServer(Array(words.dropFirst()), in: folder.url)
      } else {
        let command = try Command(words, in: folder.url)
        #expect(command.status == 0, "\(line): \(command.output)\(command.errors)")
      }
    }
    let dev = try #require(server)
    // What it prints is what the page shows.
    let shown = try #require(blocks.first { $0.text.hasPrefix("Serving garden") }).text
    let printed = dev.command.text[
      try #require(dev.command.text.firstRange(of: "Serving garden")).lowerBound...
    ].replacing(dev.address, with: "http://127.0.0.1:8080").replacing(dev.key, with: "…")
      .replacing(/link=\S+/, with: "link=…")
    #expect(printed.hasPrefix(shown), "\(printed)")

    let token = try #require(
      try dev.send("customers", "{\"device\":\"simulator\"}")["token"] as? String)
    let bought = try dev.send(
      "customers/me/transactions",
      try DevTests.purchase(of: "garden.yearly", in: folder.url), token: token)
    #expect("\(bought)".contains("subscribed"), "\(bought)")
    #expect(try dev.signIn().contains("garden.yearly"))
  }
}
