/// A key that is not fixed, or that names a member of an enum's case.
struct WireName: CodingKey, Hashable {
  /// The name of the case, such as `upTo`.
  static let kind = WireName("kind")
  /// The milestone that a trial of a purchase waits for.
  static let after = WireName("after")
  /// The credits that one use costs.
  static let cost = WireName("cost")
  /// How many items may be held at once.
  static let items = WireName("items")
  /// The window in which uses are counted.
  static let per = WireName("per")
  /// The screens that a route's location names.
  static let screens = WireName("screens")
  /// The most credits of a subscription that a new period keeps, its own included.
  static let upTo = WireName("upTo")
  /// A number of uses: of an allowance, or of those allowed offline.
  static let uses = WireName("uses")
  /// The wallet that pays.
  static let wallet = WireName("wallet")

  /// The first value of a case in format 1 of a blueprint.
  fileprivate static let unnamed = WireName("_0")

  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<WireName> {
  /// The enum's case that the object names as its `kind`, and the object with the members of that case.
  ///
  /// In format 1 of a blueprint the object's only key named the case, and the members were one level below. Devices
  /// have such blueprints in their caches, so it is read as well.
  ///
  /// - Parameter type: The enum's cases, by the names they have on the wire.
  /// - Returns: The case, and the container with its members.
  /// - Throws: `DecodingError` if no case is named, or one that this version does not know.
  func variant<Kind: RawRepresentable<String>>(_ type: Kind.Type) throws -> (kind: Kind, Self) {
    let name: String
    let members: Self
    if contains(.kind) {
      name = try decode(String.self, forKey: .kind)
      members = self
    } else {
      guard let key = allKeys.first, allKeys.count == 1 else {
        throw DecodingError.keyNotFound(
          WireName.kind,
          DecodingError.Context(codingPath: codingPath, debugDescription: "expected a kind"))
      }
      name = key.stringValue
      members = try nestedContainer(keyedBy: WireName.self, forKey: key)
    }
    guard let kind = Kind(rawValue: name) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: codingPath + [WireName.kind], debugDescription: "the kind is unknown"))
    }
    return (kind, members)
  }

  /// A case's first value, which format 1 of a blueprint left unnamed.
  func first<Value: Decodable>(_ type: Value.Type, forKey name: WireName) throws -> Value {
    try decode(type, forKey: contains(.unnamed) ? .unnamed : name)
  }
}
