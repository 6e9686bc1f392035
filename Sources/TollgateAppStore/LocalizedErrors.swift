public import Foundation

extension AppStoreKeyError: LocalizedError {
  /// The message, which is also the `localizedDescription`.
  public var errorDescription: String? { message }
}

extension ReceiptError: LocalizedError {
  /// The message, which is also the `localizedDescription`.
  public var errorDescription: String? { message }
}

extension RevocationError: LocalizedError {
  /// The message, which is also the `localizedDescription`.
  public var errorDescription: String? { message }
}

extension ServerAPIError: LocalizedError {
  /// The message, which is also the `localizedDescription`.
  public var errorDescription: String? { message }
}

extension StoreKitConfigurationError: LocalizedError {
  /// The message, which is also the `localizedDescription`.
  public var errorDescription: String? { message }
}

extension VerificationError: LocalizedError {
  /// The message, which is also the `localizedDescription`.
  public var errorDescription: String? { message }
}
