/// Mistakes in the credits that nobody buys, and in how many can be spent in a window.
extension MistakeSearch {
  /// Checks the gifts and the spending limit of each wallet.
  mutating func checkGifts() {
    for wallet in definition.credits {
      let path = ["credits", wallet.id.rawValue]
      for (position, gift) in wallet.given.enumerated() {
        check(gift, at: path + ["given", "\(position)"])
      }
      guard let spending = wallet.spending else { continue }
      if !(1...Wallet.limit).contains(spending.limit) {
        add(
          path + ["spending", "upTo"],
          "\(spending.limit) credits; expected 1 to \(Wallet.limit)")
      }
      check(spending.window, at: path + ["spending", "per"])
    }
  }

  private mutating func check(_ gift: Wallet.Gift, at path: [String]) {
    if !(1...Wallet.limit).contains(gift.amount) {
      add(path + ["amount"], "\(gift.amount) credits; expected 1 to \(Wallet.limit)")
    }
    check(gift.when, at: path + ["when"])
    checkRecord(of: gift.when, at: path + ["when"])
    switch gift.rhythm {
    case .on(let event, let lasts):
      if event.traits.contains(.givesCredits) {
        check(event, at: path + ["on"])
      } else {
        add(
          path + ["on"],
          "credits are given on `signUp`, `firstSeen`, a milestone or a use; what is bought fills a wallet by `filledBy`"
        )
      }
      let start = Instant(milliseconds: 0)
      if let lasts, start.adding(Wallet.Gift.longest) < start.adding(lasts) {
        add(path + ["lasts"], "`\(lasts)` is too long; expected at most 100 years")
      }
    case .each(let window, let limit):
      check(window, at: path + ["each"])
      guard let limit else { return }
      let least = gift.amount
      if limit < least {
        add(
          path + ["upTo"],
          "up to \(limit), but each \(window.rawValue) gives \(least); expected at least \(least)")
      } else if limit / max(1, least) > Wallet.Gift.largestRefill || limit > Wallet.limit {
        add(
          path + ["upTo"],
          "\(limit) credits; expected at most \(Wallet.Gift.largestRefill) times the amount, and at most \(Wallet.limit)"
        )
      }
    }
  }

  /// Checks that the record shows for every instant whether a condition held: it is tested at instants that are long past.
  private mutating func checkRecord(of condition: Condition, at path: [String]) {
    let phases = condition.phases.subtracting([.trial, .subscribed])
    for phase in phases.map(\.rawValue).sorted() {
      add(
        path + ["phase"],
        "credits are given in the phases `trial` and `subscribed`, and `\(phase)` is neither; expected one of them, or `not: { phase: [trial, subscribed] }` for all others"
      )
    }
    let recorded = Condition(
      phases: condition.phases, entitled: condition.entitled, notEntitled: condition.notEntitled,
      reached: condition.reached, notReached: condition.notReached,
      past: condition.past.filter { $0.date != nil }, any: condition.any, not: condition.not)
    if condition != recorded {
      add(
        path,
        "credits follow from what is recorded, which does not show for every past instant whether this held; expected `phase`, `entitled`, `reached`, `from` or `until`, or `{ first: [{ upTo: 5, per: day }, { spend: WALLET }] }` in a rule for these customers, or a listed grant with this `when`, which your backend gives"
      )
    }
    for (position, part) in condition.any.enumerated() {
      checkRecord(of: part, at: path + ["any", "\(position)"])
    }
    for (position, part) in condition.not.enumerated() {
      checkRecord(of: part, at: path + ["not", "\(position)"])
    }
  }

  private mutating func check(_ window: Feature.Window, at path: [String]) {
    if !Wallet.windows.contains(window) {
      add(path, "`\(window.rawValue)` is not a day, week or month")
    }
  }
}
