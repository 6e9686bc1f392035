import Tollgate

/// The format of the grants that the app's backend or support may give.
enum GrantForms {
  /// A grant, whose name is its key.
  ///
  /// ```yaml
  /// referral:
  ///   by: backend
  ///   entitlement: premium
  ///   lasts: P7D
  ///   upTo: 4
  ///   per: month
  /// founder:
  ///   entitlement: premium
  ///   until: 2027-01-01
  /// apology:
  ///   credits: coins
  ///   amount: 10
  /// web:
  ///   elsewhere: true
  ///   entitlement: premium
  ///   credits: coins
  ///   amount: 900
  /// ```
  static let grant = Form<@Sendable (GrantTerms.ID) -> GrantTerms>.with(
    key: "elsewhere", boughtElsewhere,
    else: .with(
      key: "credits", ofCredits, else: ofEntitlement, "a grant of an entitlement or of credits"),
    "a grant of an entitlement or of credits")

  private typealias MakeGrant = @Sendable (GrantTerms.ID) -> GrantTerms

  /// What to write in a grant in place of words that no key stands for.
  private static let hints: [String: String] = {
    let condition = "`when`, as in `when: { phase: [free, lapsed] }`"
    let date = "`when`, as in `when: { from: 2027-01-01 }`"
    let event =
      "`trials` with `start: { milestone: NAME }`, or for credits `given` in a wallet, since a grant is given by the backend or by support"
    let price = "an offer code or another `offer` in a package, since only the store lowers a price"
    let limit = "`entitlement`, and a rule with a larger limit for those who have it"
    let length = "`lasts`, as in `lasts: P7D`, or `until` for a date"
    let times = "`upTo` for how often a customer may have it, as in `upTo: 4, per: month`"
    let giver = "`by: backend`, or `by: support`"
    return [
      "expires": length, "expiresAfter": length, "validFor": length, "duration": length,
      "limit": times, "max": times, "atMost": times, "once": times, "perUser": times,
      "giver": giver, "setBy": giver,
      "code": "nothing: your backend checks the code, and gives the grant by its name",
      "for": condition, "country": condition, "from": date,
      "on": event, "event": event, "milestone": event, "start": event, "each": event,
      "discount": price, "price": price, "percent": price, "offer": price,
      "feature": limit, "amount": "`credits` beside it, or `lasts` for a length of time",
      "adds": "`waitsFor: grants`, the default, which makes two weeks of two grants of a week",
      "days": "`lasts`, as in `lasts: P7D`", "product": "`entitlement`, which the product gives",
    ]
  }()

  /// What to write in place of the terms of a right that was bought elsewhere.
  private static let statedHints: [String: String] = {
    let stated = "nothing: your backend states it, with each right"
    let once = "nothing: a customer has one right of this name, which the backend moves and ends"
    let month =
      "nothing: what is left of a month expires with it. For credits that last longer, a grant of credits with `lasts`, which your backend gives each month"
    return [
      "rollsOver": month, "rollover": month, "each": month,
      "lasts": stated, "until": stated, "willRenew": stated, "seats": stated, "when": stated,
      "by": "nothing: only the backend states it",
      "upTo": once, "per": once, "waitsFor": once,
    ]
  }()

  private static let second =
    "a second grant with it, since a grant gives either entitlements or credits; your backend then gives both"

  private static let giver = Key<GrantTerms.Giver>.defaulted(
    "by",
    .choice(
      GrantTerms.Giver.allCases,
      synonyms: ["server": .backend, "api": .backend, "webhook": .backend, "admin": .support]
    )
    .answering(words: [
      "app":
        "`by: backend`, since an app cannot be trusted to give it; or for credits `given` in a wallet"
    ]), to: .support,
    "Who gives it; what the backend may give, support may give as well.")
  private static let when = Key<Condition>.decisive(
    "when", ConditionForms.condition, to: .always,
    "What must hold for the customer when it is requested; otherwise it is refused.")
  private static let limit = Key<Int?>.optional(
    "upTo", .whole(1...GrantTerms.largestLimit),
    "How often a customer may have it; as often as it is given, if left out.")
  private static let window = Key<PastForms.Counted>.defaulted(
    "per", PastForms.counted(in: GrantTerms.windows), to: .inWindow(.ever),
    "The window in which grants count together, or a period: how long each grant counts.")

  private static let length = Form<Period>.period.endlessWithout("lasts")

  private static let until = Key<EventDate?>.decisive(
    "until", PastForms.date.endlessWithout("until"), to: nil,
    "The date on which it ends at the latest, and from which it is given no more.")

  private static let wait = Key<GrantTerms.Wait?>.optional(
    "waitsFor", .choice(),
    "What delays it. `grants`, the default without `until`: it begins when the customer's running grants no longer give all of it. `purchases`: its time passes only while purchases and other grants do not give all of it. `nothing`: it begins at once."
  )

  /// A grant of credits, which come at once.
  private static let ofCredits = Form<MakeGrant>.object(
    "a grant with `credits`", needs: ["per": ["upTo"]],
    hints: GrantForms.hints.merging([
      "entitlement": GrantForms.second, "entitlements": GrantForms.second,
      "entitles": GrantForms.second,
    ]) { $1 },
    giver, when,
    .required("credits", Names.wallet, "The wallet that it fills."),
    .required("amount", CreditForms.fixedAmount, "How many credits it gives."),
    .optional("lasts", length, "How long they last; they never expire if left out."),
    until, limit, window
  ) { giver, when, wallet, amount, lasts, until, limit, window in
    { name in
      GrantTerms(
        id: name, giver: giver, when: when, credits: GrantedCredits(wallet: wallet, amount: amount),
        lasts: lasts, until: until, waitsFor: .nothing, limit: limit,
        window: window.window ?? .ever, within: window.period)
    }
  }

  /// A right that was bought elsewhere, whose end the backend states.
  private static let boughtElsewhere = Form<MakeGrant>.object(
    "a right bought elsewhere", needs: ["credits": ["amount"], "amount": ["credits"]],
    .required(
      "elsewhere", Form<Bool>.onlyTrue,
      "It was bought elsewhere, such as on the web: the app's backend states until when it lasts."),
    .required("entitlement", Names.entitlements.withoutRepetition, "What it gives."),
    .optional("credits", Names.wallet, "The wallet that it fills in each of its months."),
    .optional("amount", .whole(1...Wallet.limit), "How many credits each of its months gives.")
  ) { _, entitlements, wallet, amount in
    { name in
      GrantTerms(
        id: name, giver: .backend, entitlements: entitlements,
        credits: wallet.flatMap { wallet in
          amount.map { GrantedCredits(wallet: wallet, amount: $0) }
        },
        waitsFor: .nothing, isElsewhere: true)
    }
  }.answering("a right bought elsewhere", statedHints)

  /// A grant of entitlements.
  private static let ofEntitlement = Form<MakeGrant>.object(
    "a grant", needs: ["waitsFor": ["lasts"], "per": ["upTo"]],
    synonyms: ["entitles": "entitlement", "gives": "entitlement"],
    hints: GrantForms.hints,
    giver, when,
    .required("entitlement", Names.entitlements.withoutRepetition, "What it gives."),
    .optional("lasts", length, "How long it lasts; it never ends if left out."),
    until, wait, limit, window
  ) { giver, when, entitlements, lasts, until, waitsFor, limit, window in
    { name in
      GrantTerms(
        id: name, giver: giver, when: when, entitlements: entitlements, lasts: lasts,
        until: until, waitsFor: waitsFor ?? (until == nil ? .grants : .nothing), limit: limit,
        window: window.window ?? .ever, within: window.period)
    }
  }
}
