import Crypto
import Foundation
import Synchronization
import Testing
import Tollgate
import TollgateSimulation

@testable import TollgateServer

/// A mail hook that keeps what it gets, and can fail.
final class TestMail: MailTransport {
  /// A message as the hook gets it.
  struct Message: Sendable {
    let body: Data
    let headers: [String: String]
    let url: String

    /// A string member of the JSON.
    func member(_ name: String) throws -> String {
      let object = try JSONSerialization.jsonObject(with: body) as? [String: Any]
      return try #require(object?[name] as? String)
    }
  }

  static let secret = Data(0..<32)

  private let kept = Mutex<[Message]>([])
  private let statuses = Mutex<[Int]>([])
  private let waited = Mutex<[Duration]>([])

  /// Everything that was posted.
  var messages: [Message] { kept.withLock { $0 } }
  /// The waits between tries.
  var waits: [Duration] { waited.withLock { $0 } }

  /// Answers the next posts with these statuses, and later ones with 204.
  func answer(_ next: [Int]) { statuses.withLock { $0 = next } }

  func post(_ body: [UInt8], headers: [String: String], to url: String) async throws -> Int {
    kept.withLock { $0.append(Message(body: Data(body), headers: headers, url: url)) }
    return statuses.withLock { $0.isEmpty ? 204 : $0.removeFirst() }
  }

  /// The hook, which waits for nothing.
  func hook() throws -> MailHook {
    try MailHook(
      url: "https://mail.example.com/hook",
      secret: "whsec_" + Self.secret.base64EncodedString(), transport: self
    ) { [self] duration in waited.withLock { $0.append(duration) } }
  }
}

extension TestServer {
  /// Waits until every mail was sent or given up.
  func mailIsSent() async { await service.accounts.mail?.finished() }

  static func withMail(_ mail: TestMail) async throws -> TestServer {
    var configuration = SimulatedBackend.Configuration.sandbox()
    configuration.mail = try mail.hook()
    return try await TestServer("strikelab", configuration: configuration)
  }
}
