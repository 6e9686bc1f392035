/// What a connection is waiting for, and until when: a state machine without I/O.
///
/// A client may send its next request before it has the response to the last ([RFC 9112, 9.3.2
/// ](https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2)), so reading and answering overlap.
struct ConnectionPhase {
  /// Something that a peer has to complete in time.
  enum Deadline: Equatable {
    case head, body, idle, response
  }

  private enum Reading {
    case nothing, body
  }

  private var reading = Reading.nothing
  private var isAnswering = false
  /// How many requests are in progress.
  private var unanswered = 0
  private var hasAnswered = false

  /// The deadline that applies now; nil while only the server is at work.
  var deadline: Deadline? {
    switch reading {
    case .body: return .body
    case .nothing:
      if isAnswering { return .response }
      guard unanswered == 0 else { return nil }
      return hasAnswered ? .idle : .head
    }
  }

  mutating func headReceived() {
    reading = .body
    unanswered += 1
  }

  mutating func requestReceived() { reading = .nothing }

  mutating func responseBegan() { isAnswering = true }

  mutating func responseSent() {
    isAnswering = false
    hasAnswered = true
    // What could not be read as a request is answered too.
    unanswered = max(0, unanswered - 1)
  }
}

extension ConnectionLimits {
  /// The shortest of all deadlines.
  var shortest: Duration { min(head, body, idle, response) }

  func duration(of deadline: ConnectionPhase.Deadline) -> Duration {
    switch deadline {
    case .head: head
    case .body: body
    case .idle: idle
    case .response: response
    }
  }
}
