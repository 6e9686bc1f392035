import Crypto
import Foundation
import Tollgate

/// What attempts are counted for.
///
/// An attempt counts for several subjects: the account's email address, the device, and the network address.
enum AttemptSubject: Hashable, Sendable {
  /// Wrong passwords for an email address.
  case password(Blueprint.App.ID, EmailAddress)
  /// Wrong codes for an email address.
  case code(Blueprint.App.ID, EmailAddress)
  /// Wrong codes of invitations to a team, by a customer.
  case invitation(Blueprint.App.ID, Customer.ID)
  /// Wrong passwords and codes from a device, whatever the address.
  case guesses(Blueprint.App.ID, Device.ID)
  /// Wrong passwords and codes from a network address.
  case guessesFrom(NetworkAddress)
  case signUps(Blueprint.App.ID, Device.ID)
  case signUpsFrom(NetworkAddress)
  /// Codes requested for an email address.
  case mail(Blueprint.App.ID, EmailAddress)
  /// Codes requested from a device.
  case mails(Blueprint.App.ID, Device.ID)
  /// Codes requested from a network address.
  case mailsFrom(NetworkAddress)
  /// Anonymous customers created on a device.
  case customers(Blueprint.App.ID, Device.ID)
  /// Anonymous customers created from a network address.
  case customersFrom(NetworkAddress)

  /// How many attempts are allowed within a window.
  var limit: Int {
    switch self {
    case .password, .code, .invitation: 10
    case .guesses: 30
    case .guessesFrom: 100
    case .signUps: 20
    case .signUpsFrom: 100
    case .mail: 3
    case .mails: 10
    case .mailsFrom: 30
    case .customers: 100
    case .customersFrom: 2000
    }
  }

  /// The name under which the ledger counts, a hash that identifies nobody; nil for what is counted in memory only.
  ///
  /// Counts by network address are in memory: they can be large, and an address says little about a person.
  var stored: (app: Blueprint.App.ID, name: String)? {
    switch self {
    case .password(let app, let email): (app, Self.digest("password", email.text))
    case .code(let app, let email): (app, Self.digest("code", email.text))
    case .invitation(let app, let customer):
      (app, Self.digest("invitation", customer.rawValue))
    case .guesses(let app, let device): (app, Self.digest("guesses", device.rawValue))
    case .guessesFrom, .signUps, .signUpsFrom, .mail, .mails, .mailsFrom, .customers,
      .customersFrom:
      nil
    }
  }

  /// Whether it is a network address; one client rarely has many.
  var isNetwork: Bool {
    switch self {
    case .guessesFrom, .signUpsFrom, .mailsFrom, .customersFrom: true
    case .password, .code, .invitation, .guesses, .signUps, .mail, .mails, .customers: false
    }
  }

  private static func digest(_ kind: String, _ name: String) -> String {
    SHA256.hash(data: Data("\(kind)\n\(name)".utf8)).prefix(16).hexadecimal
  }
}

extension NetworkAddress {
  /// The subjects of a kind for the address; none if it says nothing about who sends a request.
  func subjects(_ kind: (NetworkAddress) -> AttemptSubject) -> [AttemptSubject] {
    isAnonymous ? [] : [kind(subscriber)]
  }
}

extension Device.ID? {
  /// The subjects of a kind for the device; none if the request names no device.
  func subjects(
    _ kind: (Blueprint.App.ID, Device.ID) -> AttemptSubject, in app: Blueprint.App.ID
  ) -> [AttemptSubject] {
    map { [kind(app, $0)] } ?? []
  }
}
