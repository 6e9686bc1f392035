import Tollgate

/// The start of a trial with the terms it keeps, whatever a later blueprint says.
///
/// ```json
/// { "at": 1767225600000, "kind": "trialStarted", "trial": "free",
///   "terms": { "entitlements": ["premium"], "lasts": "P3D", "uses": { "feature": "message", "limit": 100 } } }
/// ```
///
/// `purchase` names the purchase that started it, and is left out if none did.
extension TrialStart: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      trial: try wire.decode(Trial.ID.self, forKey: .trial),
      at: try wire.decode(Instant.self, forKey: .at),
      terms: try wire.decode(Trial.Terms.self, forKey: .terms),
      purchase: try wire.decodeIfPresent(PurchaseID.self, forKey: .purchase))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(trial, forKey: .trial)
    try wire.encode(at, forKey: .at)
    try wire.encode(terms, forKey: .terms)
    try wire.encodeIfPresent(purchase, forKey: .purchase)
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
