extension Product.SubscriptionInfo {
  /// The condition of a subscription, with the transaction and renewal info behind it.
  ///
  /// Follows <https://developer.apple.com/documentation/storekit/product/subscriptioninfo/status-swift.struct>.
  public struct Status: Hashable, Sendable {
    /// The condition.
    public let state: RenewalState

    /// The transaction of the last period.
    public let transaction: VerificationResult<Transaction>

    /// What happens at the end of the period.
    public let renewalInfo: VerificationResult<RenewalInfo>
  }
}

extension Product.SubscriptionInfo.Status {
  /// A sequence of conditions as they change, for as long as the app runs.
  public struct Statuses: AsyncSequence, Sendable {
    /// A condition.
    public typealias Element = Product.SubscriptionInfo.Status

    let session: StoreSession?

    /// Iterates over the changes from now on.
    public struct AsyncIterator: AsyncIteratorProtocol {
      /// A condition.
      public typealias Element = Product.SubscriptionInfo.Status

      var course: Course<Element>

      /// The next change; nil if the app's launch has ended or the task is cancelled.
      public mutating func next() async -> Element? { await course.next() }
    }

    /// Starts listening.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(course: .live(session?.statuses.listen() ?? Listener()))
    }
  }

  /// Every change of a subscription's condition from now on.
  public static var updates: Statuses { Statuses(session: .current) }

  /// The current conditions of the customer's subscriptions, by group.
  public static var all: AsyncStream<(groupID: String, statuses: [Product.SubscriptionInfo.Status])>
  {
    let session = StoreSession.current
    return AsyncStream { continuation in
      for (groupID, statuses) in session?.statusesByGroup() ?? [] {
        continuation.yield((groupID: groupID, statuses: statuses))
      }
      continuation.finish()
    }
  }
}
