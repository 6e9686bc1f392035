import AppStoreSimulator
import AppStoreSimulatorLauncher
import ArgumentParser
import Foundation
import Testing
import Tollgate
import TollgateAppStore

@testable import TollgateCommand

@Suite("tollgate dev")
struct DevTests {
  /// A folder with the products of `Examples/Garden`, and the blueprint that `tollgate init` writes for them.
  private static func garden() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Command.root.appendingPathComponent("Examples/Garden/Garden.storekit"),
      to: folder.url.appendingPathComponent("Garden.storekit"))
    let command = try Command(
      [
        "init", "--storekit", "Garden.storekit", "--name", "Garden", "--bundle-id",
        "com.example.Garden", "--feature", "export",
      ], in: folder.url)
    try #require(command.status == 0, "\(command.errors)")
    return folder
  }

  /// What a run in Xcode signs when somebody buys, as the body of a request.
  static func purchase(of product: String, seed: UInt64 = 1, in folder: URL) throws -> String {
    let store = AppStoreSimulator(
      configuration: try StoreKitConfiguration(
        json: try Data(contentsOf: folder.appendingPathComponent("Garden.storekit"))),
      bundleID: "com.example.Garden", environment: .xcode, chain: try .xcode(seed: seed),
      now: .current)
    guard case .success(let bought) = store.purchase(product, by: store.makeAccount()) else {
      throw Failure("nothing was bought")
    }
    return "{\"signedTransaction\":\"\(bought.jws)\"}"
  }

  @Test(
    "dev serves what Xcode's first certificate signs, and its pages show the ledger and the reason for every answer"
  )
  func purchase() throws {
    let folder = try Self.garden()
    let server = try DevServer(["garden.yml"], in: folder.url)
    #expect(server.command.text.contains("let server = URL(string: \"\(server.address)\")!"))
    #expect(!server.command.text.contains("warning"))
    let customer = try server.send("customers", "{\"device\":\"simulator\"}")
    let token = try #require(customer["token"] as? String)
    let bought = try server.send(
      "customers/me/transactions", try Self.purchase(of: "garden.monthly", in: folder.url),
      token: token)
    #expect("\(bought)".contains("subscribed"), "\(bought)")
    _ = try server.command.wait(
      for: /trusts purchases in Xcode that are signed with the certificate [0-9a-f]{12}/)

    let other = try server.send("customers", "{\"device\":\"other\"}")
    let refused = try server.send(
      "customers/me/transactions",
      try Self.purchase(of: "garden.monthly", seed: 2, in: folder.url),
      token: try #require(other["token"] as? String))
    #expect(refused["code"] as? String == "signed_data_untrusted", "\(refused)")
    #expect("\(refused["detail"] ?? "")".contains("restart the server"))

    let first = try server.signIn()
    #expect(first.contains("The app ran on the device simulator."))
    let path = try #require(
      first.firstMatch(of: /href="(\/admin\/garden\/customers\/cus_[0-9a-f]+)"/)
    ).output.1
    #expect(try server.page(String(path)).contains("export"))
    #expect(try server.signIn().contains("This link was used already"))
  }

  @Test("dev serves a blueprint again when it is saved, with its lines, but not with mistakes")
  func saved() throws {
    let folder = try Self.garden()
    let server = try DevServer(["garden.yml"], in: folder.url)
    let before = try server.send("blueprint")["revision"] as? String
    let file = folder.url.appendingPathComponent("garden.yml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("title: Export", with: "title: Export all").write(
      to: file, atomically: true, encoding: .utf8)
    let revision = try server.command.wait(
      for: /Now serving garden.yml, revision ([0-9a-f]{12})\./
    ).1
    let after = try #require(try server.send("blueprint")["revision"] as? String)
    #expect(after.hasPrefix(revision) && after != before)
    _ = try server.signIn()
    let lines = try server.page("/admin/garden/blueprint/2")
    #expect(lines.contains("Lines that differ from revision 1"))
    #expect(lines.contains("<code>    title: Export all</code>"))

    try text.replacing("otherwise: deny", with: "otherwise: dny").write(
      to: file, atomically: true, encoding: .utf8)
    _ = try server.command.wait(
      for: /garden\.yml:[0-9]+: error: .*dny[\s\S]*Still serving the previous/)
    #expect(try server.send("blueprint")["revision"] as? String == after)

    try text.replacing("id: garden\n", with: "id: meadow\n").write(
      to: file, atomically: true, encoding: .utf8)
    _ = try server.command.wait(for: /garden.yml: error: restart `tollgate dev` to serve it:/)
    #expect(try server.send("blueprint")["revision"] as? String == after)
  }

  @Test("dev has the same key at every start, and keeps customers only in a ledger that is named")
  func started() throws {
    let folder = try Self.garden()
    func start(_ arguments: [String]) throws -> (key: String, ledger: String) {
      let server = try DevServer(["garden.yml"] + arguments, in: folder.url)
      _ = try server.send("customers", "{\"device\":\"phone-\(arguments.count)\"}")
      return (server.key, try server.signIn())
    }
    let first = try start([])
    let second = try start([])
    #expect(first.key == second.key)
    #expect(first.ledger.contains("phone-0") && second.ledger.contains("phone-0"))
    let keys = folder.url.appendingPathComponent("garden.dev.keys").path
    #expect(FileManager.default.fileExists(atPath: keys))

    let kept = try start(["--database", "garden.sqlite"])
    let again = try DevServer(["garden.yml", "--database", "garden.sqlite"], in: folder.url)
    #expect(again.key == kept.key && kept.key == first.key)
    #expect(try again.signIn().contains("phone-2"))
  }

  @Test(
    "whoever opens dev, the playground or the store to the network is warned of what others can do",
    arguments: [
      (["dev"], "sign purchases of their own"), (["playground"], "press every button"),
      (["store", "--config"], "buy, refund and move the clock"),
    ])
  func warned(command: [String], what: String) throws {
    let folder = try Self.garden()
    let open = try RunningCommand(
      command + ["garden.yml", "--port", "0", "--host", "0.0.0.0"], in: folder.url)
    _ = try open.wait(for: /http:\/\/127\.0\.0\.1:[0-9]+/)
    #expect(open.text.contains("warning: listening on 0.0.0.0, so anyone on your network can "))
    #expect(open.text.contains(what))
  }

  @Test("an address to open is one that a browser on this machine reaches")
  func address() throws {
    let addresses = try ["127.0.0.1", "0.0.0.0", "::", "fe80::1", "garden.local"].map {
      try HostOptions.parse(["--host", $0]).address(80)
    }
    #expect(
      addresses == [
        "http://127.0.0.1:80", "http://127.0.0.1:80", "http://[::1]:80", "http://[fe80::1]:80",
        "http://garden.local:80",
      ])
  }
}
