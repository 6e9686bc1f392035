import Tollgate

/// A value whose form is described once: how its object is read, how it is written, and what its members are.
///
/// The description is the initializer. It names each member with the value that it has, which is nil unless the value is
/// being written, and makes the value from what it gets:
///
/// ```swift
/// extension SignUp: WireObject {
///   init(_ wire: WireMembers<FactKey>, _ value: SignUp?) throws {
///     try self.init(
///       account: wire.required(.account, value?.account), at: wire.required(.at, value?.at))
///   }
/// }
/// ```
protocol WireObject: WireForm {
  associatedtype WireKey

  /// Reads the value, writes it, or describes it; which of them, `wire` decides.
  init(_ wire: WireMembers<WireKey>, _ value: Self?) throws
}

extension WireObject {
  init(wire: WireReader<WireKey>) throws {
    try self.init(WireMembers(.reading(wire)), nil)
  }

  func write(to wire: inout WireWriter<WireKey>) throws {
    _ = try Self(WireMembers(.writing(wire)), self)
  }
}

/// The members of an object that is read, written or described.
///
/// - A member that is nil is left out; `flag` leaves out false, `list` an empty list, and `defaulted` the default.
/// - A member with `travels: false` is stored, and is not on the wire.
struct WireMembers<Key> {
  enum Mode {
    case reading(WireReader<Key>)
    case writing(WireWriter<Key>)
    case describing(WireOutline)
  }

  fileprivate let mode: Mode
  /// Whether the object is stored by a ledger, rather than sent.
  fileprivate let isStored: Bool

  init(_ mode: Mode, isStored: Bool = false) {
    self.mode = mode
    self.isStored = isStored
  }
}

extension WireMembers where Key: RawRepresentable<String> {
  /// A member that is always there.
  private func member<Value>(
    _ key: Key, _ value: Value?, _ content: @autoclosure () -> WireOutline.Content,
    any sample: @autoclosure () throws -> Value?, read: (WireReader<Key>) throws -> Value,
    write: (inout WireWriter<Key>, Value) throws -> Void
  ) throws -> Value {
    switch mode {
    case .reading(let wire): return try read(wire)
    case .writing(var wire):
      guard let value else { throw WireOutline.Undescribed() }
      try write(&wire, value)
      return value
    case .describing(let outline):
      outline.add(key.rawValue, Value.self, content(), isRequired: true)
      guard let sample = try sample() else { throw WireOutline.Undescribed() }
      return sample
    }
  }

  /// A member that can be missing.
  private func member<Value>(
    _ key: Key, ifPresent value: Value?, _ content: @autoclosure () -> WireOutline.Content,
    travels: Bool = true, read: (WireReader<Key>) throws -> Value?,
    write: (inout WireWriter<Key>, Value) throws -> Void
  ) throws -> Value? {
    guard travels || isStored else { return nil }
    switch mode {
    case .reading(let wire): return try read(wire)
    case .writing(var wire):
      if let value { try write(&wire, value) }
      return value
    case .describing(let outline):
      outline.add(key.rawValue, Value.self, content(), isRequired: false)
      return nil
    }
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
    try member(key, value, .list(.text), any: []) {
      try $0.decode([Name].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  func required(_ key: Key, _ value: [String: ProfileValue]?) throws -> [String: ProfileValue] {
    try member(key, value, .map(.value), any: [:]) {
      try $0.decode([String: ProfileValue].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// An object whose form is described.
  func required<Object: WireObject>(_ key: Key, _ value: Object?) throws -> Object {
    if let sample = try describe(key, Object.self, isRequired: true) { return sample }
    return try member(key, value, .other, any: nil) {
      try $0.decode(Object.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// An object whose form is not described.
  func undescribed<Object: WireForm>(
    _ key: Key, _ value: Object?, any sample: Object
  ) throws -> Object {
    try member(key, value, .other, any: sample) {
      try $0.decode(Object.self, forKey: key)
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

  /// An object whose form is described.
  func optional<Object: WireObject>(_ key: Key, _ value: Object?) throws -> Object? {
    if try describe(key, Object.self, isRequired: false) != nil { return nil }
    return try member(key, ifPresent: value, .other) {
      try $0.decodeIfPresent(Object.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// Objects whose form is described; nil differs from an empty list.
  func optional<Object: WireObject>(
    _ key: Key, _ values: [Object]?, travels: Bool = true
  ) throws -> [Object]? {
    if try travels && describe(key, Object.self, isList: true, isRequired: false) != nil {
      return nil
    }
    return try member(key, ifPresent: values, .other, travels: travels) {
      try $0.decodeIfPresent([Object].self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    }
  }

  /// Objects whose form is described; an empty list is left out.
  func list<Object: WireObject>(
    _ key: Key, _ values: [Object]?, travels: Bool = true
  ) throws -> [Object] {
    try optional(key, values.flatMap { $0.isEmpty ? nil : $0 }, travels: travels) ?? []
  }

  /// A Boolean that is left out if it is false.
  func flag(_ key: Key, _ value: Bool?) throws -> Bool {
    try member(key, ifPresent: value == true ? true : nil, .onlyTrue) {
      try $0.decodeIfPresent(Bool.self, forKey: key)
    } write: {
      try $0.encode($1, forKey: key)
    } ?? false
  }

  /// The name of an enum's case that is left out if it is the usual one.
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

  /// Describes a member that is an object, or a list of them, and returns a value of it; nil if nothing is described.
  private func describe<Object: WireObject>(
    _ key: Key, _ type: Object.Type, isList: Bool = false, isRequired: Bool
  ) throws -> Object? {
    guard case .describing(let outline) = mode else { return nil }
    let inner = WireOutline()
    outline.add(
      key.rawValue, type, isList ? .list(.object(inner)) : .object(inner), isRequired: isRequired)
    return try inner.describe(type)
  }
}
