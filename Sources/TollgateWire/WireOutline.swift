import Tollgate

/// The members of an object as its form describes them: what a JSON Schema is made of.
///
/// It is made on demand, and has no texts for people, so that apps carry no schemas.
package final class WireOutline {
  /// What a member has.
  package indirect enum Content {
    case text, whole, flag, instant, value
    /// This Boolean alone.
    case only(Bool)
    case cases([String])
    case list(Content)
    case map(Content)
    case object(WireOutline)
    /// An object of the same form as one that it is in.
    case again
  }

  /// A member of the object.
  package struct Member {
    package let name: String
    /// The Swift type of its value, or of each element of a list or map.
    package let type: Any.Type
    package let content: Content
    /// Whether it is always there.
    package let isRequired: Bool
  }

  /// A form cannot be described: it needs a value that no description has.
  struct Undescribed: Error {}

  /// The members in the order of the form.
  package private(set) var members: [Member] = []
  /// The outline for each of several cases, and the member that tells them apart; nil if there is only one.
  package private(set) var choice: (member: String, cases: [(name: String, outline: WireOutline)])?
  private let chosen: String?
  /// The form that is described, and those that it is in.
  private var forms: Set<ObjectIdentifier>

  init(choosing name: String? = nil, in forms: Set<ObjectIdentifier> = []) {
    chosen = name
    self.forms = forms
  }

  /// The members of a blueprint's definition on the wire.
  ///
  /// - Throws: An error if a form cannot be described.
  package static func ofDefinition() throws -> WireOutline {
    let outline = WireOutline()
    _ = try outline.describe(Blueprint.Definition.self)
    return outline
  }

  /// Adds the members of a form, and returns any value of it.
  func describe<Object: WireObject>(_ type: Object.Type) throws -> Object {
    forms.insert(ObjectIdentifier(type))
    let sample = try Object(WireMembers(.describing(self)), nil)
    for (_, outline) in choice?.cases ?? [] { _ = try outline.describe(type) }
    return sample
  }

  /// Describes an object that is in this one, and returns any value of it; nil for one of a form that it is in.
  func object<Object: WireObject>(
    _ type: Object.Type
  ) throws -> (content: Content, sample: Object?) {
    guard !forms.contains(ObjectIdentifier(type)) else { return (.again, nil) }
    let inner = WireOutline(in: forms)
    let sample = try inner.describe(type)
    return (.object(inner), sample)
  }

  func add(_ name: String, _ type: Any.Type, _ content: Content, isRequired: Bool) {
    members.append(Member(name: name, type: type, content: content, isRequired: isRequired))
  }

  /// The case that this outline is of; several outlines follow if none was chosen.
  func choose(_ member: String, _ names: [String]) -> String {
    if let chosen { return chosen }
    choice = (member, names.map { ($0, WireOutline(choosing: $0, in: forms)) })
    return names.first ?? ""
  }
}
