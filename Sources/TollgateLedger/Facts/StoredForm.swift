/// The members of a stored fact and of the objects in it.
typealias StoredMembers = KeyedDecodingContainer<StoredKey>
/// The members of a fact that is being stored.
typealias StoringMembers = KeyedEncodingContainer<StoredKey>

/// A value's stored form: an object with a key for each member.
///
/// The engine's types have no stored form of their own, so that they can change while old rows stay readable.
protocol StoredForm {
  init(stored: StoredMembers) throws

  func store(in stored: inout StoringMembers) throws
}

/// The members of every kind of fact and of the objects in it, so that a fact and its kind are read from one object.
enum StoredKey: String, CodingKey {
  case account, action, amount, answer, askedAt, at, attribute, author, by, code, consumed,
    currency, day, days, device, endsAt,
    entitlement, experiment,
    entitlements
  case environment, expiresAt, feature, graceEndsAt, group, hadSample, id, isAddOn, isCounted,
    isHeld,
    isInBillingRetry,
    isShared
  case isUpgraded, item, key, kind, lapsesAt, lasts, lifetime, limit, milestone, milliunits, notes,
    nudge, number
  case occurrence, offer, origin, originalID, outcome, ownership, payment, paywall, period,
    placement, prefer
  case price, product, prompt, purchase, purchasedAt, quantity, reason, refund, renewsAt, renewsTo,
    resumesAt
  case revokedAt, rollsOver, row, setBy, signedAt, signedFor, spent, startsAt, startsOver,
    table, terms, timeLeft, transaction
  case trial, unlimited, unpaid, upTo, uses, value, values, variant, variants, wallet, willRenew
  /// The version of the form.
  case version = "v"
}

extension KeyedDecodingContainer where Key == StoredKey {
  private func isNull(_ key: Key) throws -> Bool { try !contains(key) || decodeNil(forKey: key) }

  func decode<Value: StoredForm>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try Value(stored: nestedContainer(keyedBy: StoredKey.self, forKey: key))
  }

  func decodeIfPresent<Value: StoredForm>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try isNull(key) ? nil : decode(type, forKey: key)
  }

  func decodeIfPresent<Value: StoredForm>(
    _ type: [Value].Type, forKey key: Key
  ) throws -> [Value]? {
    guard try !isNull(key) else { return nil }
    var list = try nestedUnkeyedContainer(forKey: key)
    var values: [Value] = []
    while !list.isAtEnd {
      values.append(try Value(stored: list.nestedContainer(keyedBy: StoredKey.self)))
    }
    return values
  }
}

extension KeyedEncodingContainer where Key == StoredKey {
  mutating func encode(_ value: some StoredForm, forKey key: Key) throws {
    var object = nestedContainer(keyedBy: StoredKey.self, forKey: key)
    try value.store(in: &object)
  }

  mutating func encodeIfPresent(_ value: (some StoredForm)?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) }
  }

  mutating func encodeIfPresent(_ values: [some StoredForm]?, forKey key: Key) throws {
    guard let values else { return }
    var list = nestedUnkeyedContainer(forKey: key)
    for value in values {
      var object = list.nestedContainer(keyedBy: StoredKey.self)
      try value.store(in: &object)
    }
  }
}
