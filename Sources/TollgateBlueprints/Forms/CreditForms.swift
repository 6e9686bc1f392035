import Tollgate

/// The format of credit wallets and of spending from them.
enum CreditForms {
  /// A wallet: the products that fill it, and the credits that nobody buys.
  ///
  /// ```yaml
  /// coins:
  ///   filledBy:
  ///     coach.coins.100: 100
  ///     coach.monthly: { amount: 50, each: period, rollsOver: true, upTo: 150, inTrial: 10 }
  ///   given:
  ///     - { amount: 50, on: signUp, lasts: P30D }
  ///     - { amount: 5, each: day, upTo: 20, when: { phase: trial } }
  ///   spending: { upTo: 100, per: day }
  ///   mayOverdraw: 10
  /// ```
  static let wallet = Form<@Sendable (Wallet.ID) -> Wallet>.object(
    "a wallet", hints: CreditForms.walletHints,
    .defaulted(
      "filledBy", Form<[Wallet.Source]>.entries("a product", of: source), to: [],
      "The products that fill it; grants and rights bought elsewhere with `credits` do too."
    ),
    .defaulted(
      "given", Form<[Wallet.Gift]>.list(of: gift), to: [], "The credits that nobody buys."),
    .defaulted(
      "spendFirst", Form<SpendFirst>.choice(), to: .given,
      "Which credits are spent first: those that were given, or those that were bought."),
    .optional("spending", spending, "How many credits can be spent in a day, week or month."),
    .defaulted(
      "mayOverdraw", amount, to: 0,
      "How many credits a use may cost beyond a balance that is not empty; the next credits pay for them."
    )
  ) {
    (
      sources: [Wallet.Source], gifts: [Wallet.Gift], first: SpendFirst,
      spending: Wallet.SpendingLimit?, overdraft: Int
    ) -> @Sendable (Wallet.ID) -> Wallet in
    { name in
      Wallet(
        id: name, sources: sources, given: gifts, spendsGivenFirst: first == SpendFirst.given,
        spending: spending, mayOverdraw: overdraft)
    }
  }

  /// What to write in a wallet in place of words that no key stands for.
  private static let walletHints: [String: String] = {
    let later =
      "`mayOverdraw` for a use that costs more than is left, or a consumable product that fills the wallet, since the store bills no uses"
    let ending =
      "nothing for credits that were bought in packs, which never expire; those of a plan do, by `rollsOver` and `lasts` in its entry of `filledBy`, and given ones by `lasts` in `given` or in a grant"
    let free =
      "`given`, as in `given: [{ amount: 50, on: signUp }]` or `given: [{ amount: 5, each: day }]`"
    return [
      "overage": later, "overages": later, "metered": later,
      "lasts": ending, "expires": ending, "expiresAfter": ending, "expiry": ending,
      "validFor": ending, "rollsOver": ending, "reset": ending, "resets": ending,
      "initial": free, "starting": free, "start": free, "free": free, "balance": free,
      "daily": free, "monthly": free, "signUp": free, "bonus": free,
      "products": "`filledBy`, as in `filledBy: { PRODUCT: 100 }`",
      "packs": "`filledBy`, as in `filledBy: { PRODUCT: 100 }`",
      "cost": "`cost` beside `spend` in a rule, as in `{ spend: coins, cost: 10 }`",
      "max": "`upTo` in an entry of `filledBy` with `rollsOver: true`, or in `given`",
      "upTo": "`upTo` in an entry of `filledBy` with `rollsOver: true`, or in `given`",
    ]
  }()

  /// Which credits are spent first.
  private enum SpendFirst: String, CaseIterable { case given, bought }

  private static let spending = Form<Wallet.SpendingLimit>.object(
    "a spending limit",
    .required("upTo", amount, "How many credits."),
    .required("per", Form<Feature.Window>.choice(Wallet.windows), "The window.")
  ) { Wallet.SpendingLimit(limit: $0, window: $1) }

  /// Credits that nobody buys: once for an event, or again in each window.
  private static let gift = Form<Wallet.Gift>.with(
    key: "each", orNear: true, eachWindow, else: onEvent,
    "credits such as `{ amount: 50, on: signUp }` or `{ amount: 5, each: day }`")

  /// What to write in a gift in place of words that no key stands for.
  private static let giftHints: [String: String] = {
    let some = "`when`, as in `when: { phase: subscribed }`"
    let device =
      "`{ first: [{ upTo: 5, per: day }, { spend: coins }] }` in a rule for these customers, or a listed grant with `when`, since where a device was is not recorded"
    let told =
      "a listed grant with `when`, as in `grants: { welcome: { by: backend, credits: coins, amount: 5, when: { language: de } } }`, since what held at a past instant is not recorded"
    let kept =
      "`upTo` for how many there are at most, such as `{ amount: 5, each: month, upTo: 15 }` for what is left of three months"
    return [
      "entitled": some, "phase": some, "for": some, "country": device, "rollsOver": kept,
      "attribute": told, "language": told, "device": told, "platform": told, "appVersion": told,
      "rollover": kept, "rollOver": kept, "carryOver": kept,
    ]
  }()

  private static let when = Key<Condition>.decisive(
    "when", ConditionForms.condition, to: .always,
    "What must hold at the instant at which they come: the phase `trial` or `subscribed`, entitlements, milestones and dates."
  )

  /// How long given credits last; nil for as long as the customer has the plan or the trial.
  private static let lasts = Form<Period?>.or(
    Form<Period>.period.endlessWithout("lasts").answering(
      words: Dictionary(
        uniqueKeysWithValues: ["whileEntitled", "whilePaying", "whilePaid", "subscription"].map {
          ($0, "a period, or `whileSubscribed`, which ends them with the plan and the trial")
        })), "whileSubscribed")

  private static let giftWindow = Form<Feature.Window>.choice(Wallet.windows).answering(
    words: [
      "period": "`filledBy: { PRODUCT: { amount: 5, each: period } }` for what a plan gives",
      "planMonth": "`filledBy: { PRODUCT: { amount: 5, each: planMonth } }` for what a plan gives",
    ])

  private static let eachWindow = Form<Wallet.Gift>.object(
    "a gift of credits", hints: CreditForms.giftHints,
    .required("amount", fixedAmount, "How many credits come each time."),
    .required(
      "each", giftWindow,
      "How often they come, beginning when the customer is first known."),
    .optional(
      "upTo", amount,
      "How many of them there are at most; as many as come each time if left out, so that what is left does not add up."
    ),
    .optional(
      "lasts",
      .word(
        "whileSubscribed",
        expected: "`whileSubscribed`, or `upTo` for how many of them there are at most"),
      "`whileSubscribed`: they expire once the customer has neither the plan nor the trial, and come to nobody else."
    ),
    CreditForms.when
  ) { Wallet.Gift(amount: $0, .each($1, upTo: $2), when: $4, whileSubscribed: $3 != nil) }

  private static let onEvent = Form<Wallet.Gift>.object(
    "a gift of credits", hints: CreditForms.giftHints,
    .required("amount", fixedAmount, "How many credits come."),
    .required("on", event, "What gives them, each time that it happens."),
    .optional(
      "lasts", lasts,
      "How long they last; they never expire if left out. With `whileSubscribed`, until the customer has neither the plan nor the trial, and they come to nobody else."
    ),
    CreditForms.when
  ) {
    Wallet.Gift(
      amount: $0, .on($1, lasts: $2 ?? nil), when: $3, whileSubscribed: $2 == .some(nil))
  }

  /// The events that are a single word.
  private enum Word: String, CaseIterable { case signUp, firstSeen }

  /// What to write for a gift in place of events that `filledBy` stands for.
  private static let eventHints: [String: String] = {
    let bought =
      "`filledBy: { PRODUCT: 50 }` for what a purchase gives, or `filledBy: { PRODUCT: { amount: 50, each: period } }` for what a subscription does"
    return ["purchase": bought, "firstPurchase": bought, "renewal": bought]
  }()

  private static let event = Form<CustomerEvent>.either(
    "`signUp`, `firstSeen`, `{ milestone: NAME }` or `{ use: FEATURE }`",
    scalar: Form<Word>.choice(Word.allCases, or: ["{ milestone: NAME }", "{ use: FEATURE }"])
      .answering(words: eventHints)
      .map { word in
        switch word {
        case .signUp: .signUp
        case .firstSeen: .firstSeen
        }
      }, map: namedEvent)

  /// A milestone, or a use of a feature.
  static let namedEvent = Form<[CustomerEvent]>.object(
    "an event", atLeast: 1,
    .decisive(
      "milestone", Names.milestone.map { [.milestone($0)] }, to: [], "This milestone was reached."),
    .decisive(
      "use", Names.feature.map { [.use($0)] }, to: [], "A use of this feature was counted.")
  ) { $0 + $1 }.single.onlyOne

  /// A source without the product, which is its key.
  private typealias MakeSource = @Sendable (CatalogProduct.ID) -> Wallet.Source

  /// A number of credits that a purchase or a period gives.
  private static let amount = Form<Int>.whole(1...Wallet.limit)
  /// A number of credits that is given, which is the same each time.
  static let fixedAmount = amount.answering(
    words: ["any": "\(amount.expected), or a grant for each number that your backend may give"])

  /// What one product gives: a number for each purchase, or credits for each billing period.
  private static let source = Form<MakeSource>.either(
    "a number of credits such as `100`, or `{ amount: 50, each: period }`",
    scalar: amount.map { amount -> MakeSource in
      { Wallet.Source(product: $0, amount: amount) }
    }, map: eachPeriodOrPack)

  /// When credits are given; a word of its own, so that other rhythms can be added.
  private enum Each: String, CaseIterable {
    /// Once in each billing period.
    case period
    /// Once in each month of it.
    case planMonth
  }

  private static let each = Form<Each>.choice(
    Each.allCases, synonyms: ["monthly": .planMonth, "renewal": .period, "bill": .period]
  ).answering(words: [
    "purchase": "a number alone, as in `filledBy: { PRODUCT: 100 }`, for what each purchase gives",
    "once": "a number alone, as in `filledBy: { PRODUCT: 100 }`, for what each purchase gives",
  ])

  /// When credits are given; a calendar window is for uses that a rule gives.
  private static let rhythm = Form<Each>(each.expected, each.schema) { node, reader in
    guard case .scalar(let text, .text) = node.content,
      let window = Wallet.windows.first(where: { $0.rawValue == text })
    else { return each.read(node, reader) }
    reader.unexpected(
      node,
      expected:
        "\(each.expected), or `{ first: [{ upTo: 5, per: \(window.rawValue) }, { spend: coins }] }` in a rule for those who have the product"
    )
    return nil
  }

  /// Whether what is left stays when its period ends, or the month of it.
  private enum RollsOver { case never, always, whileSubscribed }

  /// Whether what is left stays; how much of it and for how long are keys of their own.
  private static let rollsOver = Form<RollsOver>(
    "`true`, `false` or `whileSubscribed`",
    Schema(anyOf: [Form<Bool>.flag.schema, Form<String>.word("whileSubscribed").schema])
  ) { node, reader in
    var expected = "`true`, `false` or `whileSubscribed`"
    switch node.content {
    case .scalar(let text, .flag): return text.lowercased() == "true" ? .always : .never
    case .scalar("whileSubscribed", .text): return .whileSubscribed
    case .scalar(_, .integer):
      expected = "`rollsOver: true`, with `upTo` for how many credits there are at most"
    case .scalar(let text, .text) where Period(text) != nil:
      expected = "`rollsOver: true`, with `lasts` for how long credits last from the day they come"
    case .scalar, .list, .map: break
    }
    reader.unexpected(node, expected: expected)
    return nil
  }

  /// What to write in an entry of `filledBy` in place of words that no key stands for.
  private static let sourceHints: [String: String] = {
    let kept =
      "`rollsOver: true`, with `upTo` for how many there are at most or `lasts` for how long, or `rollsOver: whileSubscribed`"
    let ending =
      "`rollsOver: true` with `lasts: P1Y` for a plan's credits that last a year; without `rollsOver` they expire with the period, or the month of it, that gave them, and those of a pack never do"
    let changed = "`onUpgrade: keep`, `topUp` or `replace`"
    return [
      "rollover": kept, "rollOver": kept, "carryOver": kept, "carriesOver": kept, "carry": kept,
      "keeps": kept, "whileSubscribed": "`rollsOver: whileSubscribed`",
      "expires": ending, "expiresAfter": ending, "expire": ending, "validFor": ending,
      "reset": ending, "resets": ending,
      "upgrade": changed, "onChange": changed, "whenUpgraded": changed,
      "when":
        "a grant under `grants`, as in `partner: { by: backend, credits: WALLET, amount: 1, when: { phase: trial } }`, since what is bought gives the same to everybody",
    ]
  }()

  private static let onUpgrade = Form<Wallet.Upgrade>.choice(
    Wallet.Upgrade.allCases,
    synonyms: [
      "prorate": .share, "prorated": .share, "kept": .keep, "add": .keep, "reset": .replace,
      "replaced": .replace, "lose": .replace,
    ])

  /// The credits of a product that renews; `upTo` and `lasts` limit what rolls over, and so require `rollsOver`.
  private static let eachPeriod = Form<Repeated>.object(
    "an entry of `filledBy`", needs: ["upTo": ["rollsOver"], "lasts": ["rollsOver"]],
    hints: CreditForms.sourceHints,
    .required("amount", amount, "How many credits each billing period, or month of it, gives."),
    .required("each", rhythm, "When it gives them."),
    .defaulted(
      "rollsOver", rollsOver, to: .never,
      "Whether what is left stays when the period, or the month of it, ends: always, or while the subscription runs. If not, it expires."
    ),
    .optional(
      "upTo", .whole(1...Wallet.limit),
      "How many credits of the subscription there are at most when new ones come, those included."
    ),
    .optional(
      "lasts", .period,
      "How long credits that roll over last, from the day they come; until they are spent if left out."
    ),
    .defaulted(
      "inTrial", .whole(0...Wallet.limit), to: 0, "How many credits a trial's period gives instead."
    ),
    .defaulted(
      "onUpgrade", onUpgrade, to: .share,
      "What stays of the running period's credits when a larger plan replaces it: the share that was paid for, what tops them up to the new plan's, nothing, or all."
    )
  ) { amount, each, rollsOver, cap, lasts, inTrial, onUpgrade in
    Repeated(
      amount: amount, each: each, rollsOver: rollsOver, cap: cap, lasts: lasts, inTrial: inTrial,
      onUpgrade: onUpgrade)
  }.map { (given, node, reader) -> MakeSource? in
    if given.rollsOver == .never, node["rollsOver"] != nil,
      let limit = node["upTo"] ?? node["lasts"]
    {
      let key = node["upTo"] == nil ? "lasts" : "upTo"
      reader.error(
        at: limit, "`\(key)` limits what rolls over, and nothing does",
        expected: "`rollsOver: true` or `whileSubscribed`, or no `\(key)`")
      return nil
    }
    return { product in
      Wallet.Source(
        product: product, amount: given.amount, lifetime: given.lifetime, inTrial: given.inTrial,
        onUpgrade: given.onUpgrade)
    }
  }

  /// The same, where a map without `each` is probably meant for a product that does not renew.
  private static let eachPeriodOrPack = Form<MakeSource>(eachPeriod.expected, eachPeriod.schema) {
    node, reader in
    guard case .map(let entries) = node.content, node["each"] == nil,
      entries.allSatisfy({ ["amount", "lasts"].contains($0.key) }),
      case .scalar(let amount, .integer)? = node["amount"]?.content
    else { return eachPeriod.read(node, reader) }
    var renewing = "`{ amount: \(amount), each: period }`"
    if case .scalar(let lasts, .text)? = node["lasts"]?.content {
      let rolling = lasts == "whileSubscribed" ? lasts : "true, lasts: \(lasts)"
      renewing = "`{ amount: \(amount), each: period, rollsOver: \(rolling) }`"
    }
    reader.error(
      at: node, "an entry of `filledBy` lacks `each`",
      expected: "`\(amount)` for a product that does not renew, whose credits never expire, or "
        + renewing)
    return nil
  }

  /// What a product that renews gives, as written.
  private struct Repeated {
    let amount: Int
    let each: Each
    let rollsOver: RollsOver
    let cap: Int?
    let lasts: Period?
    let inTrial: Int
    let onUpgrade: Wallet.Upgrade

    var lifetime: Wallet.Lifetime {
      switch (rollsOver, each) {
      case (.never, .period): .period
      case (.never, .planMonth): .planMonth
      case (.always, _), (.whileSubscribed, _):
        .rollsOver(
          Wallet.Rollover(
            monthly: each == .planMonth, upTo: cap, lasts: lasts,
            whileSubscribed: rollsOver == .whileSubscribed))
      }
    }
  }

  /// What to write in place of limits beside a wallet.
  private static let hints: [String: String] = {
    let once =
      "a `key` in the app's use, such as the name of an item, under which credits are paid once"
    let window =
      "`{ all: [{ upTo: 3, per: day }, { spend: coins }] }` for both at once, `{ first: [{ upTo: 3, per: day }, { spend: coins }] }` for uses before credits pay, or `spending: { upTo: 40, per: day }` in the wallet"
    let cost = "`cost`, as in `{ spend: coins, cost: 10 }`"
    let shared =
      "a list of wallets, which share the cost, as in `{ spend: [daily, bonus], cost: 10 }`"
    return [
      "each": once, "holding": once, "item": once, "upTo": window, "per": window,
      "amount": cost, "price": cost, "credits": cost, "count": cost,
      "and": shared, "wallets": shared,
    ]
  }()

  /// The cost of a use: a number of credits, or the number that each use states.
  static let spend = Form<Feature.Allowance>.object(
    "an allowance", hints: CreditForms.hints,
    .required(
      "spend", payers,
      "The wallet that pays; of several, each pays what those before it in the list lack."),
    .defaulted(
      "cost", cost, to: .some(1), "How many credits a use costs; `any` is what the use says.")
  ) { .spend($0[0], then: Array($0.dropFirst()), cost: $1) }
  .answering(
    "an allowance",
    ["refills": "`{ first: [{ upTo: 5, refills: PT3H }, { spend: coins, cost: 10 }] }`"])

  /// A wallet or several that share a price, in whose place authors may write a sum or how much each of them pays.
  private static let payers: Form<[Wallet.ID]> = {
    let wallets = Form<[Wallet.ID]>.oneOrMore(Names.wallet)
    return Form(wallets.expected, wallets.schema) { node, reader in
      let meant: [String]
      switch node.content {
      case .scalar(let text, .text):
        meant = text.split { "+,&".contains($0) }
          .map { $0.split(separator: " ").joined(separator: " ") }
      case .map(let entries): meant = entries.map(\.key)
      case .scalar, .list: meant = []
      }
      if meant.count > 1 {
        reader.unexpected(
          node,
          expected:
            "`spend: [\(meant.joined(separator: ", "))]`, with which each wallet pays what those before it lack"
        )
        return nil
      }
      guard let wallets = wallets.read(node, reader), !wallets.isEmpty else { return nil }
      return wallets
    }
  }()

  /// The cost of a use; nil stands for `any`, where each use states its own.
  private static let cost = Form<Int?>(
    "\(amount.expected), or `any`",
    Schema(anyOf: [amount.schema, Form<String>.word("any").schema])
  ) { node, reader in
    switch node.content {
    case .scalar("any", .text): return .some(nil)
    case .scalar(let text, .integer):
      if let number = Int(text), (1...Wallet.limit).contains(number) { return .some(number) }
    case .list:
      reader.unexpected(
        node, expected: "\(amount.expected), or `any`, with which the app says what each use costs")
      return nil
    case .scalar, .map: break
    }
    reader.unexpected(node, expected: "\(amount.expected), or `any`")
    return nil
  }
}
