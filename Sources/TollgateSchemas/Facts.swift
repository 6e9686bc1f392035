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

  package static func shape(of kind: Fact.Kind) -> Shape {
    make(kind.rawValue, text(about: kind), members(of: kind)).shape
  }

  private static let kinds = Fact.Kind.allCases.map { ($0.rawValue, shape(of: $0)) }

  /// Each kind of run: the members of its facts without those that differ, for which there are columns.
  private static let runs: [(String, Shape)] = [
    run("uses", of: .use, "A use's keys", without: ["key", "at"]),
    run("spends", of: .spend, "A spend's keys", without: ["key", "rest", "at"]),
    run(
      "sizes", of: .size, "The keys of the uses, or the items",
      without: ["key", "item", "amount", "at"],
      .required("amounts", .list(.integer), "The size of each."),
      .optional("keys", .list(.text), "The key of each, if they are items.")),
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
      members(of: kind).filter { !columns.contains($0.name) } + [
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

extension Facts {
  /// The members of a kind besides `kind`; none if its form cannot be described, which a test notices.
  static func members(of kind: Fact.Kind) -> [Shape.Member] {
    (try? Fact.outline(of: kind)).map { Outlines.members(of: $0) } ?? []
  }
}
