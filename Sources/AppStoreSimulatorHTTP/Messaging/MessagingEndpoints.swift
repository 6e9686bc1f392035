import AppStoreSimulator
import TollgateAppStore

/// The endpoints of the Retention Messaging API for images, messages, defaults and the URL.
///
/// An upload can be shown once it is approved; see ``ReviewState``.
enum MessagingEndpoints {
  /// The greatest number of characters in a URL.
  static let urlLimit = 256

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/upload-image>.
  ///
  /// The body is the image. `imageSize` says whether it is for a message, which is the default, or for a bullet point.
  static func uploadImage(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) {
    let id = try identifier(call.parameter("image"))
    let sizes: [RetentionImage.Size] = try call.values("imageSize", or: .invalidImageSize)
    let image = try RetentionImage(
      call.data, for: sizes.first ?? .fullSize, state: messaging.firstState)
    guard messaging.images[id] == nil else { throw ServerAPIRefusal(.imageAlreadyExists) }
    guard messaging.images.count < RetentionMessaging.uploadLimit else {
      throw ServerAPIRefusal(.maximumNumberOfImagesReached)
    }
    messaging.images[id] = image
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/delete-image>.
  ///
  /// Fails with `imageInUse` while a message uses the image.
  static func deleteImage(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) {
    let id = try identifier(call.parameter("image"))
    guard messaging.images[id] != nil else { throw ServerAPIRefusal(.imageNotFound) }
    guard !messaging.messages.values.contains(where: { $0.imageIdentifiers.contains(id) }) else {
      throw ServerAPIRefusal(.imageInUse)
    }
    messaging.images[id] = nil
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/get-image-list>, by identifier.
  static func imageList(_ messaging: isolated RetentionMessaging) -> ImageList {
    let images = messaging.images.sorted { $0.key < $1.key }
    return ImageList(
      imageIdentifiers: images.map { id, image in
        ImageList.Item(imageIdentifier: id, imageState: image.state, imageSize: image.size)
      })
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/upload-message>.
  ///
  /// The message's images must have been uploaded already.
  static func uploadMessage(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) {
    let id = try identifier(call.parameter("message"))
    let message = try RetentionMessage(
      try call.body(), id: id, images: messaging.images, state: messaging.firstState)
    guard messaging.messages[id] == nil else { throw ServerAPIRefusal(.messageAlreadyExists) }
    guard messaging.messages.count < RetentionMessaging.uploadLimit else {
      throw ServerAPIRefusal(.maximumNumberOfMessagesReached)
    }
    messaging.messages[id] = message
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/delete-message>.
  ///
  /// The message also stops being the default of any product.
  static func deleteMessage(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) {
    let id = try identifier(call.parameter("message"))
    guard messaging.messages.removeValue(forKey: id) != nil else {
      throw ServerAPIRefusal(.messageNotFound)
    }
    messaging.defaults = messaging.defaults.filter { $0.value != id }
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/get-message-list>, by identifier.
  static func messageList(_ messaging: isolated RetentionMessaging) -> MessageList {
    let messages = messaging.messages.sorted { $0.key < $1.key }
    return MessageList(
      messageIdentifiers: messages.map { id, message in
        MessageList.Item(messageIdentifier: id, messageState: message.state)
      })
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/configure-default-message>.
  ///
  /// The message and its images must be approved.
  static func setDefault(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) {
    let key = try defaultKey(call, messaging.simulator)
    guard let id = try call.body()["messageIdentifier"]?.text, IdentifierFormat.isUUID(id) else {
      throw ServerAPIRefusal(.generalBadRequest, "`messageIdentifier` must be a UUID.")
    }
    switch messaging.message(id) {
    case .approved(let message): messaging.defaults[key] = message.messageIdentifier
    case .unknown: throw ServerAPIRefusal(.messageNotFound)
    case .notApproved: throw ServerAPIRefusal(.messageNotApproved)
    case .imageNotApproved: throw ServerAPIRefusal(.imageNotApproved)
    }
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/get-default-message>.
  static func getDefault(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) -> DefaultMessage {
    guard let id = messaging.defaults[try defaultKey(call, messaging.simulator)] else {
      throw ServerAPIRefusal(.defaultMessageNotFound)
    }
    return DefaultMessage(messageIdentifier: id)
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/delete-default-message>.
  static func deleteDefault(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) {
    let key = try defaultKey(call, messaging.simulator)
    guard messaging.defaults.removeValue(forKey: key) != nil else {
      throw ServerAPIRefusal(.defaultMessageNotFound)
    }
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/configure-realtime-url>.
  ///
  /// The URL must begin with `https://`, as <https://developer.apple.com/documentation/retentionmessaging/realtimeurl>
  /// says, and name a host. Unlike Apple it may also begin with `http://`, for servers on the same machine. In production
  /// it fails with `noPassingTest`, because tests run in the sandbox, and a store has one environment.
  static func setURL(
    _ call: ServerAPICall, _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) {
    guard let url = try call.body()["realtimeURL"]?.text, url.count <= urlLimit,
      StoreService.isAddress(url)
    else { throw ServerAPIRefusal(.invalidRealtimeURL) }
    guard messaging.simulator.environment != .production else {
      throw ServerAPIRefusal(.noPassingTest)
    }
    messaging.realtimeURL = url
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/get-realtime-url>.
  static func getURL(
    _ messaging: isolated RetentionMessaging
  ) throws(ServerAPIRefusal) -> RealtimeURL {
    guard let url = messaging.realtimeURL else { throw ServerAPIRefusal(.realtimeURLNotFound) }
    return RealtimeURL(realtimeURL: url)
  }

  /// Answers <https://developer.apple.com/documentation/retentionmessaging/delete-realtime-url>.
  static func deleteURL(_ messaging: isolated RetentionMessaging) throws(ServerAPIRefusal) {
    guard messaging.realtimeURL != nil else { throw ServerAPIRefusal(.realtimeURLNotFound) }
    messaging.realtimeURL = nil
  }

  /// A UUID of the path, in lower case.
  private static func identifier(_ text: String) throws(ServerAPIRefusal) -> String {
    guard IdentifierFormat.isUUID(text) else {
      throw ServerAPIRefusal(.generalBadRequest, "The identifier in the path must be a UUID.")
    }
    return text.lowercased()
  }

  /// The product and the locale of the path; the product must be a subscription.
  private static func defaultKey(
    _ call: ServerAPICall, _ simulator: AppStoreSimulator
  ) throws(ServerAPIRefusal) -> RetentionMessaging.DefaultKey {
    let (product, locale) = (call.parameter("product"), call.parameter("locale"))
    guard simulator.configuration.subscription(product) != nil else {
      throw ServerAPIRefusal(.invalidProductID)
    }
    guard IdentifierFormat.storeLocales.contains(locale) else {
      throw ServerAPIRefusal(.invalidLocale)
    }
    return RetentionMessaging.DefaultKey(productID: product, locale: locale)
  }
}
