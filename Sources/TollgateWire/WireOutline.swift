/// The members of an object as its form describes them: what a JSON Schema is made of.
///
/// It is made on demand, and has no texts for people, so that apps carry no schemas.
package final class WireOutline {
  /// What a member has.
  package indirect enum Content {
    case text, whole, flag, onlyTrue, instant, value
    case cases([String])
    case list(Content)
    case map(Content)
    case object(WireOutline)
    /// A value whose form is not described.
    case other
  }

  /// A member of the object.
  package struct Member {
    package let name: String
    /// The Swift type of its value.
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

  init(choosing name: String? = nil) { chosen = name }

  /// Adds the members of a form, and returns any value of it.
  func describe<Object: WireObject>(_ type: Object.Type) throws -> Object {
    let sample = try Object(WireMembers(.describing(self)), nil)
    for (_, outline) in choice?.cases ?? [] { _ = try outline.describe(type) }
    return sample
  }

  func add(_ name: String, _ type: Any.Type, _ content: Content, isRequired: Bool) {
    members.append(Member(name: name, type: type, content: content, isRequired: isRequired))
  }

  /// The case that this outline is of; several outlines follow if none was chosen.
  func choose(_ member: String, _ names: [String]) -> String {
    if let chosen { return chosen }
    choice = (member, names.map { ($0, WireOutline(choosing: $0)) })
    return names.first ?? ""
  }
}
