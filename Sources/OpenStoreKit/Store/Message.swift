/// A message of the App Store, which the system shows over the app unless the app listens to messages.
///
/// Follows <https://developer.apple.com/documentation/storekit/message>.
public struct Message: Hashable, Sendable {
  /// What a message is about.
  public struct Reason: RawRepresentable, Hashable, Sendable {
    /// A number; Apple documents none.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Anything else.
    public static let generic = Self(rawValue: 0)

    /// The price of a subscription rises, and the customer has to agree.
    public static let priceIncreaseConsent = Self(rawValue: 1)

    /// A renewal could not be charged.
    public static let billingIssue = Self(rawValue: 2)

    /// There is an offer for the customer to come back.
    public static let winBackOffer = Self(rawValue: 3)

    /// The reason for display, in English.
    public var localizedDescription: String {
      switch self {
      case .generic: "Generic"
      case .priceIncreaseConsent: "Price Increase Consent"
      case .billingIssue: "Billing Issue"
      case .winBackOffer: "Win-Back Offer"
      default: "Unknown"
      }
    }
  }

  public let reason: Reason

  let session: StoreSession

  /// A sequence of messages, for as long as the app runs.
  public struct Messages: AsyncSequence, Sendable {
    public typealias Element = Message

    let session: StoreSession?

    /// Iterates over the messages from now on.
    public struct AsyncIterator: AsyncIteratorProtocol {
      public typealias Element = Message

      var course: Course<Message>

      /// The next message; nil if the app's launch has ended or the task is cancelled.
      public mutating func next() async -> Message? { await course.next() }
    }

    /// Starts listening.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(course: .live(session?.messages.listen() ?? Listener()))
    }
  }

  /// Every message from now on; while the app listens, the system does not show them.
  public static var messages: Messages { Messages(session: .current) }

  /// Shows the message.
  @MainActor
  public func display<Scene>(in scene: Scene) throws {
    show()
  }

  func show() {
    let sheet: StoreSession.Sheet =
      switch reason {
      case .priceIncreaseConsent: .priceConsent
      case .billingIssue: .billingIssue
      case .winBackOffer: .winBackOffer
      default: .notice
      }
    session.present(sheet)
  }
}

extension Message {
  /// Whether both are about the same.
  public static func == (left: Self, right: Self) -> Bool { left.reason == right.reason }

  /// Feeds the reason to the hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
  }
}
