import AppStoreSimulator
public import Foundation
import OpenStoreKit

extension SKTestSession {
  /// The root certificate of this store's signing chain, in DER, which a server in a test trusts instead of Apple's.
  ///
  /// Signed data names the environment `Xcode`.
  public var rootCertificate: Data { store.simulator.chain.root }

  /// The receipt that the app's bundle has on Apple's systems, signed now: PKCS #7 with the session's chain.
  ///
  /// On Linux Foundation's `Bundle.appStoreReceiptURL` is always nil, so a test passes these bytes to the app's code.
  public func appReceipt() throws -> Data {
    try store.simulator.appReceipt(
      of: store.account, version: store.appVersion, downloaded: store.installed)
  }
}
