/// The members of every kind of fact, so that a fact and its kind are read from one object.
///
/// Instants are in milliseconds since 1970. `names` and `keys` occur only in a ``FactRun``, where `at` is an array too.
enum FactKey: String {
  case account, action, amount, answer, askedAt, at, attribute, author, by, code, consumed, day,
    days,
    device, endsAt, entitlement,
    environment, experiment, expiresAt
  case feature, graceEndsAt, group, hadSample, id, isAddOn, isCounted, isHeld, isInBillingRetry,
    isShared,
    isUpgraded,
    item, key, keys
  case kind, lapsesAt, lifetime, milestone, names, nudge, number, occurrence, offer, origin,
    originalID
  case outcome, ownership, paywall, placement, prefer, price, product, prompt, purchase,
    purchasedAt, quantity
  case reason, refund, renewsAt, renewsTo, resumesAt, revokedAt, row, setBy, signedAt, signedFor,
    spent,
    startsAt, startsOver,
    table
  case terms, timeLeft, transaction, trial, unpaid, value, values, variant, variants,
    wallet, willRenew
}
