import Crypto
import Foundation
import Tollgate
import TollgateLedger

/// A person who uses the operators' pages of an app, by an open session; valid for one request.
struct AdminVisit {
  /// The app of the pages.
  let app: ServedApp
  /// The open session, with the person's current role.
  let session: LedgerSession
  /// What every form of the session carries, and no other site knows.
  let formToken: String

  init(app: ServedApp, session: LedgerSession, token: String) {
    self.app = app
    self.session = session
    formToken = SHA256.hash(data: Data("form\n\(token)".utf8)).hexadecimal
  }

  /// What the person may see and do.
  var role: LedgerPerson.Role { session.role }

  /// The person as an operator, whose email address the facts and the audit list name.
  var person: Operator {
    Operator(app: app, name: session.email, seesRevenue: role.seesRevenue)
  }
}
