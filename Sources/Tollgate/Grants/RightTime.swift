/// The uninterrupted time of a right that was bought elsewhere: limits count in its months, and credits come in them.
///
/// A statement that renews the right, moves its end or changes anything else records another grant, which begins when the
/// one before it ends or is revoked. Together they are one time, whose months are counted from its start: a statement
/// does not begin a month.
struct RightTime {
  /// The name under which the blueprint lists the right.
  let name: GrantTerms.ID?
  /// When it began.
  let start: Instant
  /// When it ends, as far as it was stated; nil means never.
  private(set) var end: Instant?
  /// The grants that it consists of, by their starts.
  private var grants: [Grant]

  private init(_ grant: Grant) {
    name = grant.name
    start = grant.startsAt
    end = grant.end
    grants = [grant]
  }

  /// Whether the right renews at its end.
  var willRenew: Bool { grants[grants.count - 1].willRenew ?? false }

  /// Whether it ever fills a wallet.
  func fills(_ wallet: Wallet.ID) -> Bool { grants.contains { $0.credits?.wallet == wallet } }

  /// The grant that gives what the right gives at an instant; nil if none does.
  func grant(at instant: Instant) -> Grant? { grants.last { $0.isActive(at: instant) } }

  /// Adds a grant that starts no earlier than any other; returns false if there is time in between.
  private mutating func add(_ grant: Grant) -> Bool {
    guard let end else {
      grants.append(grant)
      return true
    }
    guard grant.startsAt <= end else { return false }
    self.end = grant.end.map { max(end, $0) }
    grants.append(grant)
    return true
  }
}

extension RightTime {
  /// The times of the rights of a customer, in a fixed order.
  static func all(of customer: Customer) -> [RightTime] {
    let grants = customer.grants.values.filter { grant in
      grant.willRenew != nil && grant.end.map { grant.startsAt < $0 } ?? true
    }
    var times: [RightTime] = []
    for grant in grants.sorted(by: { $0.order < $1.order }) {
      let last = times.count - 1
      if last < 0 || times[last].name != grant.name || !times[last].add(grant) {
        times.append(RightTime(grant))
      }
    }
    return times
  }
}

extension Grant {
  /// When it ended or will end; nil means never.
  fileprivate var end: Instant? { earliest(endsAt, revokedAt) }

  fileprivate var order: (String, Instant, ID) { (name?.rawValue ?? "", startsAt, id) }
}
