public import TollgateBlueprints

/// A blueprint file as it was last read, with what a check found in it.
public struct BlueprintReading: Sendable {
  /// Something wrong with the blueprint.
  public struct Problem: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
      /// A mistake, with which the file is refused.
      case error
      /// Something worth checking.
      case warning
      /// Something that the search of what the blueprint allows has found.
      case finding
    }

    public let kind: Kind
    /// The name of the file, which is a part's for a problem there.
    public let file: String
    /// The line, from 1; 0 for the file as a whole.
    public let line: Int
    /// What is wrong.
    public let text: String
    /// The line's text; nil for the file as a whole.
    public let source: String?
    /// The history that shows a finding; nil for anything else.
    public let history: String?

    public init(
      kind: Kind, file: String, line: Int, text: String, source: String?, history: String? = nil
    ) {
      self.kind = kind
      self.file = file
      self.line = line
      self.text = text
      self.source = source
      self.history = history
    }
  }

  /// The file's name.
  public let name: String
  /// The file's path, to which changes made beside the phone may be written; nil if they may not.
  public let path: String?
  /// The blueprint; nil if the file cannot be used as it is.
  public let file: BlueprintFile?
  /// What is wrong, in the order of the file.
  public let problems: [Problem]
  /// Whether what the blueprint allows has been searched for wrong decisions.
  public let isSearched: Bool
  /// What that search left out, as a list; nil before it.
  public let leftOut: String?
  /// Why this blueprint is played, if nobody has named it: it is an example, which nobody saves; nil for any other.
  public let note: String?

  public init(
    name: String, path: String? = nil, file: BlueprintFile?, problems: [Problem],
    isSearched: Bool, leftOut: String? = nil, note: String? = nil
  ) {
    self.name = name
    self.path = path
    self.file = file
    self.problems = problems
    self.isSearched = isSearched
    self.leftOut = leftOut
    self.note = note
  }
}
