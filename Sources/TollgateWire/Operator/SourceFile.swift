/// A file that a blueprint was read from, as it was written.
public struct SourceFile: Hashable, Sendable, Codable {
  /// The name of the blueprint's file, or the path of another one below its folder.
  public let path: String
  public let text: String

  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
