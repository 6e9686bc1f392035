import Tollgate

/// The start of an account: `{"account":"a1","at":1767225600000,"kind":"signedUp"}`.
extension SignUp: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: SignUp?) throws {
    try self.init(
      account: wire.required(.account, value?.account),
      at: wire.required(.at, value?.at))
  }
}

/// A device that was seen: `{"at":1767225600000,"device":"phone","kind":"device","origin":"cus_1"}`.
extension DeviceUse: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: DeviceUse?) throws {
    try self.init(
      device: wire.required(.device, value?.device),
      origin: wire.required(.origin, value?.origin),
      at: wire.required(.at, value?.at))
  }
}

/// A milestone: `{"at":1767225600000,"kind":"milestone","milestone":"discovery"}`.
extension MilestoneReached: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: MilestoneReached?) throws {
    try self.init(
      milestone: wire.required(.milestone, value?.milestone),
      at: wire.required(.at, value?.at))
  }
}

/// The first download of the app, as the store signed it.
///
/// ```json
/// { "appVersion": "212", "at": 1693526400000, "environment": "production", "kind": "download", "platform": "iOS" }
/// ```
extension AppDownload: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: AppDownload?) throws {
    try self.init(
      environment: wire.required(.environment, value?.environment),
      platform: wire.optional(.platform, value?.platform),
      version: wire.optional(.appVersion, value?.version),
      at: wire.required(.at, value?.at))
  }
}

/// A day on which the app was opened: `{"appVersion":"2.1","at":1767225600000,"day":"2026-01-01","kind":"opening"}`.
extension AppOpening: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: AppOpening?) throws {
    try self.init(
      day: wire.required(.day, value?.day),
      version: wire.optional(.appVersion, value?.version),
      at: wire.required(.at, value?.at))
  }
}

/// A grant: `{"entitlements":["premium"],"id":"g1","kind":"grant","startsAt":1767225600000}`.
///
/// One that gives credits has `wallet` and `amount` instead of `entitlements`. Without `endsAt` it lasts until it is
/// revoked; its revocation is another fact with the same `id`, and `revokedAt`. One that the blueprint lists has its
/// `name`, and `givenAt`, which is earlier than `startsAt` if it waits for grants. One that waits for purchases has
/// `lasts` instead of `endsAt`: its time passes only while nothing else gives what it gives. A right that was bought
/// elsewhere has `willRenew`, `wallet` and `amount` beside `entitlements` if it fills a wallet each month, and `seats` if the backend states how many members a team may have. Its notes are stored only:
/// they are for operators.
extension Grant: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: Grant?) throws {
    try self.init(
      id: wire.required(.id, value?.id),
      entitlements: wire.list(.entitlements, value?.entitlements),
      credits: GrantedCredits(
        wire.optional(.wallet, value?.credits?.wallet),
        wire.optional(.amount, value?.credits?.amount)),
      startsAt: wire.required(.startsAt, value?.startsAt),
      endsAt: wire.optional(.endsAt, value?.endsAt),
      lasts: wire.optional(.lasts, value?.lasts),
      revokedAt: wire.optional(.revokedAt, value?.revokedAt),
      notes: wire.stored?.list(.notes, value?.notes) ?? [],
      name: wire.optional(.name, value?.name),
      givenAt: wire.optional(.givenAt, value?.givenAt),
      willRenew: wire.optional(.willRenew, value?.willRenew),
      seats: wire.optional(.seats, value?.seats))
  }
}

/// What an operator wrote about a grant, as it is stored: `{"action":"granted","at":1767225600000,"by":"…","reason":"…"}`.
extension GrantNote: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: GrantNote?) throws {
    try self.init(
      action: wire.required(.action, value?.action),
      at: wire.required(.at, value?.at),
      by: wire.required(.by, value?.by),
      reason: wire.required(.reason, value?.reason))
  }
}

/// A row of a profile, with its initial values by column; `day` only for a row that is created daily.
///
/// ```json
/// { "at": 1767225600000, "day": "2026-03-02", "kind": "profile", "row": "today", "table": "trackers", "values": {} }
/// ```
extension ProfileRow: WireObject {
  init(_ wire: WireMembers<FactKey>, _ value: ProfileRow?) throws {
    try self.init(
      table: wire.required(.table, value?.table),
      row: wire.required(.row, value?.row),
      day: wire.optional(.day, value?.day),
      values: wire.required(.values, value?.values),
      at: wire.required(.at, value?.at))
  }
}
