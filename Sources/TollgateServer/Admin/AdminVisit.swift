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
  /// The session's secret, which its cookie carries.
  private let token: String

  init(app: ServedApp, session: LedgerSession, token: String) {
    self.app = app
    self.session = session
    self.token = token
    formToken = SHA256.hash(data: Data("form\n\(token)".utf8)).hexadecimal
  }

  /// What the person may see and do.
  var role: LedgerPerson.Role { session.role }

  /// What the form of a rollback carries if the page could show that no payer loses access; nobody else knows it.
  ///
  /// - Parameters:
  ///   - target: The number of the earlier revision.
  ///   - number: The number of the revision that it was compared with.
  ///   - now: When they were compared.
  func proofOfNoLoss(to target: Int, after number: Int, at now: Instant) -> String {
    let text = "no loss\n\(number)\n\(target)\n\(now.milliseconds)\n\(token)"
    return "\(now.milliseconds).\(SHA256.hash(data: Data(text.utf8)).hexadecimal)"
  }

  /// Returns whether a form carries a proof that is at most ten minutes old: customers have bought since.
  func provesNoLoss(_ proof: String?, to target: Int, after number: Int, at now: Instant) -> Bool {
    guard let proof, let time = proof.split(separator: ".").first.flatMap({ Int64($0) }) else {
      return false
    }
    let compared = Instant(milliseconds: time)
    return compared <= now && now < compared.adding(milliseconds: 10 * 60_000)
      && proof == proofOfNoLoss(to: target, after: number, at: compared)
  }

  /// Random bytes of a secret that a form creates: the same ones each time the form is sent, so a double click creates
  /// one secret and shows it.
  ///
  /// They are derived from the session's secret and the random digits of the form; neither is enough to guess them.
  ///
  /// - Parameters:
  ///   - seed: The random digits of the form; nil for a form without them.
  ///   - count: The number of bytes, at most 64.
  /// - Returns: The bytes; nil without a seed.
  func bytes(from seed: String?, for purpose: String, count: Int) -> [UInt8]? {
    guard let seed, !seed.isEmpty else { return nil }
    let text = "secret\n\(token)\n\(seed)\n\(purpose)"
    return Array(SHA512.hash(data: Data(text.utf8)).prefix(count))
  }

  /// The person as an operator, whose email address the facts and the audit list name.
  var person: Operator {
    Operator(app: app, name: session.email, seesRevenue: role.seesRevenue)
  }
}
