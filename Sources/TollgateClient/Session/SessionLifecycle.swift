import Tollgate
import TollgateWire

/// Who the device acts for: a state machine without network or storage.
///
/// Every event returns the actions that the client performs, in order. A request is sent with a ``Ticket``, and
/// ``standing(of:)`` is the one place that decides whether its response still concerns the current person.
struct SessionLifecycle: Hashable, Sendable {
  /// Who the device acts for.
  enum State: Hashable, Sendable {
    /// Nobody: before the first customer, and after a sign-out.
    case none
    /// A customer without an account.
    case anonymous(Session)
    /// A person with an account.
    case signedIn(Session)
  }

  /// An action beyond changing the state.
  enum Action: Hashable, Sendable {
    /// Remove what is cached about every customer but this one.
    case keepCustomer(Customer.ID)
    /// Remove the session and the customer from the device.
    case removeCustomer
    /// Remove the session, the customer and everything shown to them.
    case removePerson
    /// Assign the waiting reports of the first customer, and those of nobody, to the second.
    case reassignReports(from: Customer.ID?, to: Customer.ID, isAnonymous: Bool)
    /// Assign a customer's waiting reports to the next customer.
    case unassignReports(of: Customer.ID)
    /// Remove what the device would still report about a customer who was deleted.
    case deleteReports(of: Customer.ID)
    /// Keep all waiting reports of a person who has not signed out.
    case holdReports(of: Customer.ID)
    /// Keep only the waiting reports that outlast a sign-out.
    case releaseReports
    /// Store ``endedSessions``.
    case saveEndedSessions
    /// Add a notice.
    case note(ClientError)
    /// Show that the server refused the session.
    case disconnect(ClientError)
  }

  /// What a request was sent with.
  struct Ticket: Hashable, Sendable {
    fileprivate let token: String?
    fileprivate let generation: Int
  }

  /// How a request relates to the current session.
  enum Standing: Hashable, Sendable {
    /// It was sent with the current session.
    case current
    /// The same person has a new token, or the anonymous customer was replaced.
    case renewed
    /// The person has signed out.
    case left
  }

  private(set) var state: State
  /// Sessions that were left and whose end the server has not yet been notified of.
  private(set) var endedSessions: [EndedSession]
  /// The nonce of the Sign in with Apple in progress.
  var appleNonce: SignInNonce?
  /// Changes with every person.
  private var generation = 0

  init(session: Session? = nil, endedSessions: [EndedSession] = []) {
    state = session.map(State.init) ?? .none
    self.endedSessions = endedSessions
  }

  /// The session; nil if the device acts for nobody.
  var current: Session? {
    switch state {
    case .none: nil
    case .anonymous(let session), .signedIn(let session): session
    }
  }

  /// Whether nobody is signed in.
  var isAnonymous: Bool {
    switch state {
    case .none, .anonymous: true
    case .signedIn: false
    }
  }

  /// A ticket for a request sent now.
  var ticket: Ticket { ticket(for: current) }

  /// A ticket for a request sent now with a session.
  func ticket(for session: Session?) -> Ticket {
    Ticket(token: session?.token, generation: generation)
  }

  /// Whether a request's response still concerns the current person.
  func standing(of ticket: Ticket) -> Standing {
    guard ticket.generation == generation else { return .left }
    return ticket.token == current?.token ? .current : .renewed
  }
}

extension SessionLifecycle {
  /// The server opened a session: for a new customer, for an account, or with a new token for the same customer.
  mutating func open(_ session: Session) -> [Action] {
    let before: Customer.ID?
    switch state {
    case .none: before = nil
    case .anonymous(let old), .signedIn(let old): before = old.customer
    }
    state = State(session)
    return [
      .keepCustomer(session.customer),
      .reassignReports(from: before, to: session.customer, isAnonymous: isAnonymous),
    ]
  }

  /// The server says which account the customer belongs to.
  mutating func identify(_ account: Account.ID) {
    switch state {
    case .none: break
    case .anonymous(var session), .signedIn(var session):
      session.account = account
      state = .signedIn(session)
    }
  }

  /// The person signs out; the server is notified later.
  mutating func signOut() -> [Action] {
    var actions: [Action] = []
    switch state {
    case .none: break
    case .anonymous(let session), .signedIn(let session):
      endedSessions.append(EndedSession(token: session.token))
      if endedSessions.count > EndedSession.limit {
        endedSessions.removeFirst(endedSessions.count - EndedSession.limit)
        actions.append(.note(ClientError(.queueFull)))
      }
      actions.append(.saveEndedSessions)
    }
    leave()
    return actions + [.removePerson, .releaseReports]
  }

  /// The server has ended the session: waiting reports stay with their person, and an anonymous customer, who cannot
  /// return, is replaced.
  mutating func endedByServer() -> [Action] {
    switch state {
    case .none: return []
    case .anonymous(let session):
      state = .none
      return [.removeCustomer, .unassignReports(of: session.customer)]
    case .signedIn(let session):
      leave()
      let error = ClientError(.sessionEnded)
      return [.holdReports(of: session.customer), .removePerson, .note(error), .disconnect(error)]
    }
  }

  /// The customer was deleted: everything about them is removed from the device, the session last.
  ///
  /// An app killed in between still has the session, and the server's answer to it removes the rest.
  mutating func deleted() -> [Action] {
    guard let current else { return [] }
    leave()
    return [.deleteReports(of: current.customer), .removePerson]
  }

  /// The server was notified of an ended session, or does not know it.
  mutating func reportedEnd(of session: EndedSession) -> [Action] {
    endedSessions.removeAll { $0 == session }
    return [.saveEndedSessions]
  }

  private mutating func leave() {
    state = .none
    generation += 1
  }
}

extension SessionLifecycle.State {
  init(_ session: Session) {
    self = session.account == nil ? .anonymous(session) : .signedIn(session)
  }
}
