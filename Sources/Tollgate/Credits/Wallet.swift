/// A balance of credits, such as coins, that purchases and gifts fill and features spend.
public struct Wallet: Hashable, Sendable, Identifiable {
  /// The wallet's name.
  public typealias ID = Identifier<Wallet>

  /// The wallet's name.
  public let id: ID
  /// The products that fill it.
  public let sources: [Source]
  /// The credits that nobody buys.
  public let given: [Gift]
  /// Whether credits that nobody bought are spent before those that were bought.
  public let spendsGivenFirst: Bool
  /// How many credits can be spent in each day, week or month; nil means all.
  public let spending: SpendingLimit?
  /// How many credits a use may cost beyond a balance that is not empty; the next credits pay for them.
  public let mayOverdraw: Int

  /// The greatest number of credits that one purchase or gift gives and that one use costs: 1,000,000,000,000.
  ///
  /// On a watch whose integers have 32 bits, it is the greatest of them.
  public static let limit = Int(clamping: 1_000_000_000_000 as Int64)

  public init(
    id: ID, sources: [Source] = [], given: [Gift] = [], spendsGivenFirst: Bool = true,
    spending: SpendingLimit? = nil, mayOverdraw: Int = 0
  ) {
    self.id = id
    self.sources = sources
    self.given = given
    self.spendsGivenFirst = spendsGivenFirst
    self.spending = spending
    self.mayOverdraw = mayOverdraw
  }

  /// The windows in which credits come and spending is limited.
  public static let windows: [Feature.Window] = [.day, .week, .month]

  /// Credits that nobody buys.
  ///
  /// They follow from the customer's facts and from time, so no fact records them, and a device counts them offline too.
  public struct Gift: Hashable, Sendable {
    /// How many credits come each time.
    public let amount: Int
    /// When they come.
    public let rhythm: Rhythm

    /// The greatest number of times that credits come until they reach their limit.
    public static let largestRefill = 366
    /// The longest time that credits may last, unless they never expire.
    public static let longest = Period(100, .year)

    public init(amount: Int, _ rhythm: Rhythm) {
      self.amount = amount
      self.rhythm = rhythm
    }

    /// When credits come.
    public enum Rhythm: Hashable, Sendable {
      /// Each time that an event happens: a sign-up, a first device, a milestone or a counted use.
      case on(CustomerEvent, lasts: Period?)
      /// When the customer is first known, and then at the beginning of each window, up to a number; nil means up to the
      /// amount, so that what is left does not add up.
      case each(Feature.Window, upTo: Int?)
    }
  }

  /// How many credits can be spent in a window.
  public struct SpendingLimit: Hashable, Sendable {
    public let limit: Int
    /// One of ``Wallet/windows``.
    public let window: Feature.Window

    public init(limit: Int, window: Feature.Window) {
      self.limit = limit
      self.window = window
    }
  }

  /// A product that fills a wallet.
  public struct Source: Hashable, Sendable {
    public let product: CatalogProduct.ID
    /// The credits given for each purchase or each billing period.
    public let amount: Int
    /// How long the credits last.
    public let lifetime: Lifetime
    /// The credits that each period of a free or introductory trial gives instead.
    public let inTrial: Int

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
    /// Until the month of the billing period that gave them ends: each month gives them again, from its anniversary.
    case planMonth
    /// Until they are spent; each new period keeps at most `upTo` credits of the subscription, its own included.
    case rollsOver(upTo: Int?)
  }
}

extension Wallet.Lifetime {
  /// Whether the balance, up to a number, carries over when the billing period ends.
  var rollsOver: Bool {
    switch self {
    case .rollsOver: true
    case .period, .planMonth, .unlimited: false
    }
  }

  /// Orders lifetimes by what they give, the shortest first.
  var rank: (Int, Int) {
    switch self {
    case .period: (0, 0)
    case .planMonth: (0, 1)
    case .rollsOver(let cap): (1, cap ?? .max)
    case .unlimited: (2, 0)
    }
  }
}
