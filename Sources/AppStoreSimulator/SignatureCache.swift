import TollgateAppStore

/// The signed data of a store that was requested last, so that repeated requests return the same signature.
///
/// An ECDSA signature is random, so signing again would give another text for the same payload.
struct SignatureCache: Sendable {
  /// How many signed texts of each kind are cached.
  static let limit = 10_000

  let transactions = RecentlySigned<TransactionRecord.Version, Signed<TransactionPayload>>(
    limit: limit)
  let renewalInfos = RecentlySigned<TransactionRecord.Version, Signed<RenewalInfoPayload>>(
    limit: limit)

  /// By position among the store's notifications.
  let notifications = RecentlySigned<Int, SignedNotification>(limit: limit)
}
