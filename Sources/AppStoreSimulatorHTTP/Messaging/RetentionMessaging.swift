import AppStoreSimulator
import TollgateAppStore

/// The retention messages of the app: what was uploaded, the defaults, and the URL for real-time requests.
///
/// Follows <https://developer.apple.com/documentation/retentionmessaging>.
actor RetentionMessaging {
  /// The greatest number of images, and of messages.
  static let uploadLimit = 2_000

  /// How long the store waits for the app's server.
  static let timeLimit = Duration.milliseconds(700)

  nonisolated let simulator: AppStoreSimulator
  let requester: RetentionRequester

  /// The uploads by their UUIDs, in lower case.
  var images: [String: RetentionImage] = [:]
  var messages: [String: RetentionMessage] = [:]

  /// The UUIDs of the default messages.
  var defaults: [DefaultKey: String] = [:]

  /// The URL for real-time requests; nil if it is not set.
  var realtimeURL: String?

  var performanceTests: [String: PerformanceTest] = [:]

  /// The performance test that is running; nil if there isn't one.
  var runningTest: Task<Void, Never>?

  /// How many identifiers were made.
  private var identifierCount = 0

  /// The messaging of an app that has not uploaded anything.
  init(_ simulator: AppStoreSimulator, requester: RetentionRequester) {
    self.simulator = simulator
    self.requester = requester
  }

  /// Where a default message shows.
  struct DefaultKey: Hashable {
    var productID: String
    var locale: String
  }

  /// A message that an app's server or a default names.
  enum Lookup {
    case approved(RetentionMessage)
    case unknown
    case notApproved
    case imageNotApproved
  }

  /// The message with a UUID, and whether it may be shown with its images.
  func message(_ id: String) -> Lookup {
    guard let message = messages[id.lowercased()] else { return .unknown }
    guard message.state == .approved else { return .notApproved }
    guard message.imageIdentifiers.allSatisfy({ images[$0]?.state == .approved }) else {
      return .imageNotApproved
    }
    return .approved(message)
  }

  /// The default message for a customer: that of the locale, or else of the locale without its last subtags, such as
  /// `zh-Hans` for `zh-Hans-CN`, or else of the language in another region, such as `de-DE` for `de-AT`.
  ///
  /// - Returns: The message; nil unless there is one that is approved.
  func defaultMessage(for productID: String, in locale: String) -> RetentionMessage? {
    let subtags = locale.split(separator: "-")
    let shorter = (1...max(1, subtags.count)).reversed()
      .map { subtags.prefix($0).joined(separator: "-") }
    // Chinese in one script is not read in the other.
    let elsewhere = IdentifierFormat.storeLocales.sorted().filter { other in
      other.split(separator: "-").first == subtags.first && subtags.first != "zh"
    }
    for locale in shorter + elsewhere {
      if let id = defaults[DefaultKey(productID: productID, locale: locale)],
        case .approved(let message) = message(id)
      {
        return message
      }
    }
    return nil
  }

  /// Sets Apple's decision about a message.
  ///
  /// - Returns: Whether there is such a message.
  func review(message id: String, _ state: ReviewState) -> Bool {
    guard messages[id] != nil else { return false }
    messages[id]?.state = state
    return true
  }

  /// Sets Apple's decision about an image.
  ///
  /// - Returns: Whether there is such an image.
  func review(image id: String, _ state: ReviewState) -> Bool {
    guard images[id] != nil else { return false }
    images[id]?.state = state
    return true
  }

  /// The state of a new upload.
  var firstState: ReviewState { simulator.environment == .production ? .pending : .approved }

  /// A UUID for a request or a performance test; the same sequence of calls makes the same UUIDs.
  func makeIdentifier() -> String {
    identifierCount += 1
    let digits = String(identifierCount)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }
}
