import Tollgate

/// The format of credit wallets and of spending from them.
enum CreditForms {
  /// A wallet: the products that fill it.
  ///
  /// ```yaml
  /// coins:
  ///   filledBy:
  ///     coach.coins.100: 100
  ///     coach.monthly: { amount: 50, each: period, rollsOver: true, upTo: 150, inTrial: 10 }
  /// ```
  static let wallet = Form<[Wallet.Source]>.object(
    "a wallet",
    key: .required(
      "filledBy", .entries("a product", of: source), "The products that fill it.")
  ).map { sources -> @Sendable (Wallet.ID) -> Wallet in { Wallet(id: $0, sources: sources) } }

  /// A source without the product, which is its key.
  private typealias MakeSource = @Sendable (CatalogProduct.ID) -> Wallet.Source

  /// A number of credits that a purchase or a period gives.
  private static let amount = Form<Int>.whole(1...Wallet.limit)

  /// What one product gives: a number for each purchase, or credits for each billing period.
  private static let source = Form<MakeSource>.either(
    "a number of credits such as `100`, or `{ amount: 50, each: period }`",
    scalar: amount.map { amount -> MakeSource in
      { Wallet.Source(product: $0, amount: amount) }
    }, map: eachPeriod)

  /// When credits are given; a word of its own, so that other rhythms can be added.
  private enum Each: String, CaseIterable { case period }

  /// The credits of a product that renews; `upTo` limits what rolls over, and so requires `rollsOver`.
  private static let eachPeriod = Form<MakeSource>.object(
    "a grant of credits", needs: ["upTo": ["rollsOver"]],
    .required("amount", amount, "How many credits each billing period gives."),
    .required("each", Form<Each>.choice(), "When it gives them."),
    .defaulted(
      "rollsOver", .flag, to: false,
      "Whether what is left stays when the period ends; if not, it expires."),
    .optional(
      "upTo", .whole(1...Wallet.limit),
      "How many credits of the subscription there are at most when a new period begins, its own included."
    ),
    .defaulted(
      "inTrial", .whole(0...Wallet.limit), to: 0, "How many credits a trial's period gives instead."
    )
  ) { amount, _, rollsOver, cap, inTrial in
    { product in
      Wallet.Source(
        product: product, amount: amount, lifetime: rollsOver ? .rollsOver(upTo: cap) : .period,
        inTrial: inTrial)
    }
  }

  /// The cost of a use: a number of credits, or the number that each use states.
  static let spend = Form<Feature.Allowance>.object(
    "an allowance",
    .required("spend", Names.wallet, "The wallet that pays."),
    .defaulted(
      "cost", cost, to: .some(1), "How many credits a use costs; `any` is what the use says.")
  ) { .spend($0, cost: $1) }

  /// The cost of a use; nil stands for `any`, where each use states its own.
  private static let cost = Form<Int?>(
    "a whole number from 1 to \(Wallet.limit), or `any`",
    Schema(anyOf: [amount.schema, Form<String>.word("any").schema])
  ) { node, reader in
    switch node.content {
    case .scalar("any", .text): return .some(nil)
    case .scalar(let text, .integer):
      if let number = Int(text), (1...Wallet.limit).contains(number) { return .some(number) }
    case .scalar, .list, .map: break
    }
    reader.unexpected(node, expected: "a whole number from 1 to \(Wallet.limit), or `any`")
    return nil
  }
}
