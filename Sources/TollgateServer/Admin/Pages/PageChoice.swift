/// A choice in the form of a page.
struct PageChoice: Sendable {
  let value: String
  let title: String
  let isChosen: Bool

  /// The choices of a field, as the form shows them.
  static func list(_ values: [(value: String, title: String)], chosen: String) -> [PageChoice] {
    values.map { PageChoice(value: $0.value, title: $0.title, isChosen: $0.value == chosen) }
  }
}
