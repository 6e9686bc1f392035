/// A customer's wish to buy, made outside of the app: on its page in the App Store.
///
/// Follows <https://developer.apple.com/documentation/storekit/purchaseintent>.
public struct PurchaseIntent: Equatable, Sendable, Identifiable {
  /// The type of ``id``.
  public typealias ID = Product.ID

  /// The product.
  public let product: Product

  /// The offer that the customer saw.
  public let offer: Product.SubscriptionOffer?

  /// The identifier of the product.
  public var id: Product.ID { product.id }

  /// Wishes as they come, for as long as the app runs.
  public struct PurchaseIntents: AsyncSequence, Sendable {
    /// A wish.
    public typealias Element = PurchaseIntent

    let session: StoreSession?

    /// Goes along the wishes from now on.
    public struct AsyncIterator: AsyncIteratorProtocol {
      /// A wish.
      public typealias Element = PurchaseIntent

      var course: Course<PurchaseIntent>

      /// The next wish; nil when the app's launch has ended or the task is cancelled.
      public mutating func next() async -> PurchaseIntent? { await course.next() }
    }

    /// Begins to listen.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(course: .live(session?.intents.listen() ?? Listener()))
    }
  }

  /// Every wish from now on.
  public static var intents: PurchaseIntents { PurchaseIntents(session: .current) }
}
