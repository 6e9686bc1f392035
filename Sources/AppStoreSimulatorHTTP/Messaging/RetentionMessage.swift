import TollgateAppStore

/// An uploaded message for customers who are about to cancel a subscription.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging/uploadmessagerequestbody>.
struct RetentionMessage: Hashable, Sendable {
  enum HeaderPosition: String, Encodable, Sendable {
    /// Between the image and the body.
    case aboveBody = "ABOVE_BODY"

    /// Above the image, which is then required.
    case aboveImage = "ABOVE_IMAGE"
  }

  /// An image with its alternative text.
  struct Image: Hashable, Encodable, Sendable {
    var imageIdentifier: String

    /// At most 150 characters.
    var altText: String
  }

  /// An item of the message's list.
  struct BulletPoint: Hashable, Encodable, Sendable {
    /// At most 66 characters.
    var text: String

    /// The image in place of the bullet.
    var imageIdentifier: String
    var altText: String
  }

  /// The greatest numbers of characters, and of bullet points.
  static let headerLimit = 66
  static let bodyLimit = 144
  static let altTextLimit = 150
  static let bulletPointLimit = 5
  static let bulletPointTextLimit = 66

  /// The UUID under which it was uploaded, in lower case.
  let messageIdentifier: String
  let header: String
  let body: String
  let headerPosition: HeaderPosition

  /// The image; nil for a message of text alone.
  let image: Image?

  /// At most five.
  let bulletPoints: [BulletPoint]

  /// Apple's decision about it.
  var state: ReviewState

  /// Reads an upload.
  ///
  /// - Parameters:
  ///   - id: The message's UUID.
  ///   - images: The uploaded images by their UUIDs.
  ///   - state: Apple's decision about the message.
  /// - Throws: Apple's error for the first field that is invalid.
  init(
    _ fields: [String: JSONValue], id: String, images: [String: RetentionImage], state: ReviewState
  ) throws(ServerAPIRefusal) {
    messageIdentifier = id
    self.state = state
    header = try Self.text("header", of: fields, upTo: Self.headerLimit, or: .headerTooLong)
    body = try Self.text("body", of: fields, upTo: Self.bodyLimit, or: .bodyTooLong)
    var picture: Image?
    if let value = fields["image"], value != .null {
      picture = try Self.image(of: value.fields, size: .fullSize, in: images)
    }
    image = picture
    headerPosition = try Self.headerPosition(fields["headerPosition"])
    guard headerPosition == .aboveBody || image != nil else {
      throw ServerAPIRefusal(.aboveImageRequiresImage)
    }
    bulletPoints = try Self.bulletPoints(fields["bulletPoints"], images)
  }

  /// The UUIDs of the images that it shows.
  var imageIdentifiers: [String] {
    (image.map { [$0.imageIdentifier] } ?? []) + bulletPoints.map(\.imageIdentifier)
  }

  private static func headerPosition(
    _ value: JSONValue?
  ) throws(ServerAPIRefusal) -> HeaderPosition {
    guard let value, value != .null else { return .aboveBody }
    guard let position = value.text.flatMap(HeaderPosition.init(rawValue:)) else {
      throw ServerAPIRefusal(
        .generalBadRequest, "`headerPosition` must be ABOVE_BODY or ABOVE_IMAGE.")
    }
    return position
  }

  private static func bulletPoints(
    _ value: JSONValue?, _ images: [String: RetentionImage]
  ) throws(ServerAPIRefusal) -> [BulletPoint] {
    guard let value, value != .null else { return [] }
    guard case .array(let elements) = value else {
      throw ServerAPIRefusal(.generalBadRequest, "`bulletPoints` must be an array.")
    }
    guard elements.count <= bulletPointLimit else {
      throw ServerAPIRefusal(.tooManyBulletPoints)
    }
    var points: [BulletPoint] = []
    for element in elements {
      let text = try text(
        "text", of: element.fields, upTo: bulletPointTextLimit, or: .bulletPointTextTooLong)
      let image = try image(of: element.fields, size: .bulletPoint, in: images)
      points.append(
        BulletPoint(text: text, imageIdentifier: image.imageIdentifier, altText: image.altText))
    }
    return points
  }

  /// The image that an object names, which must have been uploaded in the size for its place.
  private static func image(
    of fields: [String: JSONValue], size: RetentionImage.Size, in images: [String: RetentionImage]
  ) throws(ServerAPIRefusal) -> Image {
    guard let id = fields["imageIdentifier"]?.text, IdentifierFormat.isUUID(id) else {
      throw ServerAPIRefusal(.generalBadRequest, "`imageIdentifier` must be a UUID.")
    }
    let altText = try text("altText", of: fields, upTo: altTextLimit, or: .altTextTooLong)
    guard let image = images[id.lowercased()] else { throw ServerAPIRefusal(.imageNotFound) }
    guard image.size == size else {
      throw ServerAPIRefusal(
        .invalidImageSize, "The image \(id) was uploaded as \(image.size.rawValue).")
    }
    return Image(imageIdentifier: id.lowercased(), altText: altText)
  }

  /// A required text.
  private static func text(
    _ name: String, of fields: [String: JSONValue], upTo limit: Int, or code: ServerAPIErrorCode
  ) throws(ServerAPIRefusal) -> String {
    guard let text = fields[name]?.text, !text.isEmpty else {
      throw ServerAPIRefusal(.generalBadRequest, "`\(name)` must be a string that is not empty.")
    }
    guard text.count <= limit else { throw ServerAPIRefusal(code) }
    return text
  }
}

extension RetentionMessage: Encodable {
  private enum CodingKeys: String, CodingKey {
    case messageIdentifier, header, body, headerPosition, image, bulletPoints
  }
}

extension JSONValue {
  /// The members of an object; empty for anything else.
  var fields: [String: JSONValue] {
    if case .object(let fields) = self { fields } else { [:] }
  }
}
