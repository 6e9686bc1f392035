import Tollgate

/// The start of a trial with the terms it keeps, whatever a later blueprint says.
///
/// ```json
/// { "at": 1767225600000, "kind": "trialStarted", "trial": "free",
///   "terms": { "entitlements": ["premium"], "lasts": "P3D", "uses": { "feature": "message", "limit": 100 } } }
/// ```
///
/// `purchase` names the purchase that started it, and is left out if none did. An add-on trial has `isAddOn: true`.
extension TrialStart: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: TrialStart?) throws {
    try self.init(
      trial: wire.required(.trial, value?.trial),
      at: wire.required(.at, value?.at),
      terms: wire.required(.terms, value?.terms),
      purchase: wire.optional(.purchase, value?.purchase),
      isAddOn: wire.flag(.isAddOn, value?.isAddOn))
  }
}

/// A trial that the device had before: `{"at":1767225600000,"device":"phone","kind":"trialForfeited","trial":"free"}`.
extension TrialForfeit: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: TrialForfeit?) throws {
    try self.init(
      trial: wire.required(.trial, value?.trial),
      device: wire.required(.device, value?.device),
      at: wire.required(.at, value?.at))
  }
}

/// More time for a trial that no purchase started; the sum of a trial's extensions counts.
///
/// ```json
/// { "at": 1767225600000, "author": "support", "days": 7, "id": "x1", "kind": "trialExtension",
///   "reason": "lost a week to a bug", "trial": "free" }
/// ```
///
/// `author` is `support` or `backend`. A reset, with which the trial starts over, has `startsOver: true` and no days.
extension TrialExtension: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: TrialExtension?) throws {
    try self.init(
      id: wire.required(.id, value?.id),
      trial: wire.required(.trial, value?.trial),
      days: wire.required(.days, value?.days),
      startsOver: wire.flag(.startsOver, value?.startsOver),
      author: wire.required(.author, value?.author),
      reason: wire.required(.reason, value?.reason),
      at: wire.required(.at, value?.at))
  }
}

/// A pause of a trial that no purchase started; its end is another fact with the same `id`, and `endsAt`.
///
/// ```json
/// { "author": "backend", "id": "p1", "kind": "trialPause", "reason": "in hospital", "startsAt": 1767225600000,
///   "trial": "free" }
/// ```
extension TrialPause: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: TrialPause?) throws {
    try self.init(
      id: wire.required(.id, value?.id),
      trial: wire.required(.trial, value?.trial),
      author: wire.required(.author, value?.author),
      reason: wire.required(.reason, value?.reason),
      startsAt: wire.required(.startsAt, value?.startsAt),
      endsAt: wire.optional(.endsAt, value?.endsAt))
  }
}
