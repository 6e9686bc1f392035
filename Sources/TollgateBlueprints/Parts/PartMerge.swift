/// Merges the files of a blueprint into one tree.
///
/// Sections that map names to values, such as `features`, are merged. A name that two files define is a mistake, as is
/// any other section in two files. Only a text may be in several files, in a different language in each.
///
/// ```yaml
/// # coach.yml                      # texts/de.yml
/// parts: texts/de.yml              language: de
/// texts:                           texts:
///   plan.free: You are free          plan.free: Du bist frei
/// ```
struct PartMerge {
  /// The language of texts that are written as one line in a file without a language.
  let language: String
  /// Where mistakes are recorded.
  let reader: Reader

  /// Returns the tree of a blueprint and its parts.
  static func tree(of sources: [BlueprintSource], _ reader: Reader) -> YAMLNode {
    let main = sources[0].root
    guard sources.count > 1, var entries = main.entries else { return main }
    let merge = PartMerge(language: language(of: sources), reader: reader)
    for (number, source) in sources.enumerated().dropFirst() {
      merge.add(source, number: number, to: &entries)
    }
    return YAMLNode(content: .map(entries), position: main.position, path: main.path)
  }

  /// The app's language, which may be in any of the files.
  static func language(of sources: [BlueprintSource]) -> String {
    let codes = sources.lazy.compactMap { source -> String? in
      guard case .scalar(let code, .text)? = source.root["app"]?["language"]?.content else {
        return nil
      }
      return code
    }
    return codes.first ?? "en"
  }

  /// The sections that may be in several files: maps from names that the author chooses.
  private static let named: Set = [
    "attributes", "conditions", "credits", "experiments", "features", "grants", "milestones",
    "nudges", "paywalls", "placements", "products", "profile", "prompts", "teams", "texts",
    "trials",
  ]

  /// Adds a part's sections.
  private func add(_ part: BlueprintSource, number: Int, to entries: inout [YAMLNode.Entry]) {
    if let language = part.language, let node = part.root["language"] {
      reader.blueprint.partLanguages[number] = YAMLNode.Entry(
        key: language, position: node.position, value: node)
    }
    for entry in part.root.entries ?? [] {
      switch entry.key {
      case "parts":
        reader.report(
          .error, at: entry.position, entry.value.path,
          "a part cannot have parts; list them in \(reader.file)")
      case "language":
        if part.language == nil {
          reader.unexpected(entry.value, expected: NameRule.languages.expected)
        }
      case _ where part.language != nil && entry.key != "texts":
        reader.report(
          .error, at: entry.position, entry.value.path,
          "a part with a `language` has no key `\(entry.key)`", expected: "`language` and `texts`")
      case "texts":
        add(texts(entry, in: part.language), to: &entries, merging: textEntry)
      default:
        add(entry, to: &entries) { first, second in
          reader.error(at: second, duplicateOf: first.position)
          return nil
        }
      }
    }
  }

  /// Adds a section, or its entries if another file has the section too.
  ///
  /// `merging` returns the entry for two of one name, or nil if it recorded a mistake.
  private func add(
    _ section: YAMLNode.Entry, to entries: inout [YAMLNode.Entry],
    merging: (YAMLNode.Entry, YAMLNode.Entry) -> YAMLNode.Entry?
  ) {
    guard let index = entries.firstIndex(where: { $0.key == section.key }) else {
      entries.append(section)
      return
    }
    let first = entries[index]
    guard Self.named.contains(section.key), var own = first.value.entries,
      let others = section.value.entries
    else {
      reader.error(at: section, duplicateOf: first.position)
      return
    }
    for entry in others {
      if let position = own.firstIndex(where: { $0.key == entry.key }) {
        if let merged = merging(own[position], entry) { own[position] = merged }
      } else {
        own.append(entry)
      }
    }
    entries[index] = first.with(.map(own))
  }

  /// Returns the texts of a part as maps from languages to lines.
  private func texts(_ section: YAMLNode.Entry, in language: String?) -> YAMLNode.Entry {
    guard let language, let texts = section.value.entries else { return section }
    return section.with(.map(texts.map { $0.wrapped(in: language) }))
  }

  /// Returns a text with the languages of both files.
  private func textEntry(
    _ first: YAMLNode.Entry, _ second: YAMLNode.Entry
  ) -> YAMLNode.Entry? {
    let one = first.value.entries == nil ? first.wrapped(in: language) : first
    let other = second.value.entries == nil ? second.wrapped(in: language) : second
    var languages = one.value.entries ?? []
    for entry in other.value.entries ?? [] {
      if let known = languages.first(where: { $0.key == entry.key }) {
        reader.error(
          at: YAMLNode.Entry(key: first.key, position: entry.position, value: entry.value),
          duplicateOf: known.position)
      } else {
        languages.append(entry)
      }
    }
    return one.with(.map(languages))
  }
}

extension YAMLNode.Entry {
  /// Returns the entry with another value at the same position.
  fileprivate func with(_ content: YAMLNode.Content) -> Self {
    Self(
      key: key, position: position,
      value: YAMLNode(content: content, position: value.position, path: value.path))
  }

  /// Returns a line as a map with one language.
  fileprivate func wrapped(in language: String) -> Self {
    let line = value.moved(to: value.path + [language])
    return Self(
      key: key, position: position,
      value: YAMLNode(
        content: .map([Self(key: language, position: position, value: line)]),
        position: position, path: value.path))
  }
}
