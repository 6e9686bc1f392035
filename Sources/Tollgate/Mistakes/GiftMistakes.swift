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

  private mutating func check(_ window: Feature.Window, at path: [String]) {
    if !Wallet.windows.contains(window) {
      add(path, "`\(window.rawValue)` is not a day, week or month")
    }
  }
}
