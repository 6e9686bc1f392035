import Tollgate
import TollgateLedger

/// The blueprint that is served, the one that is proposed, and those of earlier.
struct BlueprintPage: Sendable {
  /// How many of the last revisions are listed.
  static let limit = 100

  /// What `tollgate check` found in a file.
  struct Check: Sendable {
    let findings: [String]
    /// Whether it searched histories, to its end, and what they contained.
    let extent: String
    /// Whether they are being searched.
    let isRunning: Bool

    /// - Parameter progress: How far a search of this server is; nil without one.
    init(
      _ findings: [String], searched: BlueprintSearch?, coverage: [String] = [],
      progress: String? = nil
    ) {
      self.findings = findings
      isRunning = progress != nil
      if let progress {
        extent = "This server is still searching histories and may find more: \(progress)."
        return
      }
      let search =
        switch searched {
        case .skipped:
          "No histories were searched: the file alone was read. Payers who are locked out, free rides and other wrong decisions would not show here; tollgate check searches for them."
        case .cutShort:
          "The search of histories was cut short at its limit: there may be more than this."
        case .complete: "The search of histories (tollgate check --quick) ran to its end."
        case nil: "Whether histories were searched is not recorded."
        }
      extent = ([search] + coverage).joined(separator: " ")
    }
  }

  /// What paying customers would have lost.
  struct Loss: Sendable {
    /// A customer who would have.
    struct Sample: Sendable {
      let id: String
      let href: String
    }

    let sentence: String
    /// How many, and how often.
    let count: String
    let samples: [Sample]
  }

  /// One of the customers who would have lost something.
  struct Life: Sendable {
    let name: String
    let href: String
    /// What the customer has.
    let plan: String
    /// What would have been different.
    let changes: [String]
  }

  /// How many customers are described.
  static let lifeLimit = 3

  /// A change of the served blueprint.
  struct Revision: Sendable {
    let number: Int
    /// The revision as it is shown.
    let revision: String
    let at: String
    /// How it came to be served, and who served it.
    let how: String
    let note: String?
    let isCurrent: Bool
    /// Whether the person may have it served again.
    let isOffered: Bool
    let action: String
    let token: String
  }

  /// Mistakes of a blueprint that is served nevertheless.
  struct Mistakes: Sendable {
    let lines: [String]
  }

  /// What somebody wants published.
  struct Proposal: Sendable {
    let fingerprint: String
    let short: String
    let proposedAt: String
    let proposer: String
    /// When it is removed unless it is published.
    let expiresAt: String
    let remark: String?
    let whatIf: String
    let takesFromPayers: Bool
    let losses: [Loss]
    let check: Check
    /// Whether it was compared with what is served now.
    let isUpToDate: Bool
    let base: Int
  }

  let app: String
  let path: String
  let formToken: String
  /// The change by which the blueprint came to be served; nil if a server has not noted it.
  let current: Revision?
  /// The number of the revision that was served before it; nil if there isn't one or the person may not go back.
  let back: String?
  /// What is wrong with it by this version; nil if nothing is.
  let mistakes: Mistakes?
  let check: Check
  let proposal: Proposal?
  /// Some of the customers from whom the proposal would have taken something.
  let lives: [Life]
  let hasLives: Bool
  let maySubmit: Bool
  /// The number of the served revision, if nothing is proposed and the person may edit its files; nil otherwise.
  let editable: String?
  /// Every change, the last first.
  let revisions: [Revision]

  init(
    _ all: [PublishedRevision], _ proposal: BlueprintProposal?, served: Check, proposed: Check,
    lives: [Life], readsEdits: Bool, for visit: AdminVisit
  ) {
    let action = AdminPath.blueprint(of: visit.app.id)
    let mayPublish = visit.role.publishesBlueprint
    let last = all.last
    app = visit.app.id.rawValue
    path = action
    formToken = visit.formToken
    check = served
    mistakes = visit.app.mistakes.isEmpty ? nil : Mistakes(lines: visit.app.mistakes)
    self.lives = lives
    hasLives = !lives.isEmpty
    maySubmit = mayPublish
    editable = mayPublish && readsEdits && proposal == nil ? last.map { "\($0.number)" } : nil
    revisions = all.suffix(Self.limit).reversed().map { change in
      Revision(
        number: change.number, revision: change.revision.shortRevision,
        at: change.at.minute, how: change.sentence,
        note: change.note, isCurrent: change.number == last?.number,
        isOffered: mayPublish && change.revision != last?.revision, action: action,
        token: visit.formToken)
    }
    current = revisions.first
    back =
      mayPublish ? all.last { $0.revision != last?.revision }.map { "\($0.number)" } : nil
    self.proposal = proposal.map { proposal in
      Proposal(
        fingerprint: proposal.revision, short: proposal.revision.shortRevision,
        proposedAt: proposal.at.minute, proposer: proposal.author,
        expiresAt: proposal.at.advanced(by: .days(BlueprintProposal.lifetimeDays)).minute,
        remark: proposal.note,
        whatIf: proposal.whatIf, takesFromPayers: proposal.takesFromPayers,
        losses: proposal.losses.map { Loss($0, of: visit.app.id) }, check: proposed,
        isUpToDate: proposal.after == last?.number,
        base: proposal.after)
    }
  }
}

extension BlueprintPage.Loss {
  init(_ loss: ProposedLoss, of app: Blueprint.App.ID) {
    sentence = loss.sentence
    count =
      "\(loss.customers) customer\(loss.customers == 1 ? "" : "s"), \(loss.instants) time\(loss.instants == 1 ? "" : "s")"
    samples = loss.samples.map {
      Sample(id: $0.rawValue, href: AdminPath.customer($0, of: app))
    }
  }
}

extension String {
  /// A revision as pages and commands show it: its first 12 characters.
  var shortRevision: String { String(prefix(12)) }
}

extension PublishedRevision {
  /// How it came to be served, who proposed it and who served it, as a sentence.
  var sentence: String {
    switch origin {
    case .file: "from a server's file"
    case .published where proposer == author: "proposed and published by \(author)"
    case .published:
      proposer.map { "proposed by \($0), published by \(author)" } ?? "published by \(author)"
    case .rolledBack: "rolled back by \(author)"
    default: "\(origin.rawValue) by \(author)"
    }
  }
}
