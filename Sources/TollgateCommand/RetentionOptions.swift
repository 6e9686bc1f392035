import ArgumentParser
import TollgateLedger
import TollgateServer

/// How long the ledger keeps what it does not need for ever.
struct RetentionOptions: ParsableArguments {
  /// A number of days, or for ever.
  struct Days: ExpressibleByArgument, CustomStringConvertible {
    /// The number; nil means for ever.
    let number: Int?

    init(_ number: Int?) { self.number = number }

    init?(argument: String) {
      guard argument != "forever" else {
        number = nil
        return
      }
      guard let days = Int(argument) else { return nil }
      number = days
    }

    var description: String { number.map(String.init) ?? "forever" }
  }

  @Option(help: .days("Keep the first answers to requests this long, from 30 days."))
  var retainAnswers = LedgerPruning.Kind.answers.standard

  @Option(help: .days("Keep refused notifications this long, from 30 days."))
  var retainRefusals = LedgerPruning.Kind.refusals.standard

  @Option(help: .days("Keep the names of ended sessions this long, from 400 days."))
  var retainEndedSessions = LedgerPruning.Kind.endedSessions.standard

  @Option(help: .days("Keep the UUIDs of notifications this long, from 180 days."))
  var retainNotifications = LedgerPruning.Kind.notifications.standard

  @Option(help: .days("Keep lapsed reservations this long, from 30 days."))
  var retainReservations = LedgerPruning.Kind.reservations.standard

  @Option(help: .days("Keep tokens that could not be revoked this long, from 30 days."))
  var retainRevocations = LedgerPruning.Kind.revocations.standard

  @Option(
    help: .days(
      "Keep anonymous customers this long who own nothing and never return, from 400 days.")
  )
  var retainAbandoned = LedgerPruning.Kind.customers.standard

  func validate() throws { _ = try retention() }

  /// The retention that the options describe.
  ///
  /// - Throws: `ValidationError` for a number of days out of range.
  func retention() throws -> Retention {
    var retention = Retention()
    for kind in LedgerPruning.Kind.allCases {
      do throws(ConfigurationError) {
        try retention.keep(kind, days: days(of: kind).number)
      } catch {
        throw ValidationError("--\(kind.option): \(error.message)")
      }
    }
    return retention
  }

  private func days(of kind: LedgerPruning.Kind) -> Days {
    switch kind {
    case .answers: retainAnswers
    case .refusals: retainRefusals
    case .endedSessions: retainEndedSessions
    case .notifications: retainNotifications
    case .reservations: retainReservations
    case .revocations: retainRevocations
    case .customers: retainAbandoned
    }
  }
}

extension LedgerPruning.Kind {
  /// The name of the option that says how long the kind is kept.
  var option: String {
    switch self {
    case .answers: "retain-answers"
    case .refusals: "retain-refusals"
    case .endedSessions: "retain-ended-sessions"
    case .notifications: "retain-notifications"
    case .reservations: "retain-reservations"
    case .revocations: "retain-revocations"
    case .customers: "retain-abandoned"
    }
  }

  fileprivate var standard: RetentionOptions.Days { RetentionOptions.Days(defaultDays) }
}

extension ArgumentHelp {
  fileprivate static func days(_ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: "days")
  }
}
