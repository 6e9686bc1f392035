import Tollgate

/// The start of a trial with the terms it keeps, whatever a later blueprint says.
///
/// ```json
/// { "at": 1767225600000, "kind": "trialStarted", "trial": "free",
///   "terms": { "entitlements": ["premium"], "lasts": "P3D", "uses": { "feature": "message", "limit": 100 } } }
/// ```
///
/// `purchase` names the purchase that started it, and is left out if none did. An add-on trial has `isAddOn: true`.
extension TrialStart: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      trial: try wire.decode(Trial.ID.self, forKey: .trial),
      at: try wire.decode(Instant.self, forKey: .at),
      terms: try wire.decode(Trial.Terms.self, forKey: .terms),
      purchase: try wire.decodeIfPresent(PurchaseID.self, forKey: .purchase),
      isAddOn: try wire.decodeIfPresent(Bool.self, forKey: .isAddOn) ?? false)
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(trial, forKey: .trial)
    try wire.encode(at, forKey: .at)
    try wire.encode(terms, forKey: .terms)
    try wire.encodeIfPresent(purchase, forKey: .purchase)
    if isAddOn { try wire.encode(true, forKey: .isAddOn) }
  }
}

/// A trial that the device had before: `{"at":1767225600000,"device":"phone","kind":"trialForfeited","trial":"free"}`.
extension TrialForfeit: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      trial: try wire.decode(Trial.ID.self, forKey: .trial),
      device: try wire.decode(Device.ID.self, forKey: .device),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(trial, forKey: .trial)
    try wire.encode(device, forKey: .device)
    try wire.encode(at, forKey: .at)
  }
}

/// More time for a trial that no purchase started; the sum of a trial's extensions counts.
///
/// ```json
/// { "at": 1767225600000, "author": "support", "days": 7, "id": "x1", "kind": "trialExtension",
///   "reason": "lost a week to a bug", "trial": "free" }
/// ```
///
/// `author` is `support` or `backend`. A reset, with which the trial starts over, has `startsOver: true`; its `days` count
/// only for clients that do not know resets.
extension TrialExtension: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      id: try wire.decode(TrialExtension.ID.self, forKey: .id),
      trial: try wire.decode(Trial.ID.self, forKey: .trial),
      days: try wire.decode(Int.self, forKey: .days),
      startsOver: try wire.decodeIfPresent(Bool.self, forKey: .startsOver) ?? false,
      author: try wire.decode(TrialChangeAuthor.self, forKey: .author),
      reason: try wire.decode(String.self, forKey: .reason),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(trial, forKey: .trial)
    try wire.encode(days, forKey: .days)
    if startsOver { try wire.encode(true, forKey: .startsOver) }
    try wire.encode(author, forKey: .author)
    try wire.encode(reason, forKey: .reason)
    try wire.encode(at, forKey: .at)
  }
}

/// A pause of a trial that no purchase started; its end is another fact with the same `id`, and `endsAt`.
///
/// ```json
/// { "author": "backend", "id": "p1", "kind": "trialPause", "reason": "in hospital", "startsAt": 1767225600000,
///   "trial": "free" }
/// ```
extension TrialPause: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      id: try wire.decode(TrialPause.ID.self, forKey: .id),
      trial: try wire.decode(Trial.ID.self, forKey: .trial),
      author: try wire.decode(TrialChangeAuthor.self, forKey: .author),
      reason: try wire.decode(String.self, forKey: .reason),
      startsAt: try wire.decode(Instant.self, forKey: .startsAt),
      endsAt: try wire.decodeIfPresent(Instant.self, forKey: .endsAt))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(trial, forKey: .trial)
    try wire.encode(author, forKey: .author)
    try wire.encode(reason, forKey: .reason)
    try wire.encode(startsAt, forKey: .startsAt)
    try wire.encodeIfPresent(endsAt, forKey: .endsAt)
  }
}
