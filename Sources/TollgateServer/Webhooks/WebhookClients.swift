import TollgateAppStore
import TollgateMutex

/// The HTTP clients of a receiver, whose connections are used again by later events.
///
/// A client sends one event at a time: those that wait in one client for connections all fail as soon as one of the
/// connections cannot be opened.
final class WebhookClients: Sendable {
  /// How many clients it keeps: those used most recently.
  static let limit = WebhookJob.parallel
  /// How long a connection is kept open without a request: for less time than receivers keep it, which might otherwise
  /// close it just as an event is sent.
  static let idleTime = Duration.seconds(1)

  /// A client that connects to one address, and is shut down after its last request.
  final class Client: Sendable {
    let http: OutgoingHTTP
    fileprivate let address: String

    fileprivate init(_ host: String, at address: String, keepingIdleFor idleTime: Duration) {
      self.address = address
      http = OutgoingHTTP(resolving: [host: address], keepingIdleFor: idleTime)
    }

    deinit {
      Task { [http] in try? await http.shutdown() }
    }
  }

  private let host: String
  private let idleTime: Duration
  /// The clients that are sending nothing; the most recently used comes last.
  private let idle = Mutex<[Client]>([])

  init(host: String, keepingIdleFor idleTime: Duration = WebhookClients.idleTime) {
    self.host = host
    self.idleTime = idleTime
  }

  /// A client that connects to an address instead of resolving the receiver's name; the caller gives it back.
  func take(at address: String) -> Client {
    let known = idle.withLock { idle -> Client? in
      guard let index = idle.lastIndex(where: { $0.address == address }) else { return nil }
      return idle.remove(at: index)
    }
    return known ?? Client(host, at: address, keepingIdleFor: idleTime)
  }

  /// Keeps a client that was taken for later events.
  func giveBack(_ client: Client) {
    idle.withLock { idle in
      idle.append(client)
      if idle.count > Self.limit { idle.removeFirst() }
    }
  }
}
