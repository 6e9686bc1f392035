public import Tollgate

/// The blueprint in the form that clients read.
///
/// It is signed for the app and for no customer, and the same for everyone, so that a client may cache it by its `ETag`
/// ([RFC 9110](https://www.rfc-editor.org/rfc/rfc9110), 8.8.3).
public struct BlueprintResponse: Hashable, Sendable {
  /// The format that this version writes and reads: 1.
  public static let format = 1

  /// The revision, also the response's `ETag` in quotation marks; clients compare it to detect a change.
  public let revision: String
  public let definition: Blueprint.Definition

  /// When it was signed to ship in an app; nil for a response of the server.
  public let bundledAt: Instant?

  public init(revision: String, definition: Blueprint.Definition, bundledAt: Instant? = nil) {
    self.revision = revision
    self.definition = definition
    self.bundledAt = bundledAt
  }
}

extension BlueprintResponse: Codable {
  private enum Key: String { case bundledAt, definition, format, revision }

  /// Decodes a response, and refuses one of another format.
  public init(from decoder: any Decoder) throws {
    let wire = try WireReader<Key>(decoder)
    guard try wire.decode(Int.self, forKey: .format) == Self.format else {
      throw wire.invalid(.format, "the blueprint is in a format of another version")
    }
    revision = try wire.decode(String.self, forKey: .revision)
    definition = try wire.decode(Blueprint.Definition.self, forKey: .definition)
    bundledAt = try wire.decodeIfPresent(Instant.self, forKey: .bundledAt)
  }

  public func encode(to encoder: any Encoder) throws {
    var wire = WireWriter<Key>(encoder)
    try wire.encodeIfPresent(bundledAt, forKey: .bundledAt)
    try wire.encode(Self.format, forKey: .format)
    try wire.encode(revision, forKey: .revision)
    try wire.encode(definition, forKey: .definition)
  }
}
