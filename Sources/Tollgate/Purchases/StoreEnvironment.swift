/// The store that signed a transaction; purchases of different environments are kept apart.
public enum StoreEnvironment: String, Hashable, Sendable, Codable, CaseIterable {
  /// Real money.
  case production
  /// Apple's sandbox and TestFlight.
  case sandbox
  /// Xcode's local testing, and this package's simulator in that role.
  case xcode
}

extension StoreEnvironment {
  /// The rank of the environment, which decides between purchases of several: real money first.
  var rank: Int {
    switch self {
    case .production: 2
    case .sandbox: 1
    case .xcode: 0
    }
  }
}
