import Tollgate

extension WireReader where Key: RawRepresentable<String> {
  /// Refuses an object with a member that this version does not know, where ignoring it would change a decision.
  func refuseUnknownMembers(of what: String) throws {
    guard let name = names.first(where: { Key(rawValue: $0.rawValue) == nil }) else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [name],
        debugDescription: "\(what) has the unknown member `\(name.rawValue)`"))
  }
}

/// Who the customer must be; a member that requires nothing is left out.
///
/// ```json
/// { "appVersion": { "atLeast": "2.1" }, "attributes": [{ "attribute": "goal", "values": ["strength"] }],
///   "countries": ["AT", "DE"], "devices": ["iPhone"], "languages": ["de"] }
/// ```
extension Audience: WireForm {
  enum WireKey: String {
    case appVersion, attributes, countries, devices, languages
  }

  init(wire: WireReader<WireKey>) throws {
    try wire.refuseUnknownMembers(of: "an audience")
    self.init(
      countries: try wire.contains(.countries)
        ? Set(wire.decode([String].self, forKey: .countries)) : [],
      languages: try wire.contains(.languages)
        ? Set(wire.decode([String].self, forKey: .languages)) : [],
      appVersion: try wire.decodeIfPresent(Audience.Versions.self, forKey: .appVersion),
      devices: try wire.contains(.devices)
        ? wire.decode(Set<DeviceKind>.self, forKey: .devices) : [],
      attributes: try wire.decodeIfPresent([AttributeTest].self, forKey: .attributes) ?? [])
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    if !countries.isEmpty { try wire.encode(countries.sorted(), forKey: .countries) }
    if !languages.isEmpty { try wire.encode(languages.sorted(), forKey: .languages) }
    try wire.encodeIfPresent(appVersion, forKey: .appVersion)
    if !devices.isEmpty {
      try wire.encode(devices.map(\.rawValue).sorted(), forKey: .devices)
    }
    if !attributes.isEmpty { try wire.encode(attributes, forKey: .attributes) }
  }
}

/// Versions of the app: `{"atLeast":"2.1","lessThan":"3"}`, either of which may be missing.
extension Audience.Versions: WireForm {
  enum WireKey: String {
    case atLeast, lessThan
  }

  init(wire: WireReader<WireKey>) throws {
    try wire.refuseUnknownMembers(of: "a range of versions")
    func version(_ key: WireKey) throws -> AppVersion? {
      guard let text = try wire.decodeIfPresent(String.self, forKey: key) else { return nil }
      guard let version = AppVersion(text) else { throw wire.invalid(key, "expected a version") }
      return version
    }
    self.init(atLeast: try version(.atLeast), lessThan: try version(.lessThan))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encodeIfPresent(atLeast?.description, forKey: .atLeast)
    try wire.encodeIfPresent(lessThan?.description, forKey: .lessThan)
  }
}

/// What one attribute must be: `{"attribute":"sessions","atLeast":3,"lessThan":10}`, or one of its `values`.
extension AttributeTest: WireForm {
  enum WireKey: String {
    case atLeast, attribute, lessThan, values
  }

  init(wire: WireReader<WireKey>) throws {
    try wire.refuseUnknownMembers(of: "a test of an attribute")
    self.init(
      attribute: try wire.decode(Attribute.ID.self, forKey: .attribute),
      values: try wire.decodeIfPresent([ProfileValue].self, forKey: .values) ?? [],
      atLeast: try wire.decodeIfPresent(Int.self, forKey: .atLeast),
      lessThan: try wire.decodeIfPresent(Int.self, forKey: .lessThan))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(attribute, forKey: .attribute)
    if !values.isEmpty { try wire.encode(values, forKey: .values) }
    try wire.encodeIfPresent(atLeast, forKey: .atLeast)
    try wire.encodeIfPresent(lessThan, forKey: .lessThan)
  }
}

/// A declared attribute: `{"id":"goal","kind":"text","setBy":"app","values":["strength"]}`.
///
/// `kind` is `text`, `number` or `boolean`; a text without `values` can be any text.
extension Attribute: WireForm {
  private enum KindName: String, Codable { case text, number, boolean }

  enum WireKey: String {
    case id, kind, setBy, values
  }

  init(wire: WireReader<WireKey>) throws {
    let kind: Kind =
      switch try wire.decode(KindName.self, forKey: .kind) {
      case .text:
        .text(try wire.contains(.values) ? wire.decode([String].self, forKey: .values) : [])
      case .number: .number
      case .boolean: .boolean
      }
    self.init(
      id: try wire.decode(Attribute.ID.self, forKey: .id), kind: kind,
      setBy: try wire.decode(Attribute.Setter.self, forKey: .setBy))
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    try wire.encode(id, forKey: .id)
    try wire.encode(setBy, forKey: .setBy)
    switch kind {
    case .text(let values):
      try wire.encode(KindName.text, forKey: .kind)
      if !values.isEmpty { try wire.encode(values, forKey: .values) }
    case .number: try wire.encode(KindName.number, forKey: .kind)
    case .boolean: try wire.encode(KindName.boolean, forKey: .kind)
    }
  }
}
