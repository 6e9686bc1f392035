import Foundation
import Testing
import TollgatePlayground

@testable import TollgateCommand

@Suite("A blueprint on the playground")
struct BlueprintWatchTests {
  static let usable = """
    app: { id: coach, name: Coach, bundleID: com.example.coach, appleID: 1 }
    legal: { terms: https://example.com/terms, privacy: https://example.com/privacy }

    products:
      coach.monthly: { name: Monthly, entitlements: premium, price: 9.99 USD, period: P1M, group: premium }

    hasFreeTier: true

    features:
      export:
        paywall: upgrade
        rules:
          - when: { phase: lapsed }
            allow: unlimited
          - when: { entitled: premium }
            allow: unlimited
          - otherwise: deny

    paywalls:
      upgrade: { title: More of Coach, packages: [coach.monthly] }
    """

  @Test("a finding of the search is at the line of what it is about")
  func finding() throws {
    let folder = try TemporaryFolder()
    let watch = try watch(Self.usable, in: folder)
    let reading = watch.read()
    #expect(reading.name == "coach.yml" && reading.file != nil && reading.problems.isEmpty)
    let searched = try #require(watch.searched(reading))
    let problem = try #require(searched.problems.first)
    #expect(searched.isSearched && searched.problems.count == 1)
    #expect(problem.kind == .finding && problem.text.hasPrefix("free ride: "))
    #expect(problem.file == "coach.yml" && problem.line == 10 && problem.source == "export:")
    #expect(problem.history?.contains("the customer buys coach.monthly") == true)
    #expect(searched.leftOut?.contains("late notifications") == true)
  }

  @Test("a mistake is at its line, and nothing is searched")
  func mistake() throws {
    let folder = try TemporaryFolder()
    let broken = Self.usable.replacing("deny", with: "dny")
    let watch = try watch(broken, in: folder)
    let reading = watch.read()
    #expect(reading.file == nil && watch.searched(reading) == nil)
    let problem = try #require(reading.problems.first)
    #expect(problem.kind == .error && problem.line == 17 && problem.source == "- otherwise: dny")
    #expect(problem.text.contains("dny"))
  }

  @Test("a mistake in a part is at its line in the part")
  func part() throws {
    let folder = try TemporaryFolder()
    let main = "parts: more.yml\n" + Self.usable.replacing(/\n\npaywalls:(.|\n)*/, with: "\n")
    try "paywalls:\n  upgrade: { title: More of Coach, packges: [coach.monthly] }\n".write(
      to: folder.url.appendingPathComponent("more.yml"), atomically: true, encoding: .utf8)
    let problems = try watch(main, in: folder).read().problems.filter { $0.kind == .error }
    let problem = try #require(problems.first)
    #expect(problem.file == "more.yml" && problem.line == 2)
    #expect(problem.source == "upgrade: { title: More of Coach, packges: [coach.monthly] }")
    #expect(problem.text.hasSuffix("did you mean `packages`?"))
  }

  @Test("the playground of a blueprint that cannot be used opens, with its mistakes on the page")
  func unusable() throws {
    let folder = try TemporaryFolder()
    _ = try watch(Self.usable.replacing("deny", with: "dny"), in: folder)
    let command = try RunningCommand(["playground", "coach.yml", "--port", "0"], in: folder.url)
    _ = try command.wait(for: /http:\/\/127\.0\.0\.1:\d+/)
  }

  @Test("the playground in a folder without a blueprint opens with an example, and says so")
  func emptyFolder() throws {
    let folder = try TemporaryFolder()
    let command = try RunningCommand(["playground", "--port", "0"], in: folder.url)
    _ = try command.wait(for: /http:\/\/127\.0\.0\.1:\d+/)
    let name = folder.url.lastPathComponent
    #expect(command.text.contains("There is no blueprint in"))
    #expect(command.text.contains("\(name): this is an example. `tollgate init` writes yours."))
  }

  @Test(
    "the playground in a folder with blueprints of one's own opens with the first, also with mistakes"
  )
  func ownFolder() throws {
    let folder = try TemporaryFolder()
    _ = try watch(Self.usable.replacing("deny", with: "dny"), in: folder)
    try Self.usable.write(
      to: folder.url.appendingPathComponent("trail.yml"), atomically: true, encoding: .utf8)
    let command = try RunningCommand(["playground", "--port", "0"], in: folder.url)
    _ = try command.wait(for: /http:\/\/127\.0\.0\.1:\d+/)
    #expect(command.text.contains("coach.yml is the first of 2 blueprints in"))
  }

  private func watch(_ yaml: String, in folder: TemporaryFolder) throws -> BlueprintWatch {
    let file = folder.url.appendingPathComponent("coach.yml")
    try yaml.write(to: file, atomically: true, encoding: .utf8)
    return BlueprintWatch(path: file.path)
  }
}
