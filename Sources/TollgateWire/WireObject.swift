import Tollgate

/// A value whose form is described once: how its object is read, how it is written, and what its members are.
///
/// The description is the initializer. It names each member with the value that it has, which is nil unless the value is
/// being written, and makes the value from what it gets:
///
/// ```swift
/// extension Condition.Held: WireObject {
///   init(_ wire: WireMembers<WireName>, _ value: Condition.Held?) throws {
///     try self.init(
///       feature: wire.required("feature", value?.feature),
///       atLeast: wire.required("atLeast", value?.atLeast))
///   }
/// }
/// ```
///
/// Forms that share their members, as facts do, name them in an enum, and so do those that refuse a member that they do
/// not know (`refuseUnknownMembers`).
protocol WireObject: WireForm {
  associatedtype WireKey

  /// The type that a schema names.
  static var described: Any.Type { get }

  /// Reads the value, writes it, or describes it; which of them, `wire` decides.
  init(_ wire: WireMembers<WireKey>, _ value: Self?) throws
}

extension WireObject {
  static var described: Any.Type { Self.self }

  init(wire: WireReader<WireKey>) throws {
    try self.init(WireMembers(.reading(wire)), nil)
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    _ = try Self(WireMembers(.writing(wire)), self)
  }
}

/// The members of an object that is read, written or described.
///
/// - A member that is nil is left out; `flag` leaves out its usual value, `list` an empty list, `defaulted` the default.
/// - A member of `stored` is not on the wire.
struct WireMembers<Key> {
  enum Mode {
    case reading(WireReader<Key>)
    case writing(WireWriter<Key>)
    case describing(WireOutline)
  }

  fileprivate let mode: Mode
  /// Whether the object is stored by a ledger, rather than sent.
  private let isStored: Bool

  init(_ mode: Mode, isStored: Bool = false) {
    self.mode = mode
    self.isStored = isStored
  }

  /// The members of an object that a ledger stores; nil if it is sent.
  var stored: WireMembers? { isStored ? self : nil }
}

extension WireMembers where Key: RawRepresentable<String> {
  /// A member that is always there.
  ///
  /// - Parameter type: The type of its value, or of each element.
  private func member<Value>(
    _ key: Key, _ value: Value?, _ content: @autoclosure () throws -> WireOutline.Content,
    of type: Any.Type = Value.self, any sample: @autoclosure () throws -> Value?,
    read: (WireReader<Key>) throws -> Value, write: (inout WireWriter<Key>, Value) throws -> Void
  ) throws -> Value {
    switch mode {
    case .reading(let wire): return try read(wire)
    case .writing(var wire):
      guard let value else { throw WireOutline.Undescribed() }
      try write(&wire, value)
      return value
    case .describing(let outline):
      outline.add(key.rawValue, type, try content(), isRequired: true)
      guard let sample = try sample() else { throw WireOutline.Undescribed() }
      return sample
    }
  }

  /// A member that can be missing.
  ///
  /// - Parameter type: The type of its value, or of each element.
  private func member<Value>(
    _ key: Key, ifPresent value: Value?, _ content: @autoclosure () throws -> WireOutline.Content,
    of type: Any.Type = Value.self,
    read: (WireReader<Key>) throws -> Value?, write: (inout WireWriter<Key>, Value) throws -> Void
  ) throws -> Value? {
    switch mode {
    case .reading(let wire): return try read(wire)
    case .writing(var wire):
      if let value { try write(&wire, value) }
      return value
    case .describing(let outline):
      outline.add(key.rawValue, type, try content(), isRequired: false)
      return nil
    }
  }

  /// What a member, or each element of it, has that is an object.
  private func object<Object: WireObject>(_ type: Object.Type) throws -> WireOutline.Content {
    guard case .describing(let outline) = mode else { throw WireOutline.Undescribed() }
    return try outline.object(type).content
  }

  /// The error for an invalid value of a member.
  func invalid(_ key: Key, _ description: String) -> any Error {
    guard case .reading(let wire) = mode else { return WireOutline.Undescribed() }
    return wire.invalid(key, description)
  }

  /// Refuses an object with a member that this version does not know, where ignoring it would change a decision.
  func refuseUnknownMembers(of what: String) throws {
    guard case .reading(let wire) = mode,
      let name = wire.names.first(where: { Key(rawValue: $0.rawValue) == nil })
    else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [name],
        debugDescription: "\(what) has the unknown member `\(name.rawValue)`"))
  }
}

// Members that are always there.
extension WireMembers where Key: RawRepresentable<String> {
  func required(_ key: Key, _ value: String?) throws -> String {
    try member(key, value, .text, any: "") {
      try $0.decode(String.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required(_ key: Key, _ value: Bool?) throws -> Bool {
    try member(key, value, .flag, any: true) {
      try $0.decode(Bool.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required(_ key: Key, _ value: Int?) throws -> Int {
    try member(key, value, .whole, any: 1) {
      try $0.decode(Int.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required(_ key: Key, _ value: Int64?) throws -> Int64 {
    try member(key, value, .whole, any: 1) {
      try $0.decode(Int64.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required(_ key: Key, _ value: Instant?) throws -> Instant {
    try member(key, value, .instant, any: Instant(milliseconds: 1)) {
      try $0.decode(Instant.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required(_ key: Key, _ value: PurchaseID?) throws -> PurchaseID {
    try member(key, value, .text, any: PurchaseID("")) {
      try $0.decode(PurchaseID.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required(_ key: Key, _ value: Period?) throws -> Period {
    try member(key, value, .text, any: Period(1, .day)) {
      try $0.decode(Period.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required(_ key: Key, _ value: ProfileValue?) throws -> ProfileValue {
    try member(key, value, .value, any: ProfileValue.boolean(true)) {
      try $0.decode(ProfileValue.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// A value that is written as one text.
  func text<Value: LosslessStringConvertible>(
    _ key: Key, _ value: Value?, any sample: Value?
  ) throws -> Value {
    try member(key, value, .text, any: sample) {
      guard let value = Value(try $0.decode(String.self, forKey: key)) else {
        throw $0.invalid(key, "the text is invalid")
      }
      return value
    } write: {
      try $0.encode($1.description, forKey: key)
    }
  }

  /// A name, such as an identifier.
  func required<Name: RawRepresentable<String> & Codable>(_ key: Key, _ value: Name?) throws -> Name
  {
    try member(key, value, .text, any: Name(rawValue: "")) {
      try $0.decode(Name.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// The name of an enum's case.
  func required<Case: RawRepresentable<String> & Codable & CaseIterable>(_ key: Key, _ value: Case?)
    throws -> Case
  {
    try member(key, value, .cases(Case.allCases.map(\.rawValue)), any: Case.allCases.first) {
      try $0.decode(Case.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// Names, such as identifiers.
  func required<Name: RawRepresentable<String> & Codable>(_ key: Key, _ value: [Name]?) throws
    -> [Name]
  {
    try member(key, value, .list(.text), of: Name.self, any: []) {
      try $0.decode([Name].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// Names in any order.
  func required<Name: RawRepresentable<String> & Codable & Hashable>(
    _ key: Key, _ value: Set<Name>?
  ) throws -> Set<Name> {
    try member(key, value, .list(.text), of: Name.self, any: []) {
      try $0.decode(Set<Name>.self, forKey: key)
    } write: {
      try $0.encode($1.map(\.rawValue).sorted(), forKey: key)
    }
  }

  func required(_ key: Key, _ value: [String]?) throws -> [String] {
    try member(key, value, .list(.text), of: String.self, any: []) {
      try $0.decode([String].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// Texts by name.
  func required<Name: RawRepresentable<String> & Codable & Hashable>(
    _ key: Key, _ value: [Name: String]?
  ) throws -> [Name: String] {
    try member(key, value, .map(.text), of: String.self, any: [:]) {
      try $0.decode([Name: String].self, forKey: key)
    } write: { wire, texts in
      let named = texts.map { ($0.key.rawValue, $0.value) }
      try wire.encode(Dictionary(uniqueKeysWithValues: named), forKey: key)
    }
  }

  func required(_ key: Key, _ value: [String: ProfileValue]?) throws -> [String: ProfileValue] {
    try member(key, value, .map(.value), any: [:]) {
      try $0.decode([String: ProfileValue].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required<Object: WireObject>(_ key: Key, _ value: Object?) throws -> Object {
    switch mode {
    case .reading(let wire): return try wire.decode(Object.self, forKey: key)
    case .writing(var wire):
      guard let value else { throw WireOutline.Undescribed() }
      try wire.encode(value, forKey: key)
      return value
    case .describing(let outline):
      let (content, sample) = try outline.object(Object.self)
      outline.add(key.rawValue, Object.described, content, isRequired: true)
      guard let sample else { throw WireOutline.Undescribed() }
      return sample
    }
  }

  func required<Object: WireObject>(_ key: Key, _ values: [Object]?) throws -> [Object] {
    try member(key, values, .list(object(Object.self)), of: Object.described, any: []) {
      try $0.decode([Object].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// Objects by name.
  func required<Object: WireObject>(
    _ key: Key, _ values: [String: Object]?
  ) throws -> [String: Object] {
    try member(key, values, .map(object(Object.self)), of: Object.described, any: [:]) {
      try $0.decode([String: Object].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// The case of a value that is one of several, each with its own members.
  ///
  /// It comes first: what follows depends on it.
  func choice<Case: RawRepresentable<String> & Codable & CaseIterable>(
    _ key: Key, _ value: Case?
  ) throws -> Case {
    guard case .describing(let outline) = mode else { return try required(key, value) }
    let name = outline.choose(key.rawValue, Case.allCases.map(\.rawValue))
    guard let choice = Case(rawValue: name) else { throw WireOutline.Undescribed() }
    return choice
  }
}

// Members that can be missing.
extension WireMembers where Key: RawRepresentable<String> {
  func optional(_ key: Key, _ value: String?) throws -> String? {
    try member(key, ifPresent: value, .text) {
      try $0.decodeIfPresent(String.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func optional(_ key: Key, _ value: Bool?) throws -> Bool? {
    try member(key, ifPresent: value, .flag) {
      try $0.decodeIfPresent(Bool.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func optional(_ key: Key, _ value: Int?) throws -> Int? {
    try member(key, ifPresent: value, .whole) {
      try $0.decodeIfPresent(Int.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func optional(_ key: Key, _ value: Int64?) throws -> Int64? {
    try member(key, ifPresent: value, .whole) {
      try $0.decodeIfPresent(Int64.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func optional(_ key: Key, _ value: Instant?) throws -> Instant? {
    try member(key, ifPresent: value, .instant) {
      try $0.decodeIfPresent(Instant.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func optional(_ key: Key, _ value: PurchaseID?) throws -> PurchaseID? {
    try member(key, ifPresent: value, .text) {
      try $0.decodeIfPresent(PurchaseID.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func optional(_ key: Key, _ value: Period?) throws -> Period? {
    try member(key, ifPresent: value, .text) {
      try $0.decodeIfPresent(Period.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// A name, such as an identifier.
  func optional<Name: RawRepresentable<String> & Codable>(_ key: Key, _ value: Name?) throws
    -> Name?
  {
    try member(key, ifPresent: value, .text) {
      try $0.decodeIfPresent(Name.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// The name of an enum's case.
  func optional<Case: RawRepresentable<String> & Codable & CaseIterable>(_ key: Key, _ value: Case?)
    throws -> Case?
  {
    try member(key, ifPresent: value, .cases(Case.allCases.map(\.rawValue))) {
      try $0.decodeIfPresent(Case.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func optional(_ key: Key, _ value: ProfileValue?) throws -> ProfileValue? {
    try member(key, ifPresent: value, .value) {
      try $0.decodeIfPresent(ProfileValue.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func optional(_ key: Key, _ value: [String: String]?) throws -> [String: String]? {
    try member(key, ifPresent: value, .map(.text)) {
      try $0.decodeIfPresent([String: String].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// A value that is written as one text.
  func text<Value: LosslessStringConvertible>(
    _ key: Key, ifPresent value: Value?
  ) throws -> Value? {
    try member(key, ifPresent: value, .text) { wire in
      try wire.decodeIfPresent(String.self, forKey: key).map { text throws -> Value in
        guard let value = Value(text) else { throw wire.invalid(key, "the text is invalid") }
        return value
      }
    } write: {
      try $0.encode($1.description, forKey: key)
    }
  }

  func optional<Object: WireObject>(_ key: Key, _ value: Object?) throws -> Object? {
    try member(key, ifPresent: value, object(Object.self), of: Object.described) {
      try $0.decodeIfPresent(Object.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// Objects; nil differs from an empty list.
  func optional<Object: WireObject>(_ key: Key, _ values: [Object]?) throws -> [Object]? {
    try member(key, ifPresent: values, .list(object(Object.self)), of: Object.described) {
      try $0.decodeIfPresent([Object].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }
}

// Members that are left out if they have their usual value.
extension WireMembers where Key: RawRepresentable<String> {
  func list<Object: WireObject>(_ key: Key, _ values: [Object]?) throws -> [Object] {
    try optional(key, values.flatMap { $0.isEmpty ? nil : $0 }) ?? []
  }

  /// Names, such as identifiers.
  func list<Name: RawRepresentable<String> & Codable>(_ key: Key, _ values: [Name]?) throws
    -> [Name]
  {
    try member(
      key, ifPresent: values.flatMap { $0.isEmpty ? nil : $0 }, .list(.text), of: Name.self
    ) {
      try $0.decodeIfPresent([Name].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    } ?? []
  }

  /// Names in any order.
  func set<Name: RawRepresentable<String> & Codable & Hashable>(
    _ key: Key, _ values: Set<Name>?
  ) throws -> Set<Name> {
    let sorted = values?.sorted { $0.rawValue < $1.rawValue }
    return Set(try list(key, sorted))
  }

  func list(_ key: Key, _ values: [String]?) throws -> [String] {
    try member(
      key, ifPresent: values.flatMap { $0.isEmpty ? nil : $0 }, .list(.text), of: String.self
    ) {
      try $0.decodeIfPresent([String].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    } ?? []
  }

  func list(_ key: Key, _ values: [ProfileValue]?) throws -> [ProfileValue] {
    try member(
      key, ifPresent: values.flatMap { $0.isEmpty ? nil : $0 }, .list(.value),
      of: ProfileValue.self
    ) {
      try $0.decodeIfPresent([ProfileValue].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    } ?? []
  }

  func flag(_ key: Key, _ value: Bool?, usually usual: Bool = false) throws -> Bool {
    try member(key, ifPresent: value == usual ? nil : value, .only(!usual)) {
      try $0.decodeIfPresent(Bool.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    } ?? usual
  }

  func defaulted(_ key: Key, _ value: Int?, to usual: Int) throws -> Int {
    let written = value == usual ? nil : value
    return try optional(key, written) ?? usual
  }

  func defaulted(_ key: Key, _ value: Period?, to usual: Period) throws -> Period {
    let written = value == usual ? nil : value
    return try optional(key, written) ?? usual
  }

  func defaulted<Object: WireObject & Equatable>(
    _ key: Key, _ value: Object?, to usual: Object
  ) throws -> Object {
    let written = value == usual ? nil : value
    return try optional(key, written) ?? usual
  }

  /// The name of an enum's case.
  func defaulted<Case: RawRepresentable<String> & Codable & CaseIterable & Equatable>(
    _ key: Key, _ value: Case?, to usual: Case
  ) throws -> Case {
    try member(
      key, ifPresent: value == usual ? nil : value,
      .cases(Case.allCases.filter { $0 != usual }.map(\.rawValue))
    ) {
      try $0.decodeIfPresent(Case.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    } ?? usual
  }
}
