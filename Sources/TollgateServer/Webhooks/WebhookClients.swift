import TollgateAppStore
import TollgateMutex

/// The HTTP clients of a receiver, one for each address that its name has resolved to, so that events share connections.
final class WebhookClients: Sendable {
  /// How many addresses it keeps: those used most recently.
  static let limit = 4
  /// How long a connection is kept open without a request: for less time than receivers keep it, which might otherwise
  /// close it just as an event is sent.
  static let idleTime = Duration.seconds(1)

  /// A client that connects to one address, and is shut down after its last request.
  final class Client: Sendable {
    let http: OutgoingHTTP
    fileprivate let address: String

    fileprivate init(_ host: String, at address: String) {
      self.address = address
      http = OutgoingHTTP(resolving: [host: address], keepingIdleFor: WebhookClients.idleTime)
    }

    deinit {
      Task { [http] in try? await http.shutdown() }
    }
  }

  private let host: String
  /// The most recently used client comes last.
  private let clients = Mutex<[Client]>([])

  init(host: String) {
    self.host = host
  }

  /// The client that connects to an address instead of resolving the receiver's name.
  func client(for address: String) -> Client {
    clients.withLock { clients in
      if let last = clients.last, last.address == address { return last }
      let client: Client
      if let index = clients.firstIndex(where: { $0.address == address }) {
        client = clients.remove(at: index)
      } else {
        client = Client(host, at: address)
      }
      clients.append(client)
      if clients.count > Self.limit { clients.removeFirst() }
      return client
    }
  }
}
