import Tollgate

extension TrialStart: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      trial: try stored.decode(Trial.ID.self, forKey: .trial),
      at: try stored.decode(Instant.self, forKey: .at),
      terms: try stored.decode(Trial.Terms.self, forKey: .terms),
      purchase: try stored.decodeIfPresent(PurchaseID.self, forKey: .purchase))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(trial, forKey: .trial)
    try stored.encode(at, forKey: .at)
    try stored.encode(terms, forKey: .terms)
    try stored.encodeIfPresent(purchase, forKey: .purchase)
  }
}

extension TrialForfeit: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      trial: try stored.decode(Trial.ID.self, forKey: .trial),
      device: try stored.decode(Device.ID.self, forKey: .device),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(trial, forKey: .trial)
    try stored.encode(device, forKey: .device)
    try stored.encode(at, forKey: .at)
  }
}
