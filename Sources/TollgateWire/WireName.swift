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
  /// The enum's case that the object names as its `kind`; its other members are those of that case.
  ///
  /// - Parameter type: The enum's cases, by the names they have on the wire.
  /// - Throws: `DecodingError` if no case is named, or one that this version does not know.
  func kind<Kind: RawRepresentable<String>>(_ type: Kind.Type) throws -> Kind {
    guard let kind = Kind(rawValue: try decode(String.self, forKey: .kind)) else {
      throw invalid(.kind, "the kind is unknown")
    }
    return kind
  }
}
