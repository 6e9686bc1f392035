/// A list of images.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging/getimagelistresponse>.
struct ImageList: Encodable, Sendable {
  struct Item: Encodable, Sendable {
    var imageIdentifier: String
    var imageState: ReviewState
    var imageSize: RetentionImage.Size
  }

  var imageIdentifiers: [Item]
}

/// A list of messages.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging/getmessagelistresponse>.
struct MessageList: Encodable, Sendable {
  struct Item: Encodable, Sendable {
    var messageIdentifier: String
    var messageState: ReviewState
  }

  var messageIdentifiers: [Item]
}

/// The message that shows by default.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging/defaultconfigurationresponse>.
struct DefaultMessage: Encodable, Sendable {
  var messageIdentifier: String
}

/// The URL that receives real-time requests.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging/realtimeurlresponse>.
struct RealtimeURL: Encodable, Sendable {
  var realtimeURL: String
}
