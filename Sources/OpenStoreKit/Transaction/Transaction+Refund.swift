import AppStore
public import Foundation

extension Transaction {
  /// Why a refund could not be asked for.
  public enum RefundRequestError: Error, Hashable, Sendable {
    /// It was asked for already.
    case duplicateRequest

    /// There is nothing to pay back.
    case failed
  }

  /// What the customer did.
  public enum RefundRequestStatus: Hashable, Sendable {
    /// The customer asked for a refund; the store has yet to decide.
    case success

    /// The customer closed the sheet.
    case userCancelled
  }

  /// Lets the customer ask for a refund of this purchase.
  ///
  /// - Parameter scene: Where the sheet would appear; anything, for nothing appears here.
  /// - Returns: What the customer did.
  /// - Throws: ``RefundRequestError`` or ``StoreKitError``
  @MainActor
  public func beginRefundRequest<Scene>(in scene: Scene) async throws -> RefundRequestStatus {
    try session.requestRefund(of: payload.transactionId)
  }

  /// Lets the customer ask for a refund of a purchase.
  ///
  /// - Parameters:
  ///   - transactionID: The purchase.
  ///   - scene: Where the sheet would appear; anything, for nothing appears here.
  /// - Returns: What the customer did.
  /// - Throws: ``RefundRequestError`` or ``StoreKitError``
  @MainActor
  public static func beginRefundRequest<Scene>(
    for transactionID: UInt64, in scene: Scene
  ) async throws -> RefundRequestStatus {
    guard let session = StoreSession.current else { throw RefundRequestError.failed }
    return try session.requestRefund(of: String(transactionID))
  }
}

extension Transaction.RefundRequestError: LocalizedError {
  /// What went wrong, in English.
  public var errorDescription: String? {
    switch self {
    case .duplicateRequest: "Refund Already Requested"
    case .failed: "Unable to Request a Refund"
    }
  }

  /// Why it went wrong, in English.
  public var failureReason: String? {
    switch self {
    case .duplicateRequest: "A refund of this purchase was requested before."
    case .failed: "The purchase cannot be refunded."
    }
  }

  /// What may help; nothing does.
  public var recoverySuggestion: String? { nil }
}
