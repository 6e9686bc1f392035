import Tollgate

extension Trial.Terms: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      lasts: try stored.decodeIfPresent(Period.self, forKey: .lasts),
      uses: try stored.decodeIfPresent(Trial.Uses.self, forKey: .uses),
      entitlements: try stored.decode([Entitlement.ID].self, forKey: .entitlements))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encodeIfPresent(lasts, forKey: .lasts)
    try stored.encodeIfPresent(uses, forKey: .uses)
    try stored.encode(entitlements, forKey: .entitlements)
  }
}

extension Trial.Uses: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      feature: try stored.decode(Feature.ID.self, forKey: .feature),
      limit: try stored.decode(Int.self, forKey: .limit))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(feature, forKey: .feature)
    try stored.encode(limit, forKey: .limit)
  }
}

extension StoreOffer: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      kind: try stored.decode(StoreOffer.Kind.self, forKey: .kind),
      payment: try stored.decodeIfPresent(StoreOffer.Payment.self, forKey: .payment))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(kind, forKey: .kind)
    try stored.encodeIfPresent(payment, forKey: .payment)
  }
}

extension Money: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      milliunits: try stored.decode(Int64.self, forKey: .milliunits),
      currency: try stored.decode(String.self, forKey: .currency))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(milliunits, forKey: .milliunits)
    try stored.encode(currency, forKey: .currency)
  }
}

extension SpentCredit: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      wallet: try stored.decode(Wallet.ID.self, forKey: .wallet),
      transaction: try stored.decode(StoreTransaction.ID.self, forKey: .transaction),
      amount: try stored.decode(Int.self, forKey: .amount))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(wallet, forKey: .wallet)
    try stored.encode(transaction, forKey: .transaction)
    try stored.encode(amount, forKey: .amount)
  }
}

extension Wallet.Lifetime: StoredForm {
  init(stored: StoredMembers) throws {
    if stored.contains(.rollsOver) {
      let members = try stored.nestedContainer(keyedBy: StoredKey.self, forKey: .rollsOver)
      self = .rollsOver(upTo: try members.decodeIfPresent(Int.self, forKey: .upTo))
    } else if stored.contains(.period) {
      self = .period
    } else if stored.contains(.unlimited) {
      self = .unlimited
    } else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: stored.codingPath, debugDescription: "unknown lifetime"))
    }
  }

  /// Stores the case as the only key, with its members one level below.
  func store(in stored: inout StoringMembers) throws {
    switch self {
    case .unlimited: _ = stored.nestedContainer(keyedBy: StoredKey.self, forKey: .unlimited)
    case .period: _ = stored.nestedContainer(keyedBy: StoredKey.self, forKey: .period)
    case .rollsOver(let limit):
      var members = stored.nestedContainer(keyedBy: StoredKey.self, forKey: .rollsOver)
      try members.encodeIfPresent(limit, forKey: .upTo)
    }
  }
}
