import Tollgate
import TollgateLedger

/// Who may sign in to the pages, and the secret keys of the app's backend and of operators.
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

  /// A secret key, without its secret.
  struct Key: Sendable {
    let name: String
    let id: String
    let scope: String
    let since: String
    let used: String
    let state: String
  }

  /// A link that was just made.
  struct Link: Sendable {
    let email: String
    let path: String
  }

  let path: String
  let formToken: String
  let people: [Person]
  let roles: [String]
  let keys: [Key]
  let hasKeys: Bool
  let link: Link?

  init(
    _ people: [LedgerPerson], _ keys: [LedgerSecretKey],
    link: (text: String, person: LedgerPerson)?, now: Instant, for visit: AdminVisit
  ) {
    path = "\(AdminPath.root(of: visit.app.id))/people"
    formToken = visit.formToken
    roles = LedgerPerson.Role.known.map(\.rawValue)
    self.people = people.map { person in
      let end = person.link.flatMap { now < $0.expiresAt ? $0.expiresAt : nil }
      return Person(
        email: person.email, role: person.role.rawValue, since: person.createdAt.minute,
        link: end.map { "valid until \($0.minute)" } ?? "none",
        isOther: person.email != visit.session.email)
    }
    self.keys = keys.map { key in
      Key(
        name: key.name, id: key.id, scope: key.scope.rawValue, since: key.createdAt.minute,
        used: key.lastUsedAt?.minute ?? "never",
        state: key.isValid(at: now) ? "valid" : "ended")
    }
    hasKeys = !keys.isEmpty
    self.link = link.map {
      Link(email: $0.person.email, path: AdminPath.signIn(to: visit.app.id, with: $0.text))
    }
  }
}
