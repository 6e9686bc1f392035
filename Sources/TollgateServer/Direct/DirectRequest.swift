import NIOCore
import NIOHTTP1
import Tollgate
import TollgateWire

/// A request that may be answered on its event loop.
struct DirectRequest: Sendable {
  /// The greatest number of bytes in a body; the router reads a longer one.
  static let bodyLimit = 1024

  let head: HTTPRequestHead
  let route: DirectRoute
  let token: String
  /// The idempotency key as it was sent; nil if there isn't one.
  let key: String?
  var body = ByteBuffer()

  /// Reads a request's head; nil if it has anything that only the router handles.
  init?(_ head: HTTPRequestHead, _ routes: [String: DirectRoute]) {
    guard let route = routes[head.uri], route.method == head.method, head.version == .http1_1
    else { return nil }
    var token: String?
    var key: String?
    for (name, value) in head.headers {
      switch name.utf8.count {
      case 6 where name.isHeader("origin") || name.isHeader("expect"): return nil
      case 7 where name.isHeader("upgrade"): return nil
      // Apple's URL loading system sends `keep-alive`, which is the default.
      case 10 where name.isHeader("connection") && value.lowercased() != "keep-alive": return nil
      case 17 where name.isHeader("transfer-encoding"): return nil
      // The router refuses a body that is too long before it arrives.
      case 14 where name.isHeader("content-length") && (Int(value) ?? .max) > Self.bodyLimit:
        return nil
      case 13 where name.isHeader("authorization"):
        guard token == nil, value.hasPrefix("Bearer ") else { return nil }
        token = String(value.dropFirst("Bearer ".count))
      case 15 where name.isHeader("idempotency-key"):
        guard key == nil else { return nil }
        key = value
      default: break
      }
    }
    // A secret key is limited by other rates.
    guard let token, !token.isPadded, key?.isPadded != true, !token.hasPrefix(SecretKey.prefix)
    else { return nil }
    self.head = head
    self.route = route
    self.token = token
    self.key = key
  }
}

/// An endpoint that is answered on the event loop.
enum DirectRoute: Sendable {
  case me(Blueprint.App.ID)
  case use(Blueprint.App.ID, Feature.ID)

  var method: HTTPMethod {
    switch self {
    case .me: .GET
    case .use: .POST
    }
  }
}

extension String {
  /// Whether it is empty or has white space around it, which the router removes.
  fileprivate var isPadded: Bool {
    guard let first = utf8.first, let last = utf8.last else { return true }
    return [first, last].contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Whether this is the name of a header, whose case does not matter; both have the same length.
  fileprivate func isHeader(_ name: StaticString) -> Bool {
    name.withUTF8Buffer { zip(utf8, $0).allSatisfy { $0 | 0x20 == $1 } }
  }
}
