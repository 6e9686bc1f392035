import Tollgate

extension AttributeChange: StoredForm {
  init(stored: StoredMembers) throws {
    self.init(
      attribute: try stored.decode(Attribute.ID.self, forKey: .attribute),
      setBy: try stored.decode(Attribute.Setter.self, forKey: .setBy),
      value: try stored.decodeIfPresent(ProfileValue.self, forKey: .value),
      at: try stored.decode(Instant.self, forKey: .at))
  }

  func store(in stored: inout StoringMembers) throws {
    try stored.encode(attribute, forKey: .attribute)
    try stored.encode(setBy, forKey: .setBy)
    try stored.encodeIfPresent(value, forKey: .value)
    try stored.encode(at, forKey: .at)
  }
}
