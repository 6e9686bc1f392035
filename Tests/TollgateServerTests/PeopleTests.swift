import Testing
import Tollgate
import TollgateLedger
import TollgateServer
import TollgateWire

@Suite("People who sign in to the operators' pages")
struct PeopleTests {
  private static func code(_ call: () async throws -> some Any) async throws -> ProblemCode? {
    do {
      _ = try await call()
      return nil
    } catch let problem as Problem {
      return problem.code
    }
  }

  @Test("a link signs in once and for a day, and a session lasts for a week")
  func lifetimes() async throws {
    let server = try await TestServer("coach-paid")
    let people = server.service.people
    let rows: [(used: Period?, read: Period?, isOpen: Bool?)] = [
      (nil, nil, true), (Period(1_439, .minute), Period(10_079, .minute), true),
      (Period(24, .hour), nil, nil), (nil, Period(7, .day), false),
    ]
    for (number, row) in rows.enumerated() {
      let added = try await people.add("p\(number)@example.com", as: .support, in: server.app)
      if let used = row.used { server.advance(used) }
      let opened = try await people.signIn(with: added.link, in: server.app)
      #expect((opened != nil) == (row.isOpen != nil), "row \(number)")
      #expect(try await people.signIn(with: added.link, in: server.app) == nil)
      guard let opened else { continue }
      #expect(opened.session.email == "p\(number)@example.com")
      if let read = row.read { server.advance(read) }
      let session = try await people.session(of: opened.token, in: server.app)
      #expect((session != nil) == row.isOpen, "row \(number)")
    }
  }

  @Test(
    "the ledger has neither links nor tokens, and each is another app's no more than a guess")
  func secrets() async throws {
    let server = try await TestServer("coach-paid")
    let people = server.service.people
    let added = try await people.add("Ada@Example.com", as: .owner, in: server.app)
    #expect(added.person.email == "ada@example.com")
    #expect(added.person.link?.hash != added.link)
    #expect(try await people.signIn(with: added.person.link?.hash ?? "", in: server.app) == nil)
    #expect(try await people.signIn(with: added.link, in: "coach-free") == nil)
    let opened = try #require(try await people.signIn(with: added.link, in: server.app))
    #expect(opened.session.id != opened.token)
    for (token, app) in [
      (opened.session.id, server.app), (opened.token, "coach-free"), ("", server.app),
      (added.link, server.app),
    ] as [(String, Blueprint.App.ID)] {
      #expect(try await people.session(of: token, in: app) == nil)
    }
    try await people.signOut(opened.session, of: server.app)
    #expect(try await people.session(of: opened.token, in: server.app) == nil)
  }

  @Test("a person is added once, gets new links and roles, and is signed out when removed")
  func changes() async throws {
    let server = try await TestServer("coach-paid")
    let people = server.service.people
    let app = server.app
    let first = try await people.add("ada@example.com", as: .support, in: app)
    #expect(
      try await Self.code { try await people.add("ADA@example.com", as: .owner, in: app) }
        == .invalidValue)
    #expect(
      try await Self.code { try await people.add("ada", as: .owner, in: app) } == .invalidEmail)
    let second = try await people.renewLink(of: "ada@example.com", in: app)
    #expect(try await people.signIn(with: first.link, in: app) == nil)
    let opened = try #require(try await people.signIn(with: second.link, in: app))
    #expect(opened.session.role == .support)
    _ = try await people.renewLink(of: "ada@example.com", as: .readOnly, in: app)
    #expect(try await people.session(of: opened.token, in: app)?.role == .readOnly)
    try await people.remove("Ada@example.com", from: app)
    #expect(try await people.session(of: opened.token, in: app) == nil)
    #expect(try await people.list(in: app).isEmpty)
    for call: (String, Blueprint.App.ID) async throws -> Void in [
      { try await people.remove($0, from: $1) }, { _ = try await people.renewLink(of: $0, in: $1) },
    ] {
      #expect(try await Self.code { try await call("ada@example.com", app) } == .invalidValue)
    }
    let audit = try await server.ledger.administration.audit(LedgerAuditFilter(), in: app)
    #expect(
      Set(audit.map { "\($0.author): \($0.action.rawValue) \($0.subject ?? "")" }) == [
        "command line: person-saved ada@example.com", "ada@example.com: signed-in ",
        "command line: person-removed ada@example.com",
      ])
  }

  @Test("an app has a limited number of people")
  func limit() async throws {
    let server = try await TestServer("coach-paid")
    for number in 0..<People.limit {
      _ = try await server.service.people.add("p\(number)@x.org", as: .support, in: server.app)
    }
    #expect(
      try await Self.code {
        try await server.service.people.add("more@x.org", as: .support, in: server.app)
      } == .invalidValue)
  }
}
