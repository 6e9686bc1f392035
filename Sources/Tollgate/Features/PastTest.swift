/// A condition's test of a customer's past: the time since an event, or how often it happened.
///
/// Lengths of time are exact: a day has 24 hours, and periods of months or years, whose length varies, are mistakes.
public enum PastTest: Hashable, Sendable {
  /// The time since an event, which must have happened.
  case since(Since)
  /// How often an event happened.
  case count(Count)

  /// The time since an event last or first happened, and the dates between which it did; at least one bound is
  /// required.
  public struct Since: Hashable, Sendable {
    public let event: CustomerEvent
    /// Whether the first time counts instead of the last.
    public let isFirst: Bool
    /// The minimum time since then, inclusive; nil for no minimum.
    public let atLeast: Period?
    /// The upper bound of the time since then, exclusive; nil for no upper bound.
    public let lessThan: Period?
    /// The dates between which it happened.
    public let dates: DateRange

    public init(
      _ event: CustomerEvent, isFirst: Bool = false, atLeast: Period? = nil,
      lessThan: Period? = nil, dates: DateRange = .always
    ) {
      self.event = event
      self.isFirst = isFirst
      self.atLeast = atLeast
      self.lessThan = lessThan
      self.dates = dates
    }
  }

  /// How often an event happened: overall, within a moving window or a calendar window, with at least one of two
  /// bounds, or every so many times.
  public struct Count: Hashable, Sendable {
    public let event: CustomerEvent
    /// The minimum number of times, at least 1; nil for no minimum.
    public let atLeast: Int?
    /// The upper bound of the number of times, exclusive and at least 1; nil for no upper bound.
    public let lessThan: Int?
    /// How long each occurrence counts; nil means forever.
    public let within: Period?
    /// The calendar window in which occurrences count, one of ``windows``; nil for none.
    public let window: Feature.Window?
    /// It holds from each multiple of this number until the next time, without bounds and a window; nil for a test of
    /// bounds.
    public let every: Int?
    /// The dates between which an occurrence counts.
    public let dates: DateRange

    /// What ``every`` can be.
    package static let multiples = 2...1_000_000
    /// What ``window`` can be.
    public static let windows: [Feature.Window] = [.day, .week, .month, .year]

    public init(
      of event: CustomerEvent, atLeast: Int? = nil, lessThan: Int? = nil, within: Period? = nil,
      window: Feature.Window? = nil, every: Int? = nil, dates: DateRange = .always
    ) {
      self.event = event
      self.atLeast = atLeast
      self.lessThan = lessThan
      self.within = within
      self.window = window
      self.every = every
      self.dates = dates
    }

    /// Whether it holds for a number of times.
    package func holds(for number: Int) -> Bool {
      if let every { return number > 0 && number % every == 0 }
      return atLeast.map { $0 <= number } ?? true && lessThan.map { number < $0 } ?? true
    }
  }

  public var event: CustomerEvent {
    switch self {
    case .since(let since): since.event
    case .count(let count): count.event
    }
  }

  /// The lengths of time after an event, or before an end, at which it changes.
  package var lengths: [Period] {
    switch self {
    case .since(let since): [since.atLeast, since.lessThan].compactMap { $0 }
    case .count(let count): [count.within, ending?.within].compactMap { $0 }
    }
  }

  /// The calendar window in which the event counts; nil for none.
  package var window: Feature.Window? {
    switch self {
    case .since: nil
    case .count(let count): count.window
    }
  }

  /// The dates between which the event counts.
  package var dates: DateRange {
    switch self {
    case .since(let since): since.dates
    case .count(let count): count.dates
    }
  }
}

extension PastTest {
  /// The test that a date has come.
  public static func from(_ date: EventDate) -> PastTest {
    .count(Count(of: .date(date), atLeast: 1))
  }

  /// The test that a date has not come yet.
  public static func until(_ date: EventDate) -> PastTest {
    .count(Count(of: .date(date), lessThan: 1))
  }

  /// The test that a season is on.
  public static func during(_ season: Season) -> PastTest {
    .count(Count(of: .season(season), atLeast: 1))
  }

  /// The season that must be on; nil if it is about something else.
  public var season: Season? {
    guard case .season(let season) = event else { return nil }
    return season
  }

  /// The test that an end is near.
  public static func ends(_ ending: Ending) -> PastTest {
    .count(Count(of: .ending(ending), atLeast: 1))
  }

  /// The end that must be near; nil if it is about something else.
  public var ending: Ending? {
    guard case .ending(let ending) = event else { return nil }
    return ending
  }

  /// The test of how many members the customer's team has, invited or joined.
  public static func members(
    of team: Team.ID, atLeast: Int? = nil, lessThan: Int? = nil
  ) -> PastTest {
    .count(Count(of: .member(team), atLeast: atLeast, lessThan: lessThan))
  }

  /// The number of members that a team must have; nil if it is about something else.
  package var members: (team: Team.ID, count: Count)? {
    guard case .count(let count) = self, case .member(let team) = count.event else { return nil }
    return (team, count)
  }

  /// Whether it is about an event, not about the date alone, an end or the members of a team.
  package var isOfEvent: Bool {
    date == nil && season == nil && ending == nil && members == nil
  }

  /// The date that must have come, or not, and which of the two; nil if it is about something else.
  public var date: (date: EventDate, isStart: Bool)? {
    guard case .count(let count) = self, case .date(let date) = count.event else { return nil }
    return (date, count.atLeast != nil)
  }

  /// Every date that it depends on.
  package var allDates: [EventDate] { dates.bounds + [date?.date].compactMap(\.self) }
}
