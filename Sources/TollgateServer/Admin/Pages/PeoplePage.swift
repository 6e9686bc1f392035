import Tollgate
import TollgateLedger

/// Who may sign in to the pages.
struct PeoplePage: Sendable {
  /// Somebody who may sign in.
  struct Person: Sendable {
    let email: String
    let role: String
    let since: String
    /// Until when the link is valid, if it is.
    let link: String
    /// Whether it is not the person who looks.
    let isOther: Bool
  }

  /// A link that was just made.
  struct Link: Sendable {
    let email: String
    let path: String
  }

  let path: String
  let formToken: String
  /// Random digits, so that a form that is sent twice adds one person, and shows their link.
  let seed: String
  let people: [Person]
  /// The roles, the one that may do least first.
  let roles: [String]
  let link: Link?

  init(
    _ people: [LedgerPerson], link: (text: String, person: LedgerPerson)?, seed: String,
    now: Instant, for visit: AdminVisit
  ) {
    path = "\(AdminPath.root(of: visit.app.id))/people"
    formToken = visit.formToken
    self.seed = seed
    roles = LedgerPerson.Role.known.reversed().map(\.rawValue)
    self.people = people.map { person in
      let end = person.link.flatMap { now < $0.expiresAt ? $0.expiresAt : nil }
      return Person(
        email: person.email, role: person.role.rawValue, since: person.createdAt.minute,
        link: end.map { "valid until \($0.minute) UTC" } ?? "none",
        isOther: person.email != visit.session.email)
    }
    self.link = link.map {
      Link(email: $0.person.email, path: AdminPath.signIn(to: visit.app.id, with: $0.text))
    }
  }
}
