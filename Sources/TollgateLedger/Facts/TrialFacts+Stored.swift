import Tollgate

extension TrialStart: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      trial: try stored.decode(Trial.ID.self, forKey: .trial),
      at: try stored.decode(Instant.self, forKey: .at),
      terms: try stored.decode(Trial.Terms.self, forKey: .terms),
      purchase: try stored.decodeIfPresent(PurchaseID.self, forKey: .purchase),
      isAddOn: try stored.decodeIfPresent(Bool.self, forKey: .isAddOn) ?? false)
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(trial, forKey: .trial)
    try stored.encode(at, forKey: .at)
    try stored.encode(terms, forKey: .terms)
    try stored.encodeIfPresent(purchase, forKey: .purchase)
    if isAddOn { try stored.encode(true, forKey: .isAddOn) }
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

extension TrialExtension: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      id: try stored.decode(TrialExtension.ID.self, forKey: .id),
      trial: try stored.decode(Trial.ID.self, forKey: .trial),
      days: try stored.decode(Int.self, forKey: .days),
      startsOver: try stored.decodeIfPresent(Bool.self, forKey: .startsOver) ?? false,
      author: try stored.decode(TrialChangeAuthor.self, forKey: .author),
      reason: try stored.decode(String.self, forKey: .reason),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(id, forKey: .id)
    try stored.encode(trial, forKey: .trial)
    try stored.encode(days, forKey: .days)
    if startsOver { try stored.encode(true, forKey: .startsOver) }
    try stored.encode(author, forKey: .author)
    try stored.encode(reason, forKey: .reason)
    try stored.encode(at, forKey: .at)
  }
}

extension TrialPause: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      id: try stored.decode(TrialPause.ID.self, forKey: .id),
      trial: try stored.decode(Trial.ID.self, forKey: .trial),
      author: try stored.decode(TrialChangeAuthor.self, forKey: .author),
      reason: try stored.decode(String.self, forKey: .reason),
      startsAt: try stored.decode(Instant.self, forKey: .startsAt),
      endsAt: try stored.decodeIfPresent(Instant.self, forKey: .endsAt))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(id, forKey: .id)
    try stored.encode(trial, forKey: .trial)
    try stored.encode(author, forKey: .author)
    try stored.encode(reason, forKey: .reason)
    try stored.encode(startsAt, forKey: .startsAt)
    try stored.encodeIfPresent(endsAt, forKey: .endsAt)
  }
}
