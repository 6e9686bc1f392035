import Tollgate

extension SignUp: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      account: try stored.decode(Account.ID.self, forKey: .account),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(account, forKey: .account)
    try stored.encode(at, forKey: .at)
  }
}

extension DeviceUse: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      device: try stored.decode(Device.ID.self, forKey: .device),
      origin: try stored.decodeIfPresent(Customer.ID.self, forKey: .origin),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(device, forKey: .device)
    try stored.encodeIfPresent(origin, forKey: .origin)
    try stored.encode(at, forKey: .at)
  }
}

extension MilestoneReached: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      milestone: try stored.decode(Milestone.ID.self, forKey: .milestone),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(milestone, forKey: .milestone)
    try stored.encode(at, forKey: .at)
  }
}

extension Grant: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      id: try stored.decode(Grant.ID.self, forKey: .id),
      entitlement: try stored.decode(Entitlement.ID.self, forKey: .entitlement),
      startsAt: try stored.decode(Instant.self, forKey: .startsAt),
      endsAt: try stored.decodeIfPresent(Instant.self, forKey: .endsAt),
      revokedAt: try stored.decodeIfPresent(Instant.self, forKey: .revokedAt),
      notes: try stored.decodeIfPresent([GrantNote].self, forKey: .notes) ?? [])
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(id, forKey: .id)
    try stored.encode(entitlement, forKey: .entitlement)
    try stored.encode(startsAt, forKey: .startsAt)
    try stored.encodeIfPresent(endsAt, forKey: .endsAt)
    try stored.encodeIfPresent(revokedAt, forKey: .revokedAt)
    try stored.encodeIfPresent(notes.isEmpty ? nil : notes, forKey: .notes)
  }
}

extension GrantNote: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      action: try stored.decode(Action.self, forKey: .action),
      at: try stored.decode(Instant.self, forKey: .at),
      by: try stored.decode(String.self, forKey: .by),
      reason: try stored.decode(String.self, forKey: .reason))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(action, forKey: .action)
    try stored.encode(at, forKey: .at)
    try stored.encode(by, forKey: .by)
    try stored.encode(reason, forKey: .reason)
  }
}

extension ProfileRow: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      table: try stored.decode(String.self, forKey: .table),
      row: try stored.decode(String.self, forKey: .row),
      day: try stored.decodeIfPresent(String.self, forKey: .day),
      values: try stored.decode([String: ProfileValue].self, forKey: .values),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(table, forKey: .table)
    try stored.encode(row, forKey: .row)
    try stored.encodeIfPresent(day, forKey: .day)
    try stored.encode(values, forKey: .values)
    try stored.encode(at, forKey: .at)
  }
}
