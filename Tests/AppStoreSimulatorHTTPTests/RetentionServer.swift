import AppStoreSimulatorHTTP
import Foundation
import Synchronization
import TollgateAppStore

/// An app's server that answers real-time requests as a test says, and remembers them.
final class RetentionServer: Sendable {
  /// A request that was received.
  struct Received: Sendable {
    var address: String
    var signedPayload: String
    var timeLimit: Duration
  }

  private struct State {
    var answers: [RetentionRequester.Exchange] = []
    var usual = RetentionServer.answer(404, "{}")
    var received: [Received] = []
    var open = 0
    var mostOpen = 0
    var onRequest: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  var requester: RetentionRequester {
    RetentionRequester { body, address, timeLimit in
      let action = self.state.withLock { state in
        let text = String(decoding: body, as: UTF8.self)
        let payload = text.dropFirst(#"{"signedPayload":""#.count).dropLast(2)
        state.received.append(
          Received(address: address, signedPayload: String(payload), timeLimit: timeLimit))
        state.open += 1
        state.mostOpen = max(state.mostOpen, state.open)
        return state.onRequest
      }
      // Other requests can be received while this one is open.
      await Task.yield()
      await action?()
      return self.state.withLock { state in
        state.open -= 1
        return state.answers.isEmpty ? state.usual : state.answers.removeFirst()
      }
    }
  }

  /// A response after a time in milliseconds.
  static func answer(
    _ status: Int, _ body: String, after milliseconds: Int64 = 5
  ) -> RetentionRequester.Exchange {
    RetentionRequester.Exchange(
      .answered(status: status, body: Array(body.utf8)), after: .milliseconds(milliseconds))
  }

  /// The requests so far, in order.
  var received: [Received] { state.withLock { $0.received } }

  /// How many requests were open at once, at most.
  var mostOpen: Int { state.withLock { $0.mostOpen } }

  /// Answers the next requests with these and later ones as usual.
  func answer(
    _ answers: [RetentionRequester.Exchange] = [], then usual: RetentionRequester.Exchange
  ) {
    state.withLock {
      $0.answers = answers
      $0.usual = usual
    }
  }

  /// Does something while each request is open.
  func onRequest(_ action: @escaping @Sendable () async -> Void) {
    state.withLock { $0.onRequest = action }
  }
}
