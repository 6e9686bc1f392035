/// The outcome when another customer presents an account's purchase.
public enum TransferDecision: Hashable, Sendable {
  /// It stays with its owner.
  case keep
  /// It is transferred from its owner to the presenter.
  case transfer
  /// Both have it.
  case share
}
