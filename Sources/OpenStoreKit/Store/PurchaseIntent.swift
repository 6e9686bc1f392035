/// A customer's intent to buy, started outside the app on its page in the App Store.
///
/// Follows <https://developer.apple.com/documentation/storekit/purchaseintent>.
public struct PurchaseIntent: Equatable, Sendable, Identifiable {
  /// The type of ``id``.
  public typealias ID = Product.ID

  public let product: Product

  /// The offer that the customer saw.
  public let offer: Product.SubscriptionOffer?

  public var id: Product.ID { product.id }

  /// A sequence of intents, for as long as the app runs.
  public struct PurchaseIntents: AsyncSequence, Sendable {
    public typealias Element = PurchaseIntent

    let session: StoreSession?

    /// Iterates over the intents from now on.
    public struct AsyncIterator: AsyncIteratorProtocol {
      public typealias Element = PurchaseIntent

      var course: Course<PurchaseIntent>

      /// The next intent; nil if the app's launch has ended or the task is cancelled.
      public mutating func next() async -> PurchaseIntent? { await course.next() }
    }

    /// Starts listening.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(course: .live(session?.intents.listen() ?? Listener()))
    }
  }

  /// Every intent from now on.
  public static var intents: PurchaseIntents { PurchaseIntents(session: .current) }
}
