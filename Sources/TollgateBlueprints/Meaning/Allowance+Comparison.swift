package import Tollgate

extension Feature.Allowance {
  /// Returns whether it certainly gives no more than another: no customer whom the other refuses gets a use by it.
  ///
  /// A number of uses in one window is certainly no more than a number in another only if it is not greater, and the
  /// other window lies within this one: who has used 3 of 5 a day may have used 3 a month long ago. Held items, uses and
  /// credits are counted apart and cannot be compared.
  ///
  /// | this | the other | certainly no more |
  /// |---|---|---|
  /// | 3 per month | 5 per day | yes |
  /// | 100 per month | 5 per day | no: on the sixth use of a day |
  /// | 1 per day | 30 per month | no: once the 30 are used |
  /// | 5 per month | 5 per billing period | no: one may turn over before the other |
  package func isAtMost(_ other: Feature.Allowance) -> Bool {
    switch (self, other) {
    case (.denied, _), (_, .unlimited): true
    case (.unlimited, _), (_, .denied): false
    case (.holding(let own), .holding(let most)): own <= most
    case (.upTo(let own, let window), .upTo(let most, let other)):
      own <= most && window.contains(other)
    case (.spend(let own, let cost), .spend(let wallet, let other)):
      own == wallet && (cost == other || (cost ?? 0) >= (other ?? .max))
    case (.upTo, _), (.holding, _), (.spend, _): false
    }
  }
}

extension Feature.Window {
  /// Returns whether every use that counts in another window counts in this one too.
  ///
  /// Weeks, billing periods and trials begin on any day; only days lie within weeks and months.
  fileprivate func contains(_ other: Feature.Window) -> Bool {
    switch (self, other) {
    case (.ever, _), (.week, .day), (.month, .day): true
    case (.day, _), (.week, _), (.month, _), (.period, _), (.trial, _): self == other
    }
  }
}
