import TollgateAppStore

/// The error numbers of the Retention Messaging API.
///
/// Follow <https://developer.apple.com/documentation/retentionmessaging/error-codes>.
extension ServerAPIErrorCode {
  /// The uploaded image is not an opaque PNG image of the right size.
  static let invalidImage = Self(rawValue: 4_000_161)

  /// A text of a message is too long.
  static let headerTooLong = Self(rawValue: 4_000_162)
  static let bodyTooLong = Self(rawValue: 4_000_163)
  static let altTextTooLong = Self(rawValue: 4_000_175)
  static let bulletPointTextTooLong = Self(rawValue: 4_000_219)

  /// The locale of a default message is invalid.
  static let invalidLocale = Self(rawValue: 4_000_164)

  /// The request does not name a subscription to test with, or the store is not a sandbox.
  static let invalidPerformanceTestRequest = Self(rawValue: 4_000_211)

  /// The identifier of a performance test is not a UUID.
  static let invalidPerformanceTestID = Self(rawValue: 4_000_212)

  /// A performance test is already running.
  static let existingPerformanceTestRun = Self(rawValue: 4_000_213)

  /// The URL for real-time requests is invalid.
  static let invalidRealtimeURL = Self(rawValue: 4_000_215)

  /// The size is unknown, or an image was uploaded for another place.
  static let invalidImageSize = Self(rawValue: 4_000_216)

  /// The message has more than five bullet points.
  static let tooManyBulletPoints = Self(rawValue: 4_000_218)

  /// The header is above an image, which the message does not have.
  static let aboveImageRequiresImage = Self(rawValue: 4_000_224)

  /// The app already has the maximum number of images or messages.
  static let maximumNumberOfImagesReached = Self(rawValue: 4_030_014)
  static let maximumNumberOfMessagesReached = Self(rawValue: 4_030_016)

  /// The message for a default, or one of its images, is not approved.
  static let messageNotApproved = Self(rawValue: 4_030_017)
  static let imageNotApproved = Self(rawValue: 4_030_018)

  /// A message uses the image.
  static let imageInUse = Self(rawValue: 4_030_019)

  /// A URL for production needs a performance test that passed in the sandbox.
  static let noPassingTest = Self(rawValue: 4_030_026)

  /// There is no such image, message, performance test, default message or URL.
  static let imageNotFound = Self(rawValue: 4_040_014)
  static let messageNotFound = Self(rawValue: 4_040_015)
  static let performanceTestRunNotFound = Self(rawValue: 4_040_018)
  static let defaultMessageNotFound = Self(rawValue: 4_040_020)
  static let realtimeURLNotFound = Self(rawValue: 4_040_021)

  /// An image or a message with the identifier already exists.
  static let imageAlreadyExists = Self(rawValue: 4_090_000)
  static let messageAlreadyExists = Self(rawValue: 4_090_001)
}
