import Tollgate

/// The format of conditions on what is left.
enum LeftForms {
  /// How much is left of a feature's limits, or how many credits are in a wallet.
  ///
  /// ```yaml
  /// left: { of: scan, lessThan: 3 }
  /// left: { of: record, atLeast: 1, lessThan: 20% }
  /// left: { of: { credits: coins }, atLeast: 1 }
  /// ```
  static let left: Form<[Condition.Left]> = Form<Written>.object(
    "an amount left", synonyms: ["feature": "of"], hints: PastForms.boundHints,
    .required(
      "of", source,
      "A feature, of whose limits the one with the least left counts, or `{ credits: WALLET }`."),
    .decisive(
      "atLeast", bound.map { .some($0) }, to: nil,
      "At least this many, or this percentage of the limit; any number is left without a limit."),
    .decisive(
      "lessThan", bound.map { .some($0) }, to: nil,
      "Less than this, or than this percentage of the limit; nothing is left without access.")
  ) { (source: Condition.Left.Source, atLeast: Bound?, lessThan: Bound?) in
    Written(source: source, atLeast: atLeast, lessThan: lessThan)
  }.with(
    bound: "`atLeast` or `lessThan`",
    example:
      "`{ of: FEATURE, lessThan: 1 }` or `{ of: { credits: WALLET }, lessThan: 1 }`, once nothing is left"
  ).map { $0.tests }

  /// What the keys say.
  private struct Written: Sendable {
    let source: Condition.Left.Source
    let atLeast: Bound?
    let lessThan: Bound?

    /// A test of both bounds, or one of each if only one is a percentage.
    var tests: [Condition.Left] {
      guard let atLeast, let lessThan, atLeast.isPercent != lessThan.isPercent else {
        return [
          Condition.Left(
            of: source, atLeast: atLeast?.number, lessThan: lessThan?.number,
            isPercent: (atLeast ?? lessThan)?.isPercent ?? false)
        ]
      }
      return [
        Condition.Left(of: source, atLeast: atLeast.number, isPercent: atLeast.isPercent),
        Condition.Left(of: source, lessThan: lessThan.number, isPercent: lessThan.isPercent),
      ]
    }
  }

  /// A number, or a percentage.
  private struct Bound: Sendable {
    let number: Int
    let isPercent: Bool
  }

  private static let source = Form<Condition.Left.Source>.either(
    "the name of a feature, or `{ credits: WALLET }`",
    scalar: Names.feature.map { Condition.Left.Source.feature($0) },
    map: Form<Condition.Left.Source>.object(
      "a wallet",
      key: .required(
        "credits", Names.wallet.map { Condition.Left.Source.credits($0) },
        "The wallet that has them.")))

  private static let bound = Form<Bound>(
    "a whole number, at least 1, or a percentage such as `20%`",
    Schema(anyOf: [LeftForms.number.schema, LeftForms.percentage.schema])
  ) { node, reader in
    if case .scalar(_, .text) = node.content { return LeftForms.percentage.read(node, reader) }
    return LeftForms.number.read(node, reader)
  }.answering(words: [
    "0": "`lessThan: 1` once nothing is left, or `atLeast: 1` while something is"
  ])

  private static let number: Form<Bound> = Form<Int>.whole(1...Int.max)
    .map { Bound(number: $0, isPercent: false) }

  private static let percentage: Form<Bound> = Form<String>.pattern(
    "a whole number, or a percentage from `1%` to `100%`", "^(100|[1-9][0-9]?)%$"
  ) { text in LeftForms.percent(text) != nil }
  .map { (text: String, node: YAMLNode, reader: Reader) -> Bound? in
    LeftForms.percent(text).map { Bound(number: $0, isPercent: true) }
  }

  /// The number before the sign; nil for any other text.
  private static func percent(_ text: String) -> Int? {
    guard text.hasSuffix("%"), let number = Int(text.dropLast()), (1...100).contains(number),
      text == "\(number)%"
    else { return nil }
    return number
  }
}
