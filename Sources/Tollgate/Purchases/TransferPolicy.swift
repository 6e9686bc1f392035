/// What happens to an account's purchase when another customer presents it, as a restore on a second account does.
///
/// It applies to owners with an account. An anonymous owner is taken to be the same person and is merged into the
/// customer who presents the purchase.
public enum TransferPolicy: String, Hashable, Sendable, Codable, CaseIterable {
  /// The owner keeps it, and the presenter is notified; nobody loses anything without asking.
  case keepWithOwner
  /// The presenter gets it, and the owner loses it.
  case transfer
  /// The presenter gets it if it gives the owner nothing now and none of its credits are left; otherwise the owner
  /// keeps it.
  case transferIfInactive
  /// Both have it; its credits stay with the owner, who is the one it was bought for last.
  case share
}
