import AppStoreSimulatorHTTP
import Foundation
import Synchronization
import TollgateAppStore

/// An app's server that answers as a test says, and remembers what was posted.
final class Inbox: Sendable {
  private struct State {
    var answers: [SendAttemptResult] = []
    var usual = SendAttemptResult.success
    var posts: [(address: String, signedPayload: String)] = []
    var waits: [Int64] = []
    var onPost: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  var poster: NotificationPoster {
    NotificationPoster { body, address in
      let action = self.state.withLock { state in
        let text = String(decoding: body, as: UTF8.self)
        let payload = text.dropFirst(#"{"signedPayload":""#.count).dropLast(2)
        state.posts.append((address, String(payload)))
        return state.onPost
      }
      await action?()
      return self.state.withLock { state in
        state.answers.isEmpty ? state.usual : state.answers.removeFirst()
      }
    }
  }

  /// What was posted, in order.
  var signedPayloads: [String] { state.withLock { $0.posts.map(\.signedPayload) } }

  var addresses: [String] { state.withLock { $0.posts.map(\.address) } }

  /// How long posts were slowed, in milliseconds.
  var waits: [Int64] { state.withLock { $0.waits } }

  /// Answers the next posts with these and later ones as usual.
  func answer(_ answers: [SendAttemptResult], then usual: SendAttemptResult = .success) {
    state.withLock {
      $0.answers = answers
      $0.usual = usual
    }
  }

  /// Does something while each post is open.
  func onPost(_ action: @escaping @Sendable () async -> Void) {
    state.withLock { $0.onPost = action }
  }

  func note(wait: Duration) { state.withLock { $0.waits.append(wait.milliseconds) } }
}
