import Tollgate

/// The check of lines that are imported: values that differ from the source, and phrases of the tone list.
///
/// | in English | in German | |
/// |---|---|---|
/// | `Only {product.price}` | `Nur {product.price}` | can be imported |
/// | `Only {product.price}` | `Nur %@` | nothing replaces `%@` |
/// | `Only {product.price}` | `Nur {product.prise}` | there is no such value |
/// | `Only {product.price}` | `Sehr billig` | the price is missing |
/// | `one: 1 day left` | `one: Noch ein Tag` | can be imported if another form shows the number |
struct TextLineCheck {
  /// The text as the blueprint has it.
  let text: LocalizedText
  /// The language of the lines, a BCP 47 code.
  let language: String
  /// The wording in the app's own language.
  let source: LocalizedText.Wording?
  /// The tone list.
  let phrases: [String]
  let reader: Reader

  /// Records the mistakes in lines that change.
  func check(
    _ units: [LocalizedText.PluralForm: StringCatalog.Unit], of wording: LocalizedText.Wording
  ) {
    for unit in units.values { check(unit) }
    guard let source, let first = units.values.map(\.position).min(by: isBefore) else { return }
    let place = "`\(text.id)` in `\(language)`"
    let shown = Set(wording.placeholders)
    // A translation may also show what it showed before, where that differs from the source.
    let own = Set(text.wordings[language]?.placeholders ?? [])
    let wanted = Set(source.placeholders)
    if shown == wanted || shown == own && text.wordings[language] != nil { return }
    for value in shown.subtracting(wanted).subtracting(own) {
      reader.report(
        .error, at: first, [],
        "\(place) shows `{\(value.rawValue)}`, but the line in the app's "
          + "own language does not")
    }
    for value in wanted.subtracting(shown) {
      reader.report(.error, at: first, [], "\(place) lacks `{\(value.rawValue)}`")
    }
  }

  /// Records the mistakes that a line has by itself.
  private func check(_ unit: StringCatalog.Unit) {
    let place = "`\(text.id)` in `\(language)`"
    if unit.value.isEmpty { reader.report(.error, at: unit.position, [], "\(place) is empty") }
    if unit.value.unicodeScalars.contains(where: isControl) {
      reader.report(.error, at: unit.position, [], "\(place) has a control character")
    }
    let known =
      LocalizedText.Placeholder.unnamed.map(\.rawValue)
      + (source?.placeholders ?? []).filter { $0.feature != nil }.map(\.rawValue)
    for case .unknown(let name) in LocalizedText.pieces(of: unit.value) {
      reader.report(
        .error, at: unit.position, [], "\(place): there is no value `{\(name)}`",
        nearest: nearestName(to: name, in: known))
    }
    if LocalizedText.hasOpenBrace(unit.value) {
      reader.report(
        .error, at: unit.position, [], "\(place): a brace is not closed",
        expected: "a value such as `{product.price}`")
    }
    let formats = unit.value.matches(of: /%(?:[0-9]+\$)?(?:@|l{0,2}[du]|arg)/).map { $0.output }
    if let format = formats.first,
      source?.forms.values.contains(where: { $0.contains(format) }) != true
    {
      reader.report(
        .error, at: unit.position, [], "\(place): nothing replaces `\(format)`",
        expected: "a value such as `{product.price}`")
    }
    for phrase in ToneRule(neverSay: phrases).phrases(in: unit.value) {
      reader.report(
        .error, at: unit.position, [],
        "\(place) says “\(phrase)”, which the tone list rules out")
    }
  }

  /// Whether a character is a control character that no line shows; a line feed starts a new line.
  private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n"
  }

  /// Whether a position comes before another.
  private func isBefore(_ left: YAMLNode.Position, _ right: YAMLNode.Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
