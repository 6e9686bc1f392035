/// The name of a member or of an enum's case: the one key type with which all forms are read and written.
struct WireName: CodingKey, RawRepresentable, Hashable {
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

  let rawValue: String
  var stringValue: String { rawValue }
  var intValue: Int? { nil }

  init(_ name: String) { rawValue = name }

  /// The name that a form's key stands for.
  init(_ key: some RawRepresentable<String>) { rawValue = key.rawValue }

  init(rawValue: String) { self.rawValue = rawValue }

  init(stringValue: String) { rawValue = stringValue }

  init?(intValue: Int) { nil }
}

extension WireReader<WireName> {
  /// The enum's case that the object names as its `kind`, and the object with the members of that case.
  ///
  /// In format 1 of a blueprint the object's only key named the case, and the members were one level below. Devices
  /// have such blueprints in their caches, so it is read as well.
  ///
  /// - Parameter type: The enum's cases, by the names they have on the wire.
  /// - Returns: The case, and the object with its members.
  /// - Throws: `DecodingError` if no case is named, or one that this version does not know.
  func variant<Kind: RawRepresentable<String>>(_ type: Kind.Type) throws -> (kind: Kind, Self) {
    let name: String
    let members: Self
    if contains(.kind) {
      name = try decode(String.self, forKey: .kind)
      members = self
    } else {
      guard let key = names.first, names.count == 1 else { throw invalid(.kind, "expected a kind") }
      name = key.rawValue
      members = try nested(key)
    }
    guard let kind = Kind(rawValue: name) else { throw invalid(.kind, "the kind is unknown") }
    return (kind, members)
  }

  /// The name of a case's first value, which format 1 of a blueprint left unnamed.
  func first(_ name: WireName) -> WireName { contains(.unnamed) ? .unnamed : name }
}
