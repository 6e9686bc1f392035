import Tollgate
import TollgateLedger

extension LedgerProperty {
  /// A blueprint that servers serve or have served.
  static func blueprint(
    _ revision: String, of app: Blueprint.App.ID
  ) -> LedgerProperty { LedgerProperty("blueprint \(revision) \(app)") }

  /// A blueprint that nobody has served yet.
  static func blueprintCandidate(
    _ revision: String, of app: Blueprint.App.ID
  ) -> LedgerProperty { LedgerProperty("blueprint-candidate \(revision) \(app)") }

  /// The blueprints that were proposed, until they are removed.
  static func blueprintCandidates(of app: Blueprint.App.ID) -> LedgerProperty {
    LedgerProperty("blueprint-candidates \(app)")
  }

  /// The blueprint that is proposed; empty if none is.
  static func blueprintProposal(of app: Blueprint.App.ID) -> LedgerProperty {
    LedgerProperty("blueprint-proposal \(app)")
  }
}
