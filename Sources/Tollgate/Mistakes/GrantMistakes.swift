/// Mistakes in the grants that a blueprint lists: names that are taken, and terms that cannot be kept.
extension MistakeSearch {
  mutating func checkGrants() {
    unique(definition.grants.map(\.id.rawValue), .grant, in: "grants")
    for grant in definition.grants {
      let path = ["grants", grant.id.rawValue]
      check(grant.when, at: path + ["when"])
      checkGift(of: grant, at: path)
      checkDeclared(grant.entitlements, at: path + ["entitlement"])
      let start = Instant(milliseconds: 0)
      if let lasts = grant.lasts, start.adding(GrantTerms.longest) < start.adding(lasts) {
        add(path + ["lasts"], "`\(lasts)` is too long; expected at most 100 years")
      }
      if grant.until != nil, grant.waitsFor != .nothing {
        add(
          path + ["waitsFor"],
          "what ends on a date loses the time for which it waits; expected `waitsFor: nothing`, or no `until`"
        )
      }
      if let until = grant.until, let start = lateStart(of: grant.when, notBefore: until) {
        add(
          path + ["until"],
          "the grant is never given: `when` allows it from \(start) on, and by then it has ended; expected a later date"
        )
      }
      if let limit = grant.limit, !(1...GrantTerms.largestLimit).contains(limit) {
        add(
          path + ["upTo"],
          "`\(limit)` is out of range; expected 1 to \(GrantTerms.largestLimit)")
      }
      if !GrantTerms.windows.contains(grant.window) {
        add(
          path + ["per"],
          "a grant is not counted by the \(grant.window.rawValue); expected `day`, `week`, `month`, `year` or `ever`"
        )
      }
      check(grant.within, at: path + ["per"])
    }
  }

  /// Returns a date from which alone a condition can hold, if that is no earlier than another date.
  private func lateStart(of condition: Condition, notBefore end: EventDate) -> EventDate? {
    let own = condition.past.compactMap(\.date).first { $0.isStart && isOver(end, by: $0.date) }
    let parts = condition.any.map { lateStart(of: $0, notBefore: end) }
    return own?.date ?? (parts.contains(nil) ? nil : parts.first ?? nil)
  }

  /// Checks that a grant gives entitlements or credits of a wallet, and both only for a right that was bought elsewhere.
  private mutating func checkGift(of grant: GrantTerms, at path: [String]) {
    if grant.isElsewhere {
      if grant.entitlements.isEmpty { add(path, "expected `entitlement`") }
    } else if grant.entitlements.isEmpty == (grant.credits == nil) {
      add(path, "expected either `entitlement`, or `credits` with an `amount`")
    }
    guard let credits = grant.credits else { return }
    require(
      credits.wallet, in: definition.credits.map(\.id.rawValue), .wallet, at: path + ["credits"])
    if !(1...Wallet.limit).contains(credits.amount) {
      add(path + ["amount"], "\(credits.amount) credits; expected 1 to \(Wallet.limit)")
    }
  }

  /// Checks entitlements that are declared where they are given, if nothing sells them.
  ///
  /// A name that is close to one of a product, a trial or `granted`, and that no condition tests, is a misspelling.
  mutating func checkDeclared(_ entitlements: [Entitlement.ID], at path: [String]) {
    let known = Set(definition.givenEntitlements + definition.granted).map(\.rawValue).sorted()
    for entitlement in entitlements
    where !known.contains(entitlement.rawValue) && !isAsked(entitlement) {
      let name = entitlement.rawValue
      guard let nearest = nearestName(to: name, in: known) else { continue }
      add(
        path, "there is no entitlement `\(name)`",
        about: BlueprintError.Subject(.entitlement, name), nearest: nearest)
    }
  }

  /// Whether a condition tests an entitlement, which is then meant as it is written.
  private func isAsked(_ entitlement: Entitlement.ID) -> Bool {
    definition.conditions.flatMap(\.parts).contains {
      $0.entitled.contains(entitlement) || $0.notEntitled.contains(entitlement)
    }
  }
}
