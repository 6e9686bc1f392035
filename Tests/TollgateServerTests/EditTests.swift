import Logging
import Testing
import Tollgate
import TollgateLedger
import TollgateSimulation
import TollgateWire

@testable import TollgateServer

@Suite("Editing a revision's files on its page")
struct EditTests {
  private static let path = "/blueprint/1/edit"

  /// A server that serves a file as revision 1, and reads each other text as a blueprint of its own.
  ///
  /// - Parameter mistakes: What is wrong with a text.
  private static func server(
    text: String = "trial: 5\n", mistakes: @escaping @Sendable (String) -> [String] = { _ in [] }
  ) async throws -> TestServer {
    let definition = try await TestServer("coach-paid").blueprint.definition
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.replay = { _, _, _ in RevisionComparison(whatIf: "", losses: []) }
    configuration.readsEdits = { files in
      let found = mistakes(files[0].text)
      guard found.isEmpty, let blueprint = try? Blueprint(definition) else {
        return .mistaken(found)
      }
      return .usable(
        StoredBlueprint(
          blueprint, revision: files[0].text == text ? "r1" : "r-\(files[0].text.utf8.count)",
          source: files))
    }
    let server = try await TestServer("coach-paid", configuration: configuration)
    let refresh = BlueprintRefresh(
      server.service, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    _ = try await refresh.start(sources: [server.app: [SourceFile(path: "coach.yml", text: text)]])
    return server
  }

  @Test("the files of a blueprint with a font of its own are not edited")
  func fonts() async throws {
    let server = try await Self.server()
    for fonts in [[], [Skin.FontFile(digest: "9f86", bytes: [1])]] {
      var definition = server.blueprint.definition
      definition.fonts = fonts
      let stored = StoredBlueprint(
        try Blueprint(definition), revision: "r2",
        source: [SourceFile(path: "coach.yml", text: "# why\n")])
      let proposal = BlueprintProposal(
        revision: "r2", after: 1, at: server.now, author: "ci", note: nil, whatIf: "", losses: [])
      #expect(RecordedRevision(proposal, stored).isEditable == fonts.isEmpty)
    }
  }

  @Test("a mistake in a file with line breaks of Windows is shown with its line")
  func lineBreaks() async throws {
    let server = try await Self.server(text: "a: 1\r\nb: 2\r\n") { text in
      text.contains("c") ? ["coach.yml:2:1: error: there is no key `c`"] : []
    }
    let ada = try await AdminBrowser(server, .developer)
    let fields = try await ada.get(Self.path).hiddenFields
    let page = try await ada.post(
      Self.path, fields.merging(["change": "check", "file0": "a: 1\r\nc: 2\r\n"]) { $1 })
    #expect(page.status == 422)
    #expect(page.body.contains("<code>c: 2</code>"))
  }
}
