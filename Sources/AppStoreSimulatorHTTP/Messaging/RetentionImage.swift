import Foundation
import TollgateAppStore

/// Apple's decision about an uploaded image or message.
///
/// The sandbox approves every upload at once. In production an upload waits for the control action `review`.
enum ReviewState: String, Encodable, Sendable {
  /// Not reviewed yet.
  case pending = "PENDING"

  /// May be shown.
  case approved = "APPROVED"

  /// May not be shown.
  case rejected = "REJECTED"
}

/// An uploaded image for retention messages, whose pixels the store does not keep.
struct RetentionImage: Hashable, Sendable {
  /// What an image is for.
  ///
  /// Follows <https://developer.apple.com/documentation/retentionmessaging/imagesize>.
  enum Size: String, Encodable, Sendable {
    /// A message.
    case fullSize = "FULL_SIZE"

    /// A bullet point of a message.
    case bulletPoint = "BULLET_POINT"

    /// The valid widths and heights, in pixels.
    fileprivate var pixels: (width: Int, height: ClosedRange<Int>) {
      switch self {
      case .fullSize: (3840, 160...2160)
      case .bulletPoint: (1024, 1024...1024)
      }
    }

    /// The valid widths and heights in words.
    fileprivate var description: String {
      switch self {
      case .fullSize: "3840 pixels wide and 160 to 2160 pixels high"
      case .bulletPoint: "1024 pixels wide and high"
      }
    }
  }

  /// The greatest number of bytes in an image: 20 MiB.
  ///
  /// Apple does not document a limit.
  static let byteLimit = 20 * 1024 * 1024

  let size: Size

  /// Apple's decision about it.
  var state: ReviewState

  /// Checks an upload.
  ///
  /// - Parameter data: The body of the request; nil if it has more than ``byteLimit`` bytes.
  /// - Throws: `invalidImage` unless it is an opaque PNG image of the size.
  init(_ data: Data?, for size: Size, state: ReviewState) throws(ServerAPIRefusal) {
    guard let data else {
      throw ServerAPIRefusal(.invalidImage, "The image has more than \(Self.byteLimit) bytes.")
    }
    guard let header = PNGHeader(data) else {
      throw ServerAPIRefusal(.invalidImage, "The body is not a PNG image.")
    }
    guard !header.hasTransparency else {
      throw ServerAPIRefusal(.invalidImage, "The image has transparency; it must be opaque.")
    }
    guard header.width == size.pixels.width, size.pixels.height.contains(header.height) else {
      throw ServerAPIRefusal(
        .invalidImage,
        "The image has \(header.width) × \(header.height) pixels; it must be \(size.description).")
    }
    self.size = size
    self.state = state
  }
}
