import Tollgate

/// The start of an account: `{"account":"a1","at":1767225600000,"kind":"signedUp"}`.
extension SignUp: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      account: try wire.decode(Account.ID.self, forKey: .account),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(account, forKey: .account)
    try wire.encode(at, forKey: .at)
  }
}

/// A device that was seen: `{"at":1767225600000,"device":"phone","kind":"device","origin":"cus_1"}`.
///
/// `origin` is missing in facts from before it was recorded.
extension DeviceUse: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      device: try wire.decode(Device.ID.self, forKey: .device),
      origin: try wire.decodeIfPresent(Customer.ID.self, forKey: .origin),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(device, forKey: .device)
    try wire.encodeIfPresent(origin, forKey: .origin)
    try wire.encode(at, forKey: .at)
  }
}

/// A milestone: `{"at":1767225600000,"kind":"milestone","milestone":"discovery"}`.
extension MilestoneReached: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      milestone: try wire.decode(Milestone.ID.self, forKey: .milestone),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(milestone, forKey: .milestone)
    try wire.encode(at, forKey: .at)
  }
}

/// A grant by support: `{"entitlement":"premium","id":"g1","kind":"grant","startsAt":1767225600000}`.
///
/// Without `endsAt` it lasts until it is revoked; its revocation is another fact with the same `id`, and `revokedAt`. Its
/// notes are left out: they are for operators.
extension Grant: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      id: try wire.decode(Grant.ID.self, forKey: .id),
      entitlement: try wire.decode(Entitlement.ID.self, forKey: .entitlement),
      startsAt: try wire.decode(Instant.self, forKey: .startsAt),
      endsAt: try wire.decodeIfPresent(Instant.self, forKey: .endsAt),
      revokedAt: try wire.decodeIfPresent(Instant.self, forKey: .revokedAt))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(entitlement, forKey: .entitlement)
    try wire.encode(startsAt, forKey: .startsAt)
    try wire.encodeIfPresent(endsAt, forKey: .endsAt)
    try wire.encodeIfPresent(revokedAt, forKey: .revokedAt)
  }
}

/// A row of a profile, with its initial values by column; `day` only for a row that is created daily.
///
/// ```json
/// { "at": 1767225600000, "day": "2026-03-02", "kind": "profile", "row": "today", "table": "trackers", "values": {} }
/// ```
extension ProfileRow: WireForm {
  init(wire: WireReader<FactKey>) throws {
    self.init(
      table: try wire.decode(String.self, forKey: .table),
      row: try wire.decode(String.self, forKey: .row),
      day: try wire.decodeIfPresent(String.self, forKey: .day),
      values: try wire.decode([String: ProfileValue].self, forKey: .values),
      at: try wire.decode(Instant.self, forKey: .at))
  }

  func write(to wire: inout WireWriter<FactKey>) throws {
    try wire.encode(table, forKey: .table)
    try wire.encode(row, forKey: .row)
    try wire.encodeIfPresent(day, forKey: .day)
    try wire.encode(values, forKey: .values)
    try wire.encode(at, forKey: .at)
  }
}
