import Tollgate

extension Reservation: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      feature: try stored.decode(Feature.ID.self, forKey: .feature),
      key: try stored.decode(Idempotency.Key.self, forKey: .key),
      origin: try stored.decode(Customer.ID.self, forKey: .origin),
      terms: ReservationTerms(
        isCounted: try stored.decode(Bool.self, forKey: .isCounted),
        item: try stored.decodeIfPresent(Item.ID.self, forKey: .item),
        wallet: try stored.decodeIfPresent(Wallet.ID.self, forKey: .wallet),
        amount: try stored.decodeIfPresent(Int.self, forKey: .amount) ?? 0,
        at: try stored.decode(Instant.self, forKey: .at),
        lapsesAt: try stored.decode(Instant.self, forKey: .lapsesAt)))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(feature, forKey: .feature)
    try stored.encode(key, forKey: .key)
    try stored.encode(origin, forKey: .origin)
    try stored.encode(terms.isCounted, forKey: .isCounted)
    try stored.encodeIfPresent(terms.item, forKey: .item)
    try stored.encodeIfPresent(terms.wallet, forKey: .wallet)
    if terms.wallet != nil { try stored.encode(terms.amount, forKey: .amount) }
    try stored.encode(terms.at, forKey: .at)
    try stored.encode(terms.lapsesAt, forKey: .lapsesAt)
  }
}

extension ReservationRelease: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      feature: try stored.decode(Feature.ID.self, forKey: .feature),
      key: try stored.decode(Idempotency.Key.self, forKey: .key),
      origin: try stored.decode(Customer.ID.self, forKey: .origin),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(feature, forKey: .feature)
    try stored.encode(key, forKey: .key)
    try stored.encode(origin, forKey: .origin)
    try stored.encode(at, forKey: .at)
  }
}
