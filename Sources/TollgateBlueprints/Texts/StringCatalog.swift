import Tollgate

/// Texts in the form of Apple's string catalogs, which Xcode and translation services edit.
///
/// The format is JSON; see [Localizing and varying text with a string
/// catalog](https://developer.apple.com/documentation/xcode/localizing-and-varying-text-with-a-string-catalog).
///
/// ```json
/// {
///   "sourceLanguage" : "en",
///   "strings" : {
///     "paywalls.plans.title" : {
///       "extractionState" : "manual",
///       "localizations" : {
///         "de" : { "stringUnit" : { "state" : "translated", "value" : "Weiterreden" } }
///       }
///     }
///   },
///   "version" : "1.0"
/// }
/// ```
struct StringCatalog: Sendable {
  /// The state of a line.
  enum State: String, CaseIterable, Sendable {
    /// The line can be used.
    case translated
    /// The line has to be reviewed before it is used.
    case needsReview = "needs_review"
    /// The line is not translated yet.
    case new
  }

  /// A line with its state.
  struct Unit: Sendable {
    /// Whether the line can be used.
    let state: State
    /// The line, with values in braces as the blueprint has them.
    let value: String
    /// Where it is in a catalog that was read.
    var position = YAMLNode.Position(line: 0, column: 0)
  }

  /// What a text says in one language.
  enum Localization: Sendable {
    case line(Unit)
    /// A line for each plural category.
    case plural([LocalizedText.PluralForm: Unit])
  }

  /// A text under its key.
  struct Entry: Sendable {
    /// The text, or its line for one number.
    let key: Key
    /// What translators should know.
    var comment: String?
    /// The lines by language.
    var localizations: [String: Localization] = [:]
    /// Where it is in a catalog that was read.
    var position = YAMLNode.Position(line: 0, column: 0)
  }

  /// The name of a text, or of its line for one number exactly: `days-left`, `days-left|=0`.
  ///
  /// A catalog has no form for an exact number, so such a line is an entry of its own.
  struct Key: Hashable, Sendable {
    /// The name of a shared text, or the path of an inline one.
    let text: LocalizedText.ID
    /// The exact number; nil for the text itself.
    var exactly: Int?

    var written: String {
      text.rawValue + (exactly.map { "|\(LocalizedText.PluralForm.exactly($0).rawValue)" } ?? "")
    }

    init(_ text: LocalizedText.ID, exactly number: Int? = nil) {
      self.text = text
      exactly = number
    }

    /// Reads a key; one without a known form is the name of a text.
    init(written: String) {
      let parts = written.split(separator: "|", omittingEmptySubsequences: false)
      if parts.count == 2,
        case .exactly(let number)? = LocalizedText.PluralForm(rawValue: String(parts[1]))
      {
        self.init(LocalizedText.ID(String(parts[0])), exactly: number)
      } else {
        self.init(LocalizedText.ID(written))
      }
    }
  }

  /// The app's own language.
  let sourceLanguage: String
  /// The texts.
  var entries: [Entry]
}

extension StringCatalog {
  /// The catalog's file, as Xcode writes it: with sorted keys and two spaces for each level.
  var text: String {
    let strings = entries.sorted { $0.key.written < $1.key.written }.map { entry in
      JSON.Member(entry.key.written, entry.json)
    }
    return JSON.object([
      JSON.Member("sourceLanguage", .string(sourceLanguage)),
      JSON.Member("strings", .object(strings)), JSON.Member("version", .string("1.0")),
    ]).text(colon: " : ") + "\n"
  }
}

extension StringCatalog.Entry {
  /// The entry; Xcode keeps a `manual` one, though no source file of the app has its key.
  fileprivate var json: JSON {
    let comment = comment.map { [JSON.Member("comment", .string($0))] } ?? []
    let languages = localizations.sorted { $0.key < $1.key }.map { JSON.Member($0, $1.json) }
    return .object(
      comment + [
        JSON.Member("extractionState", .string("manual")),
        JSON.Member("localizations", .object(languages)),
      ])
  }
}

extension StringCatalog.Localization {
  /// A `stringUnit`, or `variations` with one for each plural category.
  fileprivate var json: JSON {
    switch self {
    case .line(let unit): return unit.json
    case .plural(let units):
      let forms = units.sorted { $0.key.rawValue < $1.key.rawValue }
        .map { JSON.Member($0.rawValue, $1.json) }
      return .object([
        JSON.Member("variations", .object([JSON.Member("plural", .object(forms))]))
      ])
    }
  }
}

extension StringCatalog.Unit {
  /// The line with its state.
  fileprivate var json: JSON {
    .object([
      JSON.Member(
        "stringUnit",
        .object([
          JSON.Member("state", .string(state.rawValue)), JSON.Member("value", .string(value)),
        ]))
    ])
  }
}
