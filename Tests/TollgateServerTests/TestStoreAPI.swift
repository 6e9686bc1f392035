import AppStore
import AppStoreSimulator
import AppStoreSimulatorHTTP
import Foundation
import Synchronization
import Tollgate

/// The simulated store's server, which notes what it is asked and fails where a test says so.
final class TestStoreAPI: ServerAPITransport {
  enum Fault: Sendable {
    case answers(Int, retryAfter: String? = nil)
    case isSilent
  }

  /// How the past is told.
  enum History: Sendable {
    case whole
    /// Nothing of it, so that only asking about purchases can find anything.
    case hidden
    /// With a notification that nobody signed on top of every page.
    case spoilt
  }

  private struct State {
    var asked: [String] = []
    var history = History.whole
    var faults: [(part: String, fault: Fault, times: Int)] = []
  }

  struct NoAnswer: Error {}

  private let inner: InProcessTransport
  private let store: AppStoreSimulator
  private let state = Mutex(State())
  private let makeClient:
    @Sendable (any ServerAPITransport, SignedDataVerifier) throws -> AppStoreServerAPI

  /// Opens the server of a store for callers with a clock.
  init(_ store: AppStoreSimulator, clock: @escaping @Sendable () -> Instant) throws {
    self.store = store
    let key = try StoreKey()
    let now: @Sendable () -> Milliseconds = { Milliseconds(clock().milliseconds) }
    inner = InProcessTransport(StoreService(store, key: key, callersClock: now))
    makeClient = { transport, verifier in
      AppStoreServerAPI(
        baseURL: InProcessTransport.baseURL, key: try key.client(), verifier: verifier,
        transport: transport, retries: ServerAPIRetries(limit: 0), now: now, sleep: { _ in })
    }
  }

  /// A client of it.
  func client(_ verifier: SignedDataVerifier) throws -> AppStoreServerAPI {
    try makeClient(self, verifier)
  }

  /// What was asked since it was last looked at: the last parts of the address, and the body.
  func takeAsked() -> [String] {
    state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
  }

  /// Fails requests whose line contains a text.
  func fail(_ part: String, with fault: Fault, times: Int = 1) {
    state.withLock { $0.faults.append((part, fault, times)) }
  }

  /// Tells the past in another way.
  func setHistory(_ history: History) { state.withLock { $0.history = history } }

  func send(_ request: ServerAPIRequest) async throws -> ServerAPIAnswer {
    let path = request.url.split(separator: "?")[0].split(separator: "/").suffix(2)
    let line =
      path.joined(separator: "/")
      + (request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? "")
    let fault = state.withLock { state -> Fault? in
      state.asked.append(line)
      guard
        let index = state.faults.firstIndex(where: { line.contains($0.part) && $0.times > 0 })
      else { return nil }
      state.faults[index].times -= 1
      return state.faults[index].fault
    }
    switch fault {
    case .answers(let status, let retryAfter)?:
      return ServerAPIAnswer(status: status, retryAfter: retryAfter)
    case .isSilent?: throw NoAnswer()
    case nil:
      guard line.hasPrefix("notifications/history") else { return try await inner.send(request) }
      return try history(request)
    }
  }

  private func history(_ request: ServerAPIRequest) throws -> ServerAPIAnswer {
    let asked = try JSONDecoder().decode(
      NotificationHistoryRequest.self, from: request.body ?? Data())
    let start = request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0
    let all = store.notifications(after: start).filter {
      asked.startDate <= $0.at && $0.at <= asked.endDate
    }
    let page = all.prefix(20)
    var items = page.map { NotificationHistoryResponseItem(signedPayload: $0.jws) }
    switch state.withLock({ $0.history }) {
    case .whole: break
    case .hidden: items = []
    case .spoilt: items.insert(NotificationHistoryResponseItem(signedPayload: "a.b.c"), at: 0)
    }
    let response = NotificationHistoryResponse(
      notificationHistory: items, hasMore: all.count > 20,
      paginationToken: page.last.map { "\($0.sequence)" })
    return ServerAPIAnswer(status: 200, body: try JSONEncoder().encode(response))
  }
}
