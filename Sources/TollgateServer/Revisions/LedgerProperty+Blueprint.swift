import Tollgate
import TollgateLedger

extension LedgerProperty {
  static func blueprint(
    _ revision: String, of app: Blueprint.App.ID
  ) -> LedgerProperty { LedgerProperty("blueprint \(revision) \(app)") }

  /// The blueprint that is proposed; empty if none is.
  static func blueprintProposal(of app: Blueprint.App.ID) -> LedgerProperty {
    LedgerProperty("blueprint-proposal \(app)")
  }
}
