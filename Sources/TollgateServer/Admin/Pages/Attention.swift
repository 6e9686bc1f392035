import Tollgate
import TollgateLedger
import TollgateWire

/// What waits for somebody, on the operators' first page; a person sees what their role may see.
struct Attention: Sendable {
  struct Item: Sendable {
    let text: String
    /// Where it is dealt with.
    let path: String
    let link: String
  }

  /// A question of the store about a refund that is not answered yet.
  struct Question {
    let check: LedgerCheck
    /// The customer who wants the refund.
    let customer: Customer.ID
    let name: String?
  }

  /// How many questions of the store are listed.
  static let questionLimit = 20
  /// How long an event that was given up needs attention.
  private static let recent = Period(7, .day)
  /// How long a job may be late before it needs attention.
  private static let patience = Duration.hours(1)

  let items: [Item]

  /// Lists what waits; nil if nothing does.
  ///
  /// - Parameters:
  ///   - jobs: When the jobs ran on this server, and what they still have to do; nil for roles that do not see it.
  ///   - proposal: The blueprint that waits to be published; nil without one, and for roles that do not see it.
  init?(
    _ questions: [Question], jobs: (log: JobLog, backlog: JobBacklog)?,
    _ proposal: BlueprintProposal?, at now: Instant, for visit: AdminVisit
  ) {
    let root = AdminPath.root(of: visit.app.id)
    var items = questions.sorted { $0.check.periodEnd < $1.check.periodEnd }.map { question in
      Item(
        text:
          "The App Store waits for an answer about a refund until \(question.check.periodEnd.minute) UTC.",
        path: AdminPath.customer(question.customer, of: visit.app.id),
        link: question.name ?? "\(question.customer)")
    }
    if let jobs {
      items += Self.failures(of: jobs.backlog.webhooks, at: now)
        .map { Item(text: $0, path: "\(root)/webhooks", link: "Webhooks") }
      items += Self.failures(of: jobs.log, jobs.backlog, in: visit.app.id, at: now)
        .map { Item(text: $0, path: "\(root)/jobs", link: "Jobs") }
    }
    if let proposal {
      let note = proposal.note.map { ": \($0)" } ?? "."
      items.append(
        Item(
          text:
            "\(proposal.author) proposed a revision of the blueprint on \(proposal.at.day)\(note)",
          path: "\(root)/blueprint", link: "Blueprint"))
    }
    guard !items.isEmpty else { return nil }
    self.items = items
  }

  private static func failures(
    of destinations: [WebhookDeliveries.Status], at now: Instant
  ) -> [String] {
    destinations.flatMap { status -> [String] in
      var sentences: [String] = []
      let name = status.destination.rawValue
      if status.isUnavailable {
        sentences.append("The \(name) accepts no events; \(status.waiting) wait.")
      }
      let lost = status.lastDeadLetters.filter { now < $0.at.adding(recent) }
      if let last = lost.last {
        sentences.append(
          "Events to the \(name) were given up, the last one at \(last.at.minute) UTC.")
      }
      return sentences
    }
  }

  private static func failures(
    of log: JobLog, _ backlog: JobBacklog, in app: Blueprint.App.ID, at now: Instant
  ) -> [String] {
    var sentences = JobLog.Job.allCases.compactMap { job -> String? in
      guard let entry = log.entry(of: job, for: app), let failure = entry.failure,
        failure.at == entry.ranAt
      else { return nil }
      return "\(job.title) failed at \(failure.at.minute) UTC: \(failure.code)."
    }
    let due: [(String, Instant?)] = [
      ("A check with the App Store", backlog.oldestCheck),
      ("A sign-in revocation", backlog.oldestRevocation),
      ("The count of the charts", backlog.charts.flatMap { $0.customers > 0 ? $0.since : nil }),
    ]
    for case (let what, let since?) in due where since.advanced(by: patience) < now {
      sentences.append("\(what) has been due since \(since.minute) UTC.")
    }
    return sentences
  }
}
