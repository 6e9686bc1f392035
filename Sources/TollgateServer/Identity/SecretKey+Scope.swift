import TollgateLedger
import TollgateWire

extension LedgerSecretKey.Scope {
  /// Whether a key with this scope may call an endpoint of an app's own backend or of operators.
  func allows(_ endpoint: Endpoint) -> Bool {
    switch self {
    case .backend: !endpoint.isForOperators
    case .read: !endpoint.isForOperators && endpoint.method == .get
    case .support: endpoint.isForOperators && !endpoint.showsRevenue
    case .owner: endpoint.isForOperators
    default: false
    }
  }
}

extension Endpoint {
  /// Whether all of what it answers with is about revenue.
  fileprivate var showsRevenue: Bool {
    switch self {
    case .charts, .chart: true
    default: false
    }
  }
}
