import ArgumentParser
import TollgateLedger
import TollgateServer

/// How long the ledger keeps what it does not need forever.
struct RetentionOptions: ParsableArguments {
  /// A number of days, or forever.
  struct Days: ExpressibleByArgument, CustomStringConvertible {
    /// The number; nil means forever.
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

  @Option(
    help: .days("How long to keep the first answers to requests: at least 30 days, or `forever`."))
  var retainAnswers = LedgerPruning.Kind.answers.standard

  @Option(help: .days("How long to keep refused notifications: at least 30 days, or `forever`."))
  var retainRefusals = LedgerPruning.Kind.refusals.standard

  @Option(
    help: .days("How long to keep the names of ended sessions: at least 400 days, or `forever`."))
  var retainEndedSessions = LedgerPruning.Kind.endedSessions.standard

  @Option(
    help: .days("How long to keep the UUIDs of notifications: at least 180 days, or `forever`."))
  var retainNotifications = LedgerPruning.Kind.notifications.standard

  @Option(help: .days("How long to keep lapsed reservations: at least 30 days, or `forever`."))
  var retainReservations = LedgerPruning.Kind.reservations.standard

  @Option(
    help: .days(
      "How long to keep replaced values of attributes: at least 30 days, or `forever`."))
  var retainAttributes = LedgerPruning.Kind.attributes.standard

  @Option(
    help: .days(
      "How long to keep tokens that could not be revoked: at least 30 days, or `forever`."))
  var retainRevocations = LedgerPruning.Kind.revocations.standard

  @Option(
    help: .days(
      "How long to keep anonymous customers who own nothing and do not return: at least 400 days, or `forever`."
    )
  )
  var retainAbandoned = LedgerPruning.Kind.customers.standard

  func validate() throws { _ = try retention() }

  /// The retention that the options describe.
  ///
  /// - Throws: `ValidationError` for a number of days out of range.
  func retention() throws -> Retention {
    var retention = Retention()
    for kind in LedgerPruning.Kind.allCases {
      let (name, days) = option(of: kind)
      do throws(ConfigurationError) {
        try retention.keep(kind, days: days.number)
      } catch {
        throw ValidationError("\(name): \(error.message)")
      }
    }
    return retention
  }

  private func option(of kind: LedgerPruning.Kind) -> (name: String, days: Days) {
    switch kind {
    case .answers: ("--retain-answers", retainAnswers)
    case .refusals: ("--retain-refusals", retainRefusals)
    case .endedSessions: ("--retain-ended-sessions", retainEndedSessions)
    case .notifications: ("--retain-notifications", retainNotifications)
    case .reservations: ("--retain-reservations", retainReservations)
    case .attributes: ("--retain-attributes", retainAttributes)
    case .revocations: ("--retain-revocations", retainRevocations)
    case .customers: ("--retain-abandoned", retainAbandoned)
    }
  }
}

extension LedgerPruning.Kind {
  fileprivate var standard: RetentionOptions.Days { RetentionOptions.Days(defaultDays) }
}

extension ArgumentHelp {
  fileprivate static func days(_ abstract: String) -> ArgumentHelp {
    ArgumentHelp(abstract, valueName: "days")
  }
}
