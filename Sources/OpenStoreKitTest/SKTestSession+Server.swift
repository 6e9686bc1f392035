import AppStoreSimulator
public import Foundation
import OpenStoreKit

extension SKTestSession {
  /// The root certificate of this store's signing chain, in DER, which a server in a test trusts instead of Apple's.
  ///
  /// Signed data names the environment `Xcode`.
  public var rootCertificate: Data { store.simulator.chain.root }
}
