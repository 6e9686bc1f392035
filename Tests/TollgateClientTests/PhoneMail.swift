import Foundation
import Synchronization
import Testing
import TollgateServer

/// The mails that a world's server sends, for people to read their codes in.
final class PhoneMail: MailTransport {
  private let posted = Mutex<[Data]>([])

  /// The number of mails.
  var count: Int { posted.withLock { $0.count } }

  func post(_ body: [UInt8], headers: [String: String], to url: String) async throws -> Int {
    posted.withLock { $0.append(Data(body)) }
    return 204
  }

  /// The one-time code in the latest mail.
  func code() throws -> String {
    let mail = try #require(posted.withLock { $0.last })
    let message = try JSONSerialization.jsonObject(with: mail) as? [String: Any]
    return try #require(message?["code"] as? String)
  }

  /// The hook, which waits for nothing.
  func hook() throws -> MailHook {
    try MailHook(
      url: "https://mail.example.com/hook",
      secret: "whsec_" + Data(0..<32).base64EncodedString(), transport: self, sleep: { _ in })
  }
}
