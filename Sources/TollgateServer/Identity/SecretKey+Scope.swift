import TollgateLedger
import TollgateWire

extension LedgerSecretKey.Scope {
  /// Whether a key with this scope may call an endpoint of an app's own backend or of operators.
  func allows(_ endpoint: Endpoint) -> Bool {
    switch self {
    case .backend: !endpoint.isForOperators
    case .read: !endpoint.isForOperators && endpoint.method == .get
    case .support: endpoint.callers == .operators
    case .readOnly:
      endpoint.isForOperators && endpoint.callers != .owners && endpoint.method == .get
    case .developer: endpoint.isForOperators && endpoint.callers != .owners
    case .owner: endpoint.isForOperators
    default: false
    }
  }

  /// Whether prices are shown to an operator with a key of this scope.
  var seesRevenue: Bool { [.readOnly, .developer, .owner].contains(self) }
}
