/// A balance of credits, such as coins, that purchases fill and features spend.
public struct Wallet: Hashable, Sendable, Identifiable {
  /// The wallet's name.
  public typealias ID = Identifier<Wallet>

  /// The wallet's name.
  public let id: ID
  /// The products that fill it.
  public let sources: [Source]

  /// The greatest number of credits that one purchase gives and that one use costs: 1,000,000.
  public static let limit = 1_000_000

  /// Creates a wallet.
  public init(id: ID, sources: [Source]) {
    self.id = id
    self.sources = sources
  }

  /// A product that fills a wallet.
  public struct Source: Hashable, Sendable {
    /// The product.
    public let product: CatalogProduct.ID
    /// The credits given for each purchase or each billing period.
    public let amount: Int
    /// How long the credits last.
    public let lifetime: Lifetime
    /// The credits that each period of a free or introductory trial gives instead.
    public let inTrial: Int

    /// Creates a source.
    public init(
      product: CatalogProduct.ID, amount: Int, lifetime: Lifetime = .unlimited, inTrial: Int = 0
    ) {
      self.product = product
      self.amount = amount
      self.lifetime = lifetime
      self.inTrial = inTrial
    }
  }

  /// How long credits last.
  public enum Lifetime: Hashable, Sendable {
    /// Until they are spent, as for purchased credits.
    case unlimited
    /// Until the billing period that gave them ends.
    case period
    /// Until they are spent; each new period keeps at most `upTo` credits of the subscription, its own included.
    case rollsOver(upTo: Int?)
  }
}

extension Wallet.Lifetime {
  /// Whether the balance, up to a number, carries over when the billing period ends.
  var rollsOver: Bool {
    switch self {
    case .rollsOver: true
    case .period, .unlimited: false
    }
  }

  /// Orders lifetimes by what they give, the shortest first.
  var rank: (Int, Int) {
    switch self {
    case .period: (0, 0)
    case .rollsOver(let cap): (1, cap ?? .max)
    case .unlimited: (2, 0)
    }
  }
}
