import Testing
import Tollgate
import TollgateWire

@testable import TollgateClient

@Suite("The session's states")
struct SessionLifecycleTests {
  enum Who: Sendable { case none, anonymous, signedIn }
  enum Event: Sendable { case openAnonymous, openAccount, signOut, endedByServer, identify }

  private static func lifecycle(_ who: Who) -> SessionLifecycle {
    switch who {
    case .none: SessionLifecycle()
    case .anonymous: SessionLifecycle(session: MachineFixture.session("a", token: "old"))
    case .signedIn:
      SessionLifecycle(session: MachineFixture.session("a", token: "old", account: "account"))
    }
  }

  private static func apply(
    _ event: Event, to lifecycle: inout SessionLifecycle
  ) -> [SessionLifecycle.Action] {
    switch event {
    case .openAnonymous: return lifecycle.open(MachineFixture.session("b", token: "new"))
    case .openAccount:
      return lifecycle.open(MachineFixture.session("b", token: "new", account: "account"))
    case .signOut: return lifecycle.signOut()
    case .endedByServer: return lifecycle.endedByServer()
    case .identify:
      lifecycle.identify("account")
      return []
    }
  }

  private static func who(_ lifecycle: SessionLifecycle) -> Who {
    switch lifecycle.state {
    case .none: .none
    case .anonymous: .anonymous
    case .signedIn: .signedIn
    }
  }

  private static let ended = ClientError(.sessionEnded)

  @Test(
    "every event in every state has one outcome",
    arguments: [
      (
        .none, .openAnonymous, .anonymous,
        [.keepCustomer("b"), .reassignReports(from: nil, to: "b", isAnonymous: true)]
      ),
      (
        .none, .openAccount, .signedIn,
        [.keepCustomer("b"), .reassignReports(from: nil, to: "b", isAnonymous: false)]
      ),
      (.none, .signOut, .none, [.removePerson, .releaseReports]),
      (.none, .endedByServer, .none, []),
      (.none, .identify, .none, []),
      (
        .anonymous, .openAnonymous, .anonymous,
        [.keepCustomer("b"), .reassignReports(from: "a", to: "b", isAnonymous: true)]
      ),
      (
        .anonymous, .openAccount, .signedIn,
        [.keepCustomer("b"), .reassignReports(from: "a", to: "b", isAnonymous: false)]
      ),
      (.anonymous, .signOut, .none, [.saveEndedSessions, .removePerson, .releaseReports]),
      (.anonymous, .endedByServer, .none, [.removeCustomer, .unassignReports(of: "a")]),
      (.anonymous, .identify, .signedIn, []),
      (
        .signedIn, .openAnonymous, .anonymous,
        [.keepCustomer("b"), .reassignReports(from: "a", to: "b", isAnonymous: true)]
      ),
      (
        .signedIn, .openAccount, .signedIn,
        [.keepCustomer("b"), .reassignReports(from: "a", to: "b", isAnonymous: false)]
      ),
      (.signedIn, .signOut, .none, [.saveEndedSessions, .removePerson, .releaseReports]),
      (
        .signedIn, .endedByServer, .none,
        [.holdReports(of: "a"), .removePerson, .note(ended), .disconnect(ended)]
      ),
      (.signedIn, .identify, .signedIn, []),
    ] as [(Who, Event, Who, [SessionLifecycle.Action])])
  func transition(
    before: Who, event: Event, after: Who, actions: [SessionLifecycle.Action]
  ) {
    var lifecycle = Self.lifecycle(before)
    let performed = Self.apply(event, to: &lifecycle)
    #expect(Self.who(lifecycle) == after)
    #expect(performed == actions)
  }

  @Test(
    "a response is attributed to the current person only",
    arguments: [
      (.none, .openAnonymous, .renewed), (.none, .signOut, .left),
      (.none, .endedByServer, .current), (.none, .identify, .current),
      (.anonymous, .openAnonymous, .renewed), (.anonymous, .openAccount, .renewed),
      (.anonymous, .signOut, .left), (.anonymous, .endedByServer, .renewed),
      (.anonymous, .identify, .current), (.signedIn, .openAccount, .renewed),
      (.signedIn, .signOut, .left), (.signedIn, .endedByServer, .left),
      (.signedIn, .identify, .current),
    ] as [(Who, Event, SessionLifecycle.Standing)])
  func standing(before: Who, event: Event, standing: SessionLifecycle.Standing) {
    var lifecycle = Self.lifecycle(before)
    let ticket = lifecycle.ticket
    _ = Self.apply(event, to: &lifecycle)
    #expect(lifecycle.standing(of: ticket) == standing)
  }

  @Test("a ticket stays invalid when the same person returns with the same token")
  func returning() {
    var lifecycle = Self.lifecycle(.signedIn)
    let ticket = lifecycle.ticket
    let session = lifecycle.current
    _ = lifecycle.signOut()
    if let session { _ = lifecycle.open(session) }
    #expect(lifecycle.standing(of: ticket) == .left)
  }

  @Test(
    "a request refused because of its token is recovered by its code and the session's state",
    arguments: [
      (.anonymous, .expiredToken, .exchange), (.anonymous, .customerMerged, .exchange),
      (.anonymous, .sessionEnded, .end), (.anonymous, .invalidToken, .end),
      (.anonymous, .customerDeleted, .delete), (.signedIn, .customerDeleted, .delete),
      (.anonymous, .missingToken, .fail), (.anonymous, .denied, .fail), (.anonymous, nil, .fail),
      (.signedIn, .expiredToken, .exchange), (.signedIn, .customerMerged, .exchange),
      (.signedIn, .sessionEnded, .end), (.signedIn, .invalidToken, .fail),
      (.signedIn, .missingToken, .fail), (.signedIn, .denied, .fail), (.signedIn, nil, .fail),
    ] as [(Who, ProblemCode?, SessionLifecycle.Recovery)])
  func recovery(who: Who, code: ProblemCode?, recovery: SessionLifecycle.Recovery) {
    var lifecycle = Self.lifecycle(who)
    let ticket = lifecycle.ticket
    #expect(lifecycle.recovery(of: ticket, after: code) == recovery)
    _ = Self.apply(.openAccount, to: &lifecycle)
    let isAboutToken = code?.isAboutToken ?? false
    #expect(lifecycle.recovery(of: ticket, after: code) == (isAboutToken ? .resend : .fail))
    _ = Self.apply(.signOut, to: &lifecycle)
    #expect(lifecycle.recovery(of: ticket, after: code) == .fail)
  }

  @Test(
    "a token that was not exchanged ends the session only if the server says that it is over",
    arguments: [
      (.expiredToken, .end), (.sessionEnded, .end), (.customerDeleted, .delete),
      (.invalidToken, .fail), (nil, .fail),
    ] as [(ProblemCode?, SessionLifecycle.Recovery)])
  func exchange(code: ProblemCode?, recovery: SessionLifecycle.Recovery) {
    var lifecycle = Self.lifecycle(.signedIn)
    let ticket = lifecycle.ticket
    #expect(lifecycle.recovery(ofExchange: ticket, after: code) == recovery)
    _ = Self.apply(.openAccount, to: &lifecycle)
    #expect(lifecycle.recovery(ofExchange: ticket, after: code) == .fail)
  }

  @Test("a deleted customer's reports go first, so that a kill in between leaves the session")
  func deleted() {
    var lifecycle = Self.lifecycle(.signedIn)
    let ticket = lifecycle.ticket
    let customer = lifecycle.current?.customer ?? ""
    #expect(lifecycle.deleted() == [.deleteReports(of: customer), .removePerson])
    #expect(lifecycle.current == nil)
    #expect(lifecycle.standing(of: ticket) == .left)
    #expect(lifecycle.deleted() == [])
  }

  @Test("the last ten sessions whose end was not reported are kept")
  func limit() {
    var lifecycle = SessionLifecycle()
    var notes = 0
    for number in 1...12 {
      _ = lifecycle.open(MachineFixture.session("a", token: "\(number)"))
      notes += lifecycle.signOut().count { $0 == .note(ClientError(.queueFull)) }
    }
    #expect(notes == 2)
    #expect(lifecycle.endedSessions.map(\.token) == (3...12).map(String.init))
    #expect(lifecycle.reportedEnd(of: EndedSession(token: "3")) == [.saveEndedSessions])
    #expect(lifecycle.endedSessions.count == 9)
  }
}
