import Foundation
import Testing
import Tollgate
import TollgateLedger
import TollgateSimulation

@testable import TollgateServer

@Suite("A ledger that is stolen")
struct StolenLedgerTests {
  @Test(
    "a stolen ledger has no password, token, link, secret key or signing key in its file or its log"
  )
  func secrets() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tollgate-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("ledger").path
    let server = try await TestServer(
      "coach-paid", ledger: try SQLiteLedger(path: path),
      configuration: .sandbox(identifiers: .random))
    let password = "correct horse battery"
    var phone = try await server.phone(device: "phone")
    try await phone.signUp("maya@example.com", password: password)
    let people = server.service.people
    let link = try await people.add("ada@example.com", as: .owner, in: server.app).link
    let session = try #require(try await people.signIn(with: link, in: server.app)).token
    let unused = try await people.renewLink(of: "ada@example.com", in: server.app).link
    let key = try await server.service.secretKeys.create(named: "backend", in: server.app).text
    let signing = String(decoding: try server.backend.keys.json(), as: UTF8.self)
      .matches(of: /"secret":"([^"]+)"/).map { String($0.1) }
    #expect(signing.count == 2)

    let bytes = try [path, "\(path)-wal"].filter { FileManager.default.fileExists(atPath: $0) }
      .map { try Data(contentsOf: URL(fileURLWithPath: $0)) }.reduce(Data(), +)
    #expect(bytes.range(of: Data("maya@example.com".utf8)) != nil)
    #expect(bytes.range(of: Data("ada@example.com".utf8)) != nil)
    let secrets = [password, phone.token, link, unused, session, String(key.suffix(64))] + signing
    for (number, secret) in secrets.enumerated() {
      #expect(bytes.range(of: Data(secret.utf8)) == nil, "secret \(number)")
    }
    for secret in signing {
      #expect(bytes.range(of: try #require(Data(base64Encoded: secret))) == nil)
    }
  }
}
