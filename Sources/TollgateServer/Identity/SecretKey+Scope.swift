import TollgateLedger
import TollgateWire

extension LedgerSecretKey.Scope {
  /// Whether a key with this scope may call an endpoint of an app's own backend.
  func allows(_ endpoint: Endpoint) -> Bool {
    switch self {
    case .backend: true
    case .read: endpoint.method == .get
    default: false
    }
  }
}
