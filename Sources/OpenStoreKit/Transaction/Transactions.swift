extension Transaction {
  public struct Transactions: AsyncSequence, Sendable {
    /// A transaction and whether it can be trusted.
    public typealias Element = VerificationResult<Transaction>

    enum Source: Sendable {
      /// Updates, for as long as the app runs.
      case updates

      /// Those present when the first one is requested.
      case present(@Sendable (StoreSession) -> [Element])
    }

    let session: StoreSession?
    let source: Source

    /// Iterates over the transactions.
    public struct AsyncIterator: AsyncIteratorProtocol {
      /// A transaction and whether it can be trusted.
      public typealias Element = VerificationResult<Transaction>

      var course: Course<Element>

      /// The next transaction; nil at the end, when the app's launch has ended, and in a cancelled task.
      public mutating func next() async -> VerificationResult<Transaction>? {
        await course.next()
      }
    }

    /// Starts at the first transaction; for updates, with those that are unfinished.
    public func makeAsyncIterator() -> AsyncIterator {
      guard let session else { return AsyncIterator(course: Self.nothing(source)) }
      switch source {
      case .updates: return AsyncIterator(course: .live(session.listenToUpdates()))
      case .present(let look): return AsyncIterator(course: .waiting { look(session) })
      }
    }

    private static func nothing(_ source: Source) -> Course<Element> {
      switch source {
      case .updates: .live(Listener())
      case .present: .rest([])
      }
    }
  }
}

extension Transaction {
  /// Transactions that arrive or change while the app runs, starting with unfinished ones.
  ///
  /// The app's own purchases arrive as the result of `Product.purchase(options:)` and not here, unless they are still
  /// unfinished at the next launch.
  public static var updates: Transactions {
    Transactions(session: .current, source: .updates)
  }

  /// The transactions that the app has not finished.
  public static var unfinished: Transactions {
    present { $0.unfinishedTransactions() }
  }

  /// The customer's transactions, latest first, without finished consumables that were not revoked.
  public static var all: Transactions {
    present { $0.history() }
  }

  /// The customer's transactions of a product, latest first.
  public static func all(for productID: String) -> Transactions {
    present { $0.history(of: productID) }
  }

  /// The latest transaction of each product that the customer owns or has access to now.
  public static var currentEntitlements: Transactions {
    present { $0.entitlements() }
  }

  /// The transactions that give access to a product now.
  public static func currentEntitlements(for productID: String) -> Transactions {
    present { $0.entitlements(to: productID) }
  }

  /// The transaction that gives access to a product now, or nil if there isn't one.
  public static func currentEntitlement(
    for productID: String
  ) async -> VerificationResult<Transaction>? {
    Task.isCancelled ? nil : StoreSession.current?.entitlements(to: productID).first
  }

  /// The customer's last transaction of a product; nil if it was never bought.
  public static func latest(for productID: String) async -> VerificationResult<Transaction>? {
    Task.isCancelled ? nil : StoreSession.current?.history(of: productID).first
  }

  private static func present(
    _ look: @escaping @Sendable (StoreSession) -> [VerificationResult<Transaction>]
  ) -> Transactions {
    Transactions(session: .current, source: .present(look))
  }
}
