extension Blueprint {
  /// How many days ago a device may report to have opened the app, as after some time without a network.
  public static let longestDelayOfOpenings = 31
  /// How many versions of a day are recorded, of all that devices report.
  static let openedVersionsADay = 8

  /// Whether anything depends on when the app was opened, or in which version; clients report it, and the server records
  /// it, only then.
  public var testsOpenings: Bool {
    index.pastTests.contains { $0.event.isOpening }
      || definition.nudges.contains {
        if case .after(let event, _) = $0.moment { event.isOpening } else { false }
      } || definition.prompts.contains { $0.patience.map { $0.staysAway == nil } ?? false }
  }

  /// Decides what to record when the app is opened.
  ///
  /// - Parameter version: The app's version; nil if it is not known.
  /// - Returns: The facts to append: none if nothing depends on it, or if the day and the version are known.
  public func open(in version: String?, for customer: Customer, at now: Instant) -> [Fact] {
    open(on: ["\(customer.day(at: now, in: self))"], in: version, for: customer, at: now)
  }

  /// Decides what to record of days on which a device reports that the app was opened.
  ///
  /// A day that has not come yet is today, since a device's clock may be a little ahead. Days longer ago than
  /// ``longestDelayOfOpenings`` are ignored, and so is what is not a day or a version.
  ///
  /// - Parameters:
  ///   - days: Local days such as `2026-03-02`.
  ///   - version: The app's version; nil if it is not known.
  /// - Returns: The facts to append.
  public func open(
    on days: [String], in version: String?, for customer: Customer, at now: Instant
  ) -> [Fact] {
    guard testsOpenings else { return [] }
    let today = customer.day(at: now, in: self).daysSince1970
    let opened = days.compactMap { CivilDate($0[...]) }.map { min($0.daysSince1970, today) }
      .filter { today - Int64(Self.longestDelayOfOpenings) <= $0 }
    return Set(opened).sorted().compactMap { day in
      let opening = AppOpening(
        day: "\(CivilDate(daysSince1970: day))",
        version: version.flatMap { AppVersion($0)?.description },
        at: now)
      let known = customer.openings.keys.filter { $0.day == opening.day }
      if known.contains(opening.key) || known.count >= Self.openedVersionsADay { return nil }
      return .opening(opening)
    }
  }
}

extension Customer {
  /// Whether an opening of the app on the day of an instant is known.
  package func hasOpened(onDayOf now: Instant, in blueprint: Blueprint) -> Bool {
    let today = "\(day(at: now, in: blueprint))"
    return openings.keys.contains { $0.day == today }
  }
}
