public import Foundation
public import Tollgate

/// A blueprint that ships in an app, signed with the key of the app's server.
///
/// `tollgate bundle` writes it as one JSON file. The signed bytes are a ``BlueprintResponse`` with the instant of the
/// signature, so that a client can tell whether it has heard from the server since.
public struct BlueprintBundle: Hashable, Sendable {
  /// The format that this version writes and reads: 1.
  public static let format = 1
  /// The name of the file in an app, where the client looks for it.
  public static let fileName = "Tollgate.blueprint.json"

  public let app: Blueprint.App.ID
  /// The response, byte for byte as it was signed.
  public let body: Data
  /// The signature of the body for the app and for no customer, in Base64.
  public let signature: String

  /// Creates a bundle of bytes that were signed.
  public init(app: Blueprint.App.ID, body: Data, signature: String) {
    self.app = app
    self.body = body
    self.signature = signature
  }
}

extension BlueprintBundle: Codable {
  private enum Key: String, CodingKey { case app, body, format, signature }

  /// Decodes a bundle, and refuses one of another format.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard try container.decode(Int.self, forKey: .format) == Self.format else {
      throw DecodingError.dataCorruptedError(
        forKey: .format, in: container,
        debugDescription: "the blueprint is in a format of another version")
    }
    app = try container.decode(Blueprint.App.ID.self, forKey: .app)
    body = try container.decode(Data.self, forKey: .body)
    signature = try container.decode(String.self, forKey: .signature)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(app, forKey: .app)
    try container.encode(body, forKey: .body)
    try container.encode(Self.format, forKey: .format)
    try container.encode(signature, forKey: .signature)
  }
}
