extension Blueprint.Definition {
  /// Wallets whose sources are invalid, and rules that spend from unknown wallets.
  func walletMistakes() -> [BlueprintError.Mistake] {
    var mistakes: [BlueprintError.Mistake] = []
    var names: Set<Wallet.ID> = []
    for wallet in credits {
      if !names.insert(wallet.id).inserted {
        mistakes.append(
          BlueprintError.Mistake(
            path: ["credits", wallet.id.rawValue],
            subject: BlueprintError.Subject(.wallet, wallet.id.rawValue),
            message: "the wallet `\(wallet.id)` is defined twice; expected one of each name"))
      }
      var products: Set<CatalogProduct.ID> = []
      for source in wallet.sources {
        if !products.insert(source.product).inserted {
          mistakes.append(
            BlueprintError.Mistake(
              path: ["credits", wallet.id.rawValue, "filledBy"],
              subject: BlueprintError.Subject(.product, source.product.rawValue),
              message: "the product `\(source.product)` is listed twice; expected one of each name")
          )
        }
        mistakes += self.mistakes(in: source, of: wallet)
      }
      mistakes += overdraftMistakes(of: wallet)
    }
    if credits.count > BlueprintIndex.limit {
      mistakes.append(
        BlueprintError.Mistake(
          path: ["credits"],
          message: "\(credits.count) wallets; expected at most \(BlueprintIndex.limit)"))
    }
    return mistakes + features.flatMap { self.mistakes(in: $0) }
  }

  /// Mistakes in how far a wallet may be overdrawn: it never is by uses that cost 1 credit.
  private func overdraftMistakes(of wallet: Wallet) -> [BlueprintError.Mistake] {
    if wallet.mayOverdraw == 0 { return [] }
    let path = ["credits", wallet.id.rawValue, "mayOverdraw"]
    guard (1...Wallet.limit).contains(wallet.mayOverdraw) else {
      return [
        BlueprintError.Mistake(
          path: path, message: "\(wallet.mayOverdraw) credits; expected 1 to \(Wallet.limit)")
      ]
    }
    let prices = features.flatMap(\.rules).flatMap(\.allowance.prices)
    if prices.contains(where: { $0.wallets.contains(wallet.id) && $0.cost ?? Wallet.limit > 1 }) {
      return []
    }
    return [
      BlueprintError.Mistake(
        path: path,
        message:
          "no use of `\(wallet.id)` costs more than 1 credit, so it is never overdrawn; expected a rule with a `cost`"
      )
    ]
  }

  /// Mistakes in what a product gives a wallet.
  ///
  /// Credits for each period need a product that renews, and credits that never expire one that does not.
  private func mistakes(
    in source: Wallet.Source, of wallet: Wallet
  ) -> [BlueprintError.Mistake] {
    let path = ["credits", wallet.id.rawValue, "filledBy"]
    let inside = path + [source.product.rawValue]
    guard let product = products.first(where: { $0.id == source.product }) else {
      if let grant = grants.first(where: { $0.id.rawValue == source.product.rawValue }) {
        let expected =
          grant.isElsewhere
          ? "`credits: \(wallet.id)` and an `amount` in the grant, which fill it in each of its months"
          : "a grant with `credits: \(wallet.id)` and an `amount`, which the backend or support gives"
        return [
          BlueprintError.Mistake(
            path: path, subject: BlueprintError.Subject(.product, source.product.rawValue),
            message:
              "`\(source.product)` is a grant, and `filledBy` lists products; expected \(expected)"
          )
        ]
      }
      return [
        BlueprintError.Mistake(
          path: path, subject: BlueprintError.Subject(.product, source.product.rawValue),
          message: unknown(source.product.rawValue, .product, in: []),
          nearest: nearestName(
            to: source.product.rawValue, in: products.map(\.id.rawValue)))
      ]
    }
    var mistakes: [BlueprintError.Mistake] = []
    func add(
      _ message: String, about subject: BlueprintError.Subject? = nil, at path: [String]
    ) {
      mistakes.append(BlueprintError.Mistake(path: path, subject: subject, message: message))
    }
    switch (product.kind, source.lifetime) {
    case (.autoRenewable, .unlimited):
      add(
        "`\(product.id)` renews; expected `{ amount: \(source.amount), each: period }`",
        about: BlueprintError.Subject(.product, product.id.rawValue), at: inside)
    case (.consumable, .period), (.consumable, .planMonth), (.consumable, .rollsOver),
      (.nonConsumable, .period), (.nonConsumable, .planMonth), (.nonConsumable, .rollsOver),
      (.nonRenewing, .period), (.nonRenewing, .planMonth), (.nonRenewing, .rollsOver):
      add(
        "`\(product.id)` does not renew, so its credits never expire; expected a number of credits such as `\(source.amount)`",
        about: BlueprintError.Subject(.product, product.id.rawValue), at: inside)
    case (.autoRenewable, .period), (.autoRenewable, .planMonth), (.autoRenewable, .rollsOver),
      (.consumable, .unlimited),
      (.nonConsumable, .unlimited), (.nonRenewing, .unlimited):
      break
    }
    if !(1...Wallet.limit).contains(source.amount) {
      add("\(source.amount) credits; expected 1 to \(Wallet.limit)", at: inside + ["amount"])
    }
    if !(0...Wallet.limit).contains(source.inTrial) {
      add("\(source.inTrial) credits; expected 0 to \(Wallet.limit)", at: inside + ["inTrial"])
    }
    guard let rollover = source.lifetime.rollover else { return mistakes }
    let span = rollover.isMonthly ? "month" : "period"
    if let cap = rollover.limit, cap < source.amount {
      add(
        "rolls over up to \(cap), but each \(span) gives \(source.amount); expected more than "
          + "\(source.amount)", at: inside + ["upTo"])
    }
    guard let lasts = rollover.lasts else { return mistakes }
    let start = Instant(milliseconds: 0)
    let own = rollover.isMonthly ? Period(1, .month) : product.period
    if start.adding(Wallet.Gift.longest) < start.adding(lasts) {
      add("`\(lasts)` is too long; expected at most 100 years", at: inside + ["lasts"])
    } else if let own, start.adding(lasts) <= start.adding(own) {
      add(
        "credits last from the day they come, and `\(lasts)` is no longer than the \(span) that "
          + "gives them; expected more than `\(own)`, or no `rollsOver`", at: inside + ["lasts"])
    }
    return mistakes
  }

  /// Rules that spend from a wallet that does not exist, or at a cost out of range.
  private func mistakes(in feature: Feature) -> [BlueprintError.Mistake] {
    feature.rules.enumerated().flatMap { position, rule in
      rule.allowance.written(at: ["features", feature.id.rawValue, "\(position)", "allow"])
    }.flatMap { path, allowance -> [BlueprintError.Mistake] in
      guard case .spend(let first, let others, let cost) = allowance else { return [] }
      var mistakes: [BlueprintError.Mistake] = []
      var asked: Set<Wallet.ID> = []
      for (position, wallet) in ([first] + others).enumerated() {
        let path = path + ["spend"] + (others.isEmpty ? [] : ["\(position)"])
        let subject = BlueprintError.Subject(.wallet, wallet.rawValue)
        if !credits.contains(where: { $0.id == wallet }) {
          mistakes.append(
            BlueprintError.Mistake(
              path: path, subject: subject,
              message: unknown(wallet.rawValue, .wallet, in: credits.map(\.id.rawValue)),
              nearest: nearestName(to: wallet.rawValue, in: credits.map(\.id.rawValue))))
        } else if !asked.insert(wallet).inserted {
          mistakes.append(
            BlueprintError.Mistake(
              path: path, subject: subject,
              message: "the wallet `\(wallet)` pays twice for one price; expected each wallet once")
          )
        }
      }
      if let cost, !(1...Wallet.limit).contains(cost) {
        mistakes.append(
          BlueprintError.Mistake(
            path: path + ["cost"], message: "costs \(cost); expected 1 to \(Wallet.limit)"))
      }
      return mistakes
    }
  }
}
