import Tollgate
import Yams

/// The new texts of a blueprint's files, in which some lines change.
///
/// | the text in the file | after a German line is imported |
/// |---|---|
/// | `title: Plans` | `title: { en: Plans, de: Pläne }` |
/// | `title: { en: Plans, de: Preise }` | `title: { en: Plans, de: Pläne }` |
/// | `title: Plans`, and a part with `language: de` | `paywalls.plans.title: Pläne` in that part |
struct TextEdit {
  /// Where a text is in the files.
  private struct Place {
    /// The number of the file.
    let file: Int
    /// The keys and positions that lead to it there.
    let path: [String]
  }

  let file: BlueprintFile
  /// Where mistakes are recorded.
  let reader: Reader

  /// The language of a text that is written as one line.
  private var language: String { file.blueprint.app.language }

  /// Returns the files' texts, in order.
  func texts(with changes: [TextChange]) -> [String] {
    var layouts: [Int: YAMLLayout] = [:]
    for change in changes {
      guard let place = place(of: change) else { continue }
      guard let layout = layouts[place.file] ?? layout(of: place.file) else { continue }
      layouts[place.file] = layout
      write(change, at: place, in: layout)
    }
    return file.sources.enumerated().map { number, source in
      layouts[number].map { YAMLWriter.text(of: $0) } ?? source.text
    }
  }

  /// The layout of a file; nil if writing it again would change more than texts, which is recorded.
  private func layout(of number: Int) -> YAMLLayout? {
    let source = file.sources[number]
    let isTidy = (try? YAMLLayout.read(source.text)).map(YAMLWriter.text) == source.text
    if isTidy, let layout = try? YAMLLayout.read(source.text) { return layout }
    reader.diagnostics.append(
      BlueprintDiagnostic(
        file: source.name, line: 0, column: 0,
        message: "the file is not in the house style, so the import would change more than texts",
        expected: "`tollgate fmt` first"))
    return nil
  }

  /// Where a line is, or where its text is if it has none in the language.
  private func place(of change: TextChange) -> Place? {
    let name = change.text.rawValue
    let inline = file.notes.inlineNodes[change.text]
    for (number, source) in file.sources.enumerated() {
      guard let node = source.root["texts"]?[name] else { continue }
      let holds =
        source.language.map { $0 == change.language } ?? node.has(change.language, own: language)
      if holds { return Place(file: number, path: ["texts", name]) }
    }
    if let inline, inline.has(change.language, own: language) || inline.isInList {
      return Place(file: inline.position.part, path: inline.path)
    }
    if let number = file.sources.firstIndex(where: { $0.language == change.language }) {
      return Place(file: number, path: ["texts", name])
    }
    if let inline { return Place(file: inline.position.part, path: inline.path) }
    let number = file.sources.firstIndex {
      $0.language == nil && $0.root["texts"]?[name] != nil
    }
    if let number { return Place(file: number, path: ["texts", name]) }
    reader.report(
      .error, at: YAMLNode.Position(line: 1, column: 1), [],
      "no file of the blueprint can hold `\(name)` in `\(change.language)`",
      expected: "a part with `language: \(change.language)`")
    return nil
  }

  /// Writes a line.
  private func write(_ change: TextChange, at place: Place, in layout: YAMLLayout) {
    guard let entry = layout.entry(at: place.path) else { return }
    guard file.sources[place.file].language == nil else { return entry.say(change.wording) }
    switch entry.value {
    case .scalar where change.language == language && change.wording.count == nil:
      entry.say(change.wording)
    case .scalar(let own):
      let map = YAMLLayout.Container(isList: false, isFlow: true, owner: entry)
      entry.value = .container(map)
      map.entry(named: language).value = .scalar(
        WrittenScalar(text: own.text, style: .doubleQuoted))
      map.entry(named: change.language).say(change.wording)
    case .container(let map): map.entry(named: change.language).say(change.wording)
    }
  }
}

extension YAMLNode {
  /// Whether a text has a line in a language; one line is in the app's own.
  fileprivate func has(_ language: String, own: String) -> Bool {
    entries == nil ? language == own : self[language] != nil
  }
}

extension YAMLLayout {
  /// The entry at a path; the last key of it, and `texts`, are added if they are missing.
  fileprivate func entry(at path: [String]) -> Entry? {
    var container = root
    for (index, component) in path.enumerated() {
      let isLast = index == path.count - 1
      let entry: Entry
      if container.isList {
        guard let position = Int(component), container.entries.indices.contains(position) else {
          return nil
        }
        entry = container.entries[position]
      } else {
        entry = container.entry(named: component)
      }
      if isLast { return entry }
      if case .scalar(let own) = entry.value, own.text.isEmpty {
        entry.value = .container(
          YAMLLayout.Container(isList: false, isFlow: false, owner: entry))
      }
      guard case .container(let inner) = entry.value else { return nil }
      container = inner
    }
    return nil
  }
}

extension YAMLLayout.Container {
  /// The entry of a key, which is added at the end, or before the first key that `isBefore` names, if it is missing.
  fileprivate func entry(
    named key: String, before isBefore: (String) -> Bool = { _ in false }
  ) -> YAMLLayout.Entry {
    if let entry = entries.first(where: { $0.key?.text == key }) { return entry }
    let entry = YAMLLayout.Entry(
      key: WrittenScalar(text: key, style: .doubleQuoted), start: 0, flow: nil, container: self)
    let index = entries.firstIndex { $0.key.map { isBefore($0.text) } ?? false }
    entries.insert(entry, at: index ?? entries.endIndex)
    return entry
  }
}

extension YAMLLayout.Entry {
  /// Writes a wording as the value: a line, or a map with `count` and the forms.
  fileprivate func say(_ wording: LocalizedText.Wording) {
    guard let count = wording.count else {
      if let line = wording.forms[.other] { say(line) }
      return
    }
    let map: YAMLLayout.Container
    if case .container(let own) = value {
      map = own
    } else {
      map = YAMLLayout.Container(isList: false, isFlow: true, owner: self)
      value = .container(map)
    }
    map.entry(named: "count").say(count.rawValue)
    let order = ["=0", "=1"] + LocalizedText.PluralForm.categories.map(\.rawValue)
    for (index, form) in order.enumerated() {
      guard let line = LocalizedText.PluralForm(rawValue: form).flatMap({ wording.forms[$0] })
      else {
        continue
      }
      map.entry(named: form) { order[(index + 1)...].contains($0) }.say(line)
    }
  }

  /// Writes a line as the value; one that has not changed keeps its notation.
  private func say(_ line: String) {
    var style = Node.Scalar.Style.doubleQuoted
    if case .scalar(let own) = value {
      if own.text == line { return }
      if own.style == .literal || own.style == .folded { style = own.style }
    }
    value = .scalar(WrittenScalar(text: line, style: style))
  }
}
