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
    /// What must hold at the instant at which they come.
    ///
    /// It names phases, entitlements, milestones and dates, which the record shows for every instant. What was given stays.
    public let when: Condition
    /// Whether they expire once the customer has neither the plan nor the trial; nobody else is given any then.
    public let whileSubscribed: Bool

    /// The greatest number of times that credits come until they reach their limit.
    public static let largestRefill = 366
    /// The longest time that credits may last, unless they never expire.
    public static let longest = Period(100, .year)

    public init(
      amount: Int, _ rhythm: Rhythm, when: Condition = .always, whileSubscribed: Bool = false
    ) {
      self.amount = amount
      self.rhythm = rhythm
      self.when = when
      self.whileSubscribed = whileSubscribed
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
    /// What happens to the running period's credits when another plan replaces it.
    public let onUpgrade: Upgrade

    public init(
      product: CatalogProduct.ID, amount: Int, lifetime: Lifetime = .unlimited, inTrial: Int = 0,
      onUpgrade: Upgrade = .share
    ) {
      self.product = product
      self.amount = amount
      self.lifetime = lifetime
      self.inTrial = inTrial
      self.onUpgrade = onUpgrade
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
    /// Beyond the billing period, or the month of it, that gave them.
    case rollsOver(Rollover)
  }

  /// How long credits stay that roll over: until they are spent, unless one of its parts ends them.
  public struct Rollover: Hashable, Sendable {
    /// Whether each month of the billing period gives credits, rather than each period.
    public let isMonthly: Bool
    /// The most credits of the subscription that there are when new ones come, those included; nil means any number.
    public let limit: Int?
    /// How long they last from the day on which they come; nil means that time does not end them.
    public let lasts: Period?
    /// Whether they expire when the subscription ends.
    public let whileSubscribed: Bool

    public init(
      monthly isMonthly: Bool = false, upTo limit: Int? = nil, lasts: Period? = nil,
      whileSubscribed: Bool = false
    ) {
      self.isMonthly = isMonthly
      self.limit = limit
      self.lasts = lasts
      self.whileSubscribed = whileSubscribed
    }
  }

  /// What happens to the credits of a billing period, or of its running month, when another plan replaces the period.
  public enum Upgrade: String, Hashable, Sendable, Codable, CaseIterable {
    /// The share stays for the time that was paid for. If more than that was spent, the new plan gives that many fewer.
    case share
    /// The new plan gives fewer by what was spent, and nothing else stays: they are topped up to what the new plan gives.
    case topUp
    /// Nothing stays.
    case replace
    /// All of them stay, if the new plan has a higher level; if not, the share does.
    case keep
  }
}

extension Wallet.Lifetime {
  /// How what is left stays beyond its period or month; nil if it expires then, or never.
  public var rollover: Wallet.Rollover? {
    switch self {
    case .rollsOver(let rollover): rollover
    case .period, .planMonth, .unlimited: nil
    }
  }

  /// Whether each month of a billing period gives credits, rather than each period.
  public var isMonthly: Bool { self == .planMonth || rollover?.isMonthly ?? false }

  /// Whether credits expire with the subscription: of those that do not roll over, what stays of a period that was replaced,
  /// which may end long before that period would have.
  func endsWithSubscription(isReplaced: Bool) -> Bool {
    switch self {
    case .period, .planMonth: isReplaced
    case .rollsOver(let rollover): rollover.whileSubscribed
    case .unlimited: false
    }
  }

  /// Whether the balance carries over when the billing period ends.
  var rollsOver: Bool { rollover != nil }

  /// The order in which credits are spent that expire at the same time, or do not expire by themselves.
  var order: Int {
    switch self {
    case .period, .planMonth: 0
    case .rollsOver: 1
    case .unlimited: 2
    }
  }

  /// Orders lifetimes by what they give, the least first; no two have the same rank.
  var rank: [Int64] {
    switch self {
    case .period: return [0]
    case .planMonth: return [0, 1]
    case .rollsOver(let rollover):
      let start = Instant(milliseconds: 0)
      return [
        1, rollover.whileSubscribed ? 0 : 1,
        rollover.lasts.map { start.adding($0).milliseconds } ?? .max,
        Int64(rollover.lasts?.count ?? 0), rollover.limit.map { Int64($0) } ?? .max,
        rollover.isMonthly ? 1 : 0,
      ]
    case .unlimited: return [2]
    }
  }

  /// When credits expire by themselves that came with a billing period, or with a month of it; nil means never.
  func end(from start: Instant, to end: Instant) -> Instant? {
    switch self {
    case .period, .planMonth: end
    case .rollsOver(let rollover): rollover.end(from: start, to: end)
    case .unlimited: nil
    }
  }
}

extension Wallet.Rollover {
  /// When time ends the credits of a billing period, or of a month of it; nil means never.
  ///
  /// They last to the end of a month of the plan at least. Of months that are counted from the 31st some begin earlier, so
  /// those that last longer than their period are counted from its end as well. Where both are the last day of a month, so
  /// is the end: only a plan that began on the 30th may get a day more by that.
  fileprivate func end(from start: Instant, to end: Instant) -> Instant? {
    guard let lasts else { return nil }
    let last = max(start.adding(lasts), end)
    let count = Self.months(from: start, to: end)
    guard let months = lasts.months, (1..<12).contains(count), months > count else { return last }
    let rest = end.adding(Period(months - count, .month))
    let isMonthEnd = Self.end(of: count, from: start) == end
    return max(last, rest, isMonthEnd ? Self.end(of: months, from: start) : last)
  }

  /// How many months there are between two instants, but for the few days by which months differ; 0 for no number of them.
  private static func months(from start: Instant, to end: Instant) -> Int {
    let half = Instant.millisecondsPerDay * 61 / 4
    let count = Int(clamping: (end.since(start) / half + 1) / 2)
    guard (1..<12).contains(count) else { return 0 }
    let last = start.adding(Period(count, .month))
    return last <= end && end < last.adding(milliseconds: 4 * Instant.millisecondsPerDay)
      ? count : 0
  }

  /// The end of so many months; the last day of a month if they begin on one.
  private static func end(of months: Int, from start: Instant) -> Instant {
    start.adding(milliseconds: Instant.millisecondsPerDay).adding(Period(months, .month))
      .adding(milliseconds: -Instant.millisecondsPerDay)
  }
}

extension Period {
  /// How many months it is; nil if it is counted in days, weeks or less.
  fileprivate var months: Int? {
    switch unit {
    case .month: count
    case .year: count * 12
    case .minute, .hour, .day, .week: nil
    }
  }
}
