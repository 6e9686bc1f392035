public import Foundation

/// A country's App Store.
///
/// Follows <https://developer.apple.com/documentation/storekit/storefront>.
public struct Storefront: Identifiable, Sendable {
  /// The type of ``id``.
  public typealias ID = String

  /// The ISO 3166-1 alpha-3 code of the country.
  public let countryCode: String

  /// Apple's number for the storefront; empty if unknown.
  public let id: String

  /// The ISO 4217 code of the currency.
  let code: String

  /// The currency of its prices.
  public var currency: Locale.Currency? { Locale.Currency(code) }

  /// The customer's storefront.
  public static var current: Storefront? {
    get async { StoreSession.current?.settings.storefront }
  }

  /// A sequence of storefronts as the customer's changes, for as long as the app runs.
  public struct Storefronts: AsyncSequence, Sendable {
    public typealias Element = Storefront

    let session: StoreSession?

    /// Iterates over the changes from now on.
    public struct AsyncIterator: AsyncIteratorProtocol {
      public typealias Element = Storefront

      var course: Course<Storefront>

      /// The next storefront; nil if the app's launch has ended or the task is cancelled.
      public mutating func next() async -> Storefront? { await course.next() }
    }

    /// Starts listening.
    public func makeAsyncIterator() -> AsyncIterator {
      AsyncIterator(course: .live(session?.storefronts.listen() ?? Listener()))
    }
  }

  /// Every change of the storefront from now on.
  public static var updates: Storefronts { Storefronts(session: .current) }
}

extension Storefront: Equatable {
  /// Whether both belong to the same country.
  public static func == (left: Self, right: Self) -> Bool {
    left.countryCode == right.countryCode && left.id == right.id
  }
}
