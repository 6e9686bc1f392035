public import Foundation

extension AppStoreKeyError: LocalizedError {
  public var errorDescription: String? { message }
}

extension ReceiptError: LocalizedError {
  public var errorDescription: String? { message }
}

extension RevocationError: LocalizedError {
  public var errorDescription: String? { message }
}

extension ServerAPIError: LocalizedError {
  public var errorDescription: String? { message }
}

extension StoreKitConfigurationError: LocalizedError {
  public var errorDescription: String? { message }
}

extension VerificationError: LocalizedError {
  public var errorDescription: String? { message }
}
