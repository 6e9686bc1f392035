import Tollgate
import TollgateLedger

/// The blueprint that is served, the one that is proposed, and those of earlier.
struct BlueprintPage: Sendable {
  /// How many of the last revisions are listed.
  static let limit = 100

  /// What `tollgate check` found in the files.
  struct Findings: Sendable {
    let served: [String]
    let proposed: [String]
  }

  /// A change of the served blueprint.
  struct Revision: Sendable {
    let number: Int
    let revision: String
    let at: String
    /// How it came to be served, and by whom.
    let how: String
    let note: String?
    let isCurrent: Bool
    /// Whether the person may have it served again.
    let isOffered: Bool
    let action: String
    let token: String
    let after: Int
  }

  /// What somebody wants published.
  struct Proposal: Sendable {
    let fingerprint: String
    let short: String
    let proposedAt: String
    let proposer: String
    let remark: String?
    let whatIf: String
    let takesFromPayers: Bool
    let findings: [String]
    /// Whether it was compared with what is served now.
    let isUpToDate: Bool
    let base: Int
  }

  let app: String
  let path: String
  let formToken: String
  /// The change by which the blueprint came to be served; nil if a server has not noted it.
  let current: Revision?
  let findings: [String]
  let proposal: Proposal?
  let maySubmit: Bool
  /// Every change, the last first.
  let revisions: [Revision]

  init(
    _ all: [PublishedRevision], _ proposal: BlueprintProposal?, findings: Findings,
    for visit: AdminVisit
  ) {
    let action = AdminPath.blueprint(of: visit.app.id)
    let mayPublish = visit.role.publishesBlueprint
    let last = all.last
    app = visit.app.id.rawValue
    path = action
    formToken = visit.formToken
    self.findings = findings.served
    maySubmit = mayPublish
    revisions = all.suffix(Self.limit).reversed().map { change in
      Revision(
        number: change.number, revision: String(change.revision.prefix(12)),
        at: change.at.minute, how: change.sentence,
        note: change.note, isCurrent: change.number == last?.number,
        isOffered: mayPublish && change.revision != last?.revision, action: action,
        token: visit.formToken, after: last?.number ?? 0)
    }
    current = revisions.first
    self.proposal = proposal.map { proposal in
      Proposal(
        fingerprint: proposal.revision, short: String(proposal.revision.prefix(12)),
        proposedAt: proposal.at.minute, proposer: proposal.author, remark: proposal.note,
        whatIf: proposal.whatIf, takesFromPayers: proposal.takesFromPayers,
        findings: findings.proposed, isUpToDate: proposal.after == last?.number,
        base: proposal.after)
    }
  }
}

extension PublishedRevision {
  /// How it came to be served, and by whom, as a person reads it.
  fileprivate var sentence: String {
    switch origin {
    case .file: "from a server's file"
    case .published: "published by \(author)"
    case .rolledBack: "rolled back by \(author)"
    default: "\(origin.rawValue) by \(author)"
    }
  }
}
