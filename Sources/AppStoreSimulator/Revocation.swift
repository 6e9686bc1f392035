import TollgateAppStore

/// The revocation of a share of a purchase, in thousandths of a percent; nil if no share is stated.
struct Revocation: Hashable, Sendable {
  var at: Instant
  var type: RevocationType
  var share: Int?
  var reason: RevocationReason
}
