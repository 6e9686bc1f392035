import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
public import TollgateAppStore

/// Posts notifications to the app's server.
public struct NotificationPoster: Sendable {
  /// The default timeout for the server's response: five seconds.
  public static let defaultTimeout = Duration.seconds(5)

  /// Posts a JSON body to a URL, without retries, and returns the result.
  public let post: @Sendable (_ body: [UInt8], _ address: String) async -> SendAttemptResult

  /// Creates a poster from a function, for tests.
  public init(
    _ post: @escaping @Sendable (_ body: [UInt8], _ address: String) async -> SendAttemptResult
  ) {
    self.post = post
  }

  /// Creates a poster over HTTP; the app's server may be another machine without HTTPS, such as a container.
  ///
  /// A status from 200 to 206 counts as delivered, as in
  /// <https://developer.apple.com/documentation/appstoreservernotifications/responding-to-app-store-server-notifications>.
  /// A redirect is not followed.
  ///
  /// - Parameter timeout: The timeout for the server's response.
  public static func http(timeout: Duration = NotificationPoster.defaultTimeout) -> Self {
    Self { body, address in
      do {
        return SendAttemptResult(
          try await OutgoingHTTP.shared.send(
            HTTPClientRequest(posting: body, to: address), byHTTP: true, within: timeout,
            reading: nil))
      } catch {
        return SendAttemptResult(error)
      }
    }
  }
}

extension HTTPClientRequest {
  /// A request that posts JSON to a URL.
  init(posting body: [UInt8], to address: String) {
    self.init(url: address)
    method = .POST
    headers.add(name: "Content-Type", value: "application/json")
    self.body = .bytes(ByteBuffer(bytes: body))
  }
}

extension SendAttemptResult {
  /// The character sets that Apple is assumed to support.
  private static let charsets: Set<String> = ["utf-8", "us-ascii", "iso-8859-1"]

  /// Classifies a server's response: 200 to 206 counts as delivered.
  init(_ response: OutgoingHTTP.Response) {
    let type = response.headers.first(name: "Content-Type")?.lowercased() ?? ""
    let charset = type.split(separator: "charset=").dropFirst().first?
      .prefix { $0 != ";" }.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
    if let charset, !Self.charsets.contains(charset) {
      self = .unsupportedCharset
    } else {
      self = (200...206).contains(response.status) ? .success : .unsuccessfulHTTPResponseCode
    }
  }

  /// Classifies the lack of a response.
  init(_ error: any Error) {
    switch error {
    case let error as HTTPClientError: self.init(error)
    case OutgoingHTTP.Failure.timedOut: self = .timedOut
    case is HTTPParserError: self = .invalidResponse
    case is IOError, is ChannelError: self = .socketIssue
    // NIO's TLS and connection errors are not declared in modules that this one imports.
    case let error where "\(type(of: error))".contains("SSL"): self = .tlsIssue
    case let error where "\(type(of: error))".contains("Connection"): self = .socketIssue
    default: self = .other
    }
  }

  /// Classifies an error of the client as Apple's servers report it.
  private init(_ error: HTTPClientError) {
    switch error {
    case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout: self = .timedOut
    case .tlsHandshakeTimeout: self = .tlsIssue
    case .remoteConnectionClosed: self = .prematureClose
    default: self = .other
    }
  }
}
