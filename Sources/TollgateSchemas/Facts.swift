package import Tollgate
import TollgateWire

/// The shapes of facts, whose `kind` tells them apart.
package enum Facts {
  /// A fact of any kind.
  package static let fact = Shape(
    "Fact", nil,
    .either(kinds, by: "kind").described("Something that happened to a customer."))

  /// What a customer's list of facts has: facts, and runs of facts that differ only in name and instant.
  package static let entry = Shape(
    "FactEntry", nil,
    .either(kinds + runs, by: "kind").described("A fact, or a run of facts that are alike."))

  /// The shape of the facts of a kind.
  package static func shape(of kind: Fact.Kind) -> Shape {
    make(kind.rawValue, text(about: kind), members(of: kind).map { member($0) }).shape
  }

  private static let kinds = Fact.Kind.allCases.map { ($0.rawValue, shape(of: $0)) }

  /// Each kind of run: the members of its facts without those that differ, for which there are columns.
  private static let runs: [(String, Shape)] = [
    run("uses", of: .use, "A use's keys", without: ["key", "at"]),
    run("spends", of: .spend, "A spend's keys", without: ["key", "at"]),
    run(
      "items", of: .item, "The items", without: ["item", "key", "at"],
      .optional("keys", .list(.text), "The key of each, if any differs from its item.")),
    run("dismissals", of: .dismissal, "The keys", without: ["key", "at"]),
  ]

  private static func run(
    _ name: String, of kind: Fact.Kind, _ names: String, without columns: Set<String>,
    _ more: Shape.Member...
  ) -> (String, Shape) {
    make(
      name, "A run of facts that are alike.",
      members(of: kind).filter { !columns.contains($0.name) }.map { member($0) } + [
        .required("names", .list(.text), "\(names), as many as there are instants."),
        .required("at", .list(.instant), "The instant of each."),
      ] + more)
  }

  private static func make(
    _ kind: String, _ description: String, _ members: [Shape.Member]
  ) -> (kind: String, shape: Shape) {
    let marked: [Shape.Member] = [.required("kind", .constant(kind))] + members
    return (
      kind, Shape("\(kind.capitalizedFirst)Fact", nil, .object(marked).described(description))
    )
  }
}

// What the forms describe.
extension Facts {
  /// The members of a kind; none if its form cannot be described, which a test notices.
  private static func members(of kind: Fact.Kind) -> [WireOutline.Member] {
    (try? Fact.outline(of: kind))?.members ?? []
  }

  private static func member(_ member: WireOutline.Member, of part: String? = nil) -> Shape.Member {
    let name = part.map { "\($0).\(member.name)" } ?? member.name
    // Money may be owed.
    let value: Schema =
      name == "Money.milliunits" ? .integer : schema(of: member.content, member.type)
    return member.isRequired
      ? .required(member.name, value, texts[name]) : .optional(member.name, value, texts[name])
  }

  private static func schema(of content: WireOutline.Content, _ type: Any.Type) -> Schema {
    if let shape = values[ObjectIdentifier(type)] { return .shape(shape) }
    return switch content {
    case .text, .other: .text
    case .whole: .count
    case .flag: .boolean
    case .onlyTrue: .constant(true)
    case .instant: .instant
    case .value: .value
    case .cases(let names): names.count == 1 ? .constant(names[0]) : .oneOf(names)
    case .map(let value): .map(schema(of: value, type))
    case .list(let item): .list(schema(of: item, type))
    case .object(let outline): part(outline, type)
    }
  }

  private static func part(_ outline: WireOutline, _ type: Any.Type) -> Schema {
    let (name, text) = parts[ObjectIdentifier(type)] ?? ("\(type)", "")
    guard let (key, several) = outline.choice else {
      let members = outline.members.map { member($0, of: name) }
      return .shape(Shape(name, nil, .object(members).described(text)))
    }
    let shapes = several.map { choice in
      let shape = choice.name.capitalizedFirst + name
      let members: [Shape.Member] =
        [.required(key, .constant(choice.name))]
        + choice.outline.members.map { member($0, of: name) }
      return (choice.name, Shape(shape, nil, .object(members).described(cases[shape])))
    }
    return .shape(Shape(name, nil, .either(shapes, by: key).described(text)))
  }
}

extension String {
  /// The name with a capital letter at its beginning.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
