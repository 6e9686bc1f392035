public import Foundation

/// The request for a rating or a review, in the original StoreKit interface.
///
/// Follows <https://developer.apple.com/documentation/storekit/skstorereviewcontroller>.
open class SKStoreReviewController: NSObject, @unchecked Sendable {
  /// Asks the customer; here every request is counted.
  open class func requestReview() {
    StoreSession.current?.present(.review)
  }

  /// Asks the customer; here every request is counted.
  @MainActor
  open class func requestReview<Scene>(in windowScene: Scene) {
    StoreSession.current?.present(.review)
  }
}
