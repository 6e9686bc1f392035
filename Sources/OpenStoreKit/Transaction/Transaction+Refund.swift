public import Foundation

extension Transaction {
  /// An error from a refund request.
  public enum RefundRequestError: Error, Hashable, Sendable {
    /// A refund was already requested.
    case duplicateRequest

    /// There is nothing to refund.
    case failed

    /// The purchase cannot be refunded; ``failed`` says so here.
    case ineligible
  }

  /// The customer's action.
  public enum RefundRequestStatus: Hashable, Sendable {
    /// The customer requested a refund; the store has yet to decide.
    case success

    /// The customer closed the sheet.
    case userCancelled
  }

  /// Lets the customer request a refund of this purchase.
  ///
  /// - Parameter scene: Where the sheet would appear; ignored, as nothing is shown here.
  /// - Returns: The customer's action.
  /// - Throws: ``RefundRequestError`` or ``StoreKitError``
  @MainActor
  public func beginRefundRequest<Scene>(in scene: Scene) async throws -> RefundRequestStatus {
    try session.requestRefund(of: id)
  }

  /// Lets the customer request a refund of a purchase.
  ///
  /// - Parameter scene: Where the sheet would appear; ignored, as nothing is shown here.
  /// - Returns: The customer's action.
  /// - Throws: ``RefundRequestError`` or ``StoreKitError``
  @MainActor
  public static func beginRefundRequest<Scene>(
    for transactionID: UInt64, in scene: Scene
  ) async throws -> RefundRequestStatus {
    guard let session = StoreSession.current else { throw RefundRequestError.failed }
    return try session.requestRefund(of: transactionID)
  }
}

extension Transaction.RefundRequestError: LocalizedError {
  /// What went wrong, in English.
  public var errorDescription: String? {
    switch self {
    case .duplicateRequest: "Refund Already Requested"
    case .failed: "Unable to Request a Refund"
    case .ineligible: "Not Eligible for a Refund"
    }
  }

  /// Why it went wrong, in English.
  public var failureReason: String? {
    switch self {
    case .duplicateRequest: "A refund of this purchase was requested before."
    case .failed: "The purchase cannot be refunded."
    case .ineligible: "Purchases like this one are not refunded."
    }
  }

  /// A suggestion for recovery; there is none.
  public var recoverySuggestion: String? { nil }
}
