import Tollgate
import TollgateWire

/// What a form edits.
struct EditedRevision: Sendable {
  /// Its number, or `proposal`, as paths name it.
  let argument: String
  let stored: StoredBlueprint
  /// The hash of what was proposed when the form was opened; empty if nothing was.
  let proposal: String

  /// What it is called in a sentence.
  var name: String {
    argument == RecordedRevision.proposal ? "the proposal" : "revision \(argument)"
  }
}

/// The files of a revision in a form, with what is wrong with them.
struct EditPage: Sendable {
  struct Text: Sendable {
    let index: Int
    let path: String
    let text: String
  }

  /// What was found at a line.
  struct Remark: Sendable {
    let place: String
    /// The line; nil if it is about no line.
    let code: String?
    let sentence: String
  }

  /// What a check found.
  struct Check: Sendable {
    let remarks: [Remark]
  }

  let name: String
  let action: String
  let back: String
  let formToken: String
  /// The hash of the files that are edited.
  let revision: String
  /// The hash of the proposal that the person knows of; empty without one.
  private(set) var proposal: String
  let note: String
  let texts: [Text]
  /// The files that stay as they are; nil without any.
  let others: String?
  /// Nil until the files were checked.
  private(set) var check: Check?
  /// Why they were not proposed.
  var refusal: String?

  init(
    _ edited: EditedRevision, _ files: [SourceFile], note: String, for visit: AdminVisit
  ) {
    name = edited.name
    back = "\(AdminPath.blueprint(of: visit.app.id))/\(edited.argument)"
    action = "\(back)/edit"
    revision = edited.stored.revision
    proposal = edited.proposal
    formToken = visit.formToken
    self.note = note
    texts = files.enumerated().filter { Self.isText($0.offset, $0.element) }.map {
      Text(index: $0.offset, path: $0.element.path, text: $0.element.text)
    }
    let fixed = files.enumerated().filter { !Self.isText($0.offset, $0.element) }
    others = fixed.isEmpty ? nil : fixed.map(\.element.path).joined(separator: ", ")
  }

  /// Whether a file is YAML, which people write by hand.
  private static func isText(_ index: Int, _ file: SourceFile) -> Bool {
    index == 0 || file.path.hasSuffix(".yml") || file.path.hasSuffix(".yaml")
  }

  /// How many bytes a form has room for besides its files: the note, and what a person adds.
  private static let room = 16 * 1024

  /// Whether the files fit into a body as browsers send forms, with room for more.
  ///
  /// Letters, digits, spaces and `*-._` are sent as one byte, and every other byte as three, a line break as two of them.
  static func fits(_ files: [SourceFile], within bodyLimit: Int) -> Bool {
    let texts = files.enumerated().filter { isText($0.offset, $0.element) }.map(\.element.text.utf8)
    let limit = bodyLimit - room
    // Without counting megabytes one by one.
    guard texts.reduce(0, { $0 + $1.count }) <= limit else { return false }
    var size = 0
    for byte in texts.joined() {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "*"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        size += 1
      case UInt8(ascii: "\n"): size += 6
      case UInt8(ascii: "\r"): break
      default: size += 3
      }
    }
    return size <= limit
  }

  /// The files with the texts of a form, whose line breaks a browser has changed.
  static func edited(_ files: [SourceFile], by fields: [String: String]) -> [SourceFile] {
    files.enumerated().map { index, file in
      guard isText(index, file), let text = fields["file\(index)"] else { return file }
      let keepsBreaks = file.text.contains("\r\n")
      return SourceFile(
        path: file.path, text: keepsBreaks ? text : text.replacing("\r\n", with: "\n"))
    }
  }

  /// Says that the proposal is another one than when the form was opened; from then on the person knows of it.
  mutating func show(_ other: BlueprintProposal?) {
    proposal = other?.revision ?? ""
    refusal =
      if let other {
        "\(other.author) has proposed another blueprint since this page was opened: look at it first. Propose replaces it."
      } else {
        "What was proposed when this page was opened has been published or withdrawn since. Propose proposes these files nevertheless."
      }
  }

  /// Shows what was found, each with the line that it is about.
  mutating func show(_ findings: [String], in files: [SourceFile]) {
    check = Check(
      remarks: findings.map { finding in
        for file in files {
          guard let (line, sentences) = RevisionPage.remarks(in: file.path, [finding]).first,
            let sentence = sentences.first
          else { continue }
          let lines = file.text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
          return Remark(
            place: "\(file.path), line \(line)",
            code: lines.indices.contains(line - 1) ? String(lines[line - 1]) : nil,
            sentence: sentence)
        }
        return Remark(place: name, code: nil, sentence: finding)
      })
  }
}
