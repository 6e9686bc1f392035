import AppStore

/// That the store took a share of a purchase back, in thousandths of a percent; nil says no share.
struct Revocation: Hashable, Sendable {
  var at: Milliseconds
  var type: RevocationType
  var share: Int?
  var reason: RevocationReason
}
