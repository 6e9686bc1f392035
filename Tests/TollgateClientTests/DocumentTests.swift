import Foundation
import Testing
import Tollgate
import TollgateClient

/// Swift snippets of the client's articles and of the README, to be run.
@MainActor
struct Snippets {
  let client: TollgateClient
  private(set) var said: [String] = []

  init(_ client: TollgateClient) { self.client = client }

  private func showAnalytics() {}
  private func plant() {}
  private func exportGarden() {}
  private func celebrate() {}
  private func say(_ line: String) {}

  static func start(_ configuration: TollgateClient.Configuration) async -> TollgateClient {
    // snippet
    let client = TollgateClient(configuration)
    Task { await client.listenToStore() }
    await client.launch()
    // end
    return client
  }

  static func configure(_ server: URL) async -> TollgateClient {
    // snippet
    let client = TollgateClient(
      app: "garden", server: server, serverKey: "p3Vb…the key that `tollgate serve` prints")
    Task { await client.listenToStore() }
    await client.launch()
    // end
    return client
  }

  func gate() async {
    // snippet
    if client.access(to: "analytics").mayProceed { showAnalytics() }
    await client.gate("analytics") { showAnalytics() }
    // end
  }

  func use() async throws {
    // snippet
    switch try await client.use("add-plant", item: "fern") {
    case .allowed: plant()
    case .denied(let denial): if let paywall = denial.paywall { await client.showPaywall(paywall) }
    case .unknown: break
    }
    // end
  }

  func placement() async {
    // snippet
    await client.register("upgrade") { exportGarden() }
    // end
  }

  func people(_ token: String, _ password: String) async throws -> [String] {
    // snippet
    try await client.signIn(email: "ada@example.com", password: password)
    try await client.signIn(with: token)
    let levels = try await client.profile()["user_levels"].map { ($0.row, $0["level"]?.integer) }
    await client.signOut()
    // end
    return levels.map { "\($0) \($1 ?? 0)" }
  }

  func follow(_ screen: String?) async -> String? {
    var shown: String?
    func show(_ next: String) { shown = next }
    // snippet
    if let route = client.route(from: screen) {
      if let next = route.screen {
        show(next)
        client.acknowledgeSubscription()
      }
      await client.showPaywall(of: route)
    }
    // end
    return shown
  }

  func card() async -> Bool {
    var hasFetched = false
    func fetch() async { hasFetched = true }
    func show(_ title: String, _ detail: String?, _ action: String?) {}
    // snippet
    let card = LockedCardModel(client, feature: "analytics")
    if card.shouldFetch { await fetch() } else { show(card.title, card.detail, card.actionLabel) }
    // end
    return hasFetched
  }

  func buy() async {
    // snippet
    let offerings = await client.offerings()
    guard let package = offerings.first?.packages.first else { return }
    switch await client.purchase(
      package.productID, offer: package.purchaseOffer, billing: package.billing)
    {
    case .purchased: celebrate()
    case .pending(let problem), .failed(let problem): say(client.line(for: problem))
    case .cancelled: break
    }
    // end
  }
}

@MainActor
@Suite("The documents of the client")
struct DocumentTests {
  private static let here = URL(filePath: #filePath)

  private func lines(of file: String) throws -> [Substring] {
    try String(
      contentsOf: Self.here.deletingLastPathComponent().appending(path: "../../\(file)")
        .standardizedFileURL, encoding: .utf8
    ).split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func blocks(of file: String, from begin: String, to end: String) throws -> [String] {
    var blocks: [String] = []
    var open: [String]?
    var indent = 0
    for line in try lines(of: file) {
      let text = line.drop { $0 == " " }
      if open == nil, text == begin {
        open = []
        indent = line.count - text.count
      } else if text == end, let block = open {
        blocks.append(block.joined(separator: "\n"))
        open = nil
      } else {
        open?.append(String(line.dropFirst(indent)))
      }
    }
    return blocks
  }

  @Test("the articles show the code that runs here and the app that the views' check compiles")
  func shown() throws {
    let kept = try [
      "Tests/TollgateClientTests/DocumentTests.swift",
      "Tests/SwiftUIDeclarations/Uses/WholeApp.swift",
    ].flatMap { try blocks(of: $0, from: "// snippet", to: "// end") }
    let articles = [
      "GettingStarted", "Gates", "Views", "Purchases", "Identity", "MovingFromAHandWrittenManager",
    ].map { "Sources/TollgateClient/TollgateClient.docc/\($0).md" }
    let shown = try (articles + ["README.md"]).flatMap {
      try blocks(of: $0, from: "```swift", to: "```")
    }
    #expect(!kept.isEmpty)
    for block in kept { #expect(shown.contains(block), "\(block)") }
  }

  /// The names of the public members of `TollgateClient`, as its sources declare them.
  private func publicMembers() throws -> Set<String> {
    let declaration =
      /(?:nonisolated )?public (?:internal\(set\) )?(?:static )?(?:func|var|let|enum|struct) (\w+)/
    let folder = Self.here.deletingLastPathComponent()
      .appending(path: "../../Sources/TollgateClient").standardizedFileURL
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var names: Set<String> = []
    for file in files where file.hasSuffix(".swift") {
      var indent: Int?
      for line in try lines(of: "Sources/TollgateClient/\(file)") {
        let text = line.drop { $0 == " " }
        let depth = line.count - text.count
        if text == "extension TollgateClient {" || text == "public final class TollgateClient {" {
          indent = depth
        } else if text == "}", depth == indent {
          indent = nil
        } else if let indent, depth == indent + 2, let match = text.prefixMatch(of: declaration) {
          names.insert(String(match.1))
        }
      }
    }
    return names
  }

  @Test("every public member of the client is in its list of topics, or an article shows its use")
  func members() throws {
    let folder = "Sources/TollgateClient/TollgateClient.docc"
    let topics = try lines(of: "\(folder)/Client.md").joined(separator: "\n")
    let articles = try ["TollgateClient", "Gates", "Identity", "Views"].map {
      try lines(of: "\(folder)/\($0).md").joined(separator: "\n")
    }.joined()
    let names = try publicMembers()
    #expect(names.isSuperset(of: ["phase", "gate", "notices", "openingNudges"]))
    let missing = try names.filter { name in
      // What only Apple's platforms have cannot be linked in documentation that is made on Linux.
      try !topics.contains(Regex("- ``\(name)\\b"))
        && !articles.contains(Regex("(`|\\.)\(name)\\(|``TollgateClient/\(name)`"))
    }
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  @Test("the article on testing shows the test that is compiled and run here")
  func article() throws {
    let shown = try blocks(
      of: "Sources/TollgateClient/TollgateClient.docc/TestingYourApp.md", from: "```swift",
      to: "```")
    let file = try lines(of: "Tests/TollgateClientTests/GardenTests.swift").joined(separator: "\n")
    #expect(shown.map { $0 + "\n" }.contains(file))
  }

  @Test("the snippets of the articles do what they say")
  func run() async throws {
    try await World.of("grobro") { world in
      let phone = Phone(world)
      let snippets = Snippets(await Snippets.start(phone.client.configuration))
      try await snippets.use()
      #expect(
        snippets.client.access(to: "add-plant") == .allowed(Limit(limit: 3, used: 1, scope: .held)))
      #expect(await !snippets.card())
      await snippets.placement()
      await snippets.buy()
      #expect(await snippets.card())
      await snippets.gate()
      #expect(snippets.client.entitlement("pro").isActive)
      #expect(snippets.client.access(to: "analytics").isAllowed)
    }
  }

  @Test("the snippet about people does what the article says")
  func people() async throws {
    try await World.of("strikelab", issuers: [AppleID.other]) { world in
      let phone = Phone(world)
      try await phone.client.signUp(email: "ada@example.com", password: "correct horse")
      let snippets = Snippets(phone.client)
      await phone.client.launch()
      #expect(await snippets.follow(nil) == "login")
      #expect(await snippets.follow("login") == nil)
      await phone.client.paywallClosed()
      let token = try AppleID.otherToken(of: "ada", in: world)
      let skills = try await snippets.people(token, "correct horse")
      #expect(skills.count == 9)
      #expect(skills.first == "punches 1")
      #expect(phone.client.account == nil)
    }
  }
}
