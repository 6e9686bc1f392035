extension Quota.Span {
  /// Whether it limits uses, not held items.
  public var countsUses: Bool {
    switch self {
    case .window, .pool, .rolling, .fromFirstUse: true
    case .held: false
    }
  }

  /// The window in which uses count together, unless uses or items alone decide when it begins and ends.
  public var window: Feature.Window? {
    switch self {
    case .window(let window): window
    case .pool, .rolling, .fromFirstUse, .held: nil
    }
  }

  /// The length of the span of time, which slides or begins with its first use.
  public var length: Period? {
    switch self {
    case .rolling(let length), .fromFirstUse(let length): length
    case .window, .pool, .held: nil
    }
  }

  /// How long it takes until a use of the pool comes back.
  public var refills: Period? {
    switch self {
    case .pool(let period): period
    case .window, .rolling, .fromFirstUse, .held: nil
    }
  }

  /// What a limit reports as counted together.
  public var scope: Limit.Scope {
    switch self {
    case .window(let window): window.scope
    case .pool: .pool
    case .rolling: .rolling
    case .fromFirstUse: .fromFirstUse
    case .held: .held
    }
  }

  /// Whether a limit reports when it is renewed, even if it holds alone: its name does not imply that.
  var saysRenewal: Bool {
    switch self {
    case .window(let window): window == .planMonth
    case .pool, .rolling, .fromFirstUse: true
    case .held: false
    }
  }

  /// Whether sizes can count in it.
  package var canBeSized: Bool {
    switch self {
    case .window, .rolling, .fromFirstUse, .held: true
    case .pool: false
    }
  }

  /// Whether it can count for each parent.
  package var canBeOfEach: Bool {
    switch self {
    case .window, .rolling, .fromFirstUse, .held: true
    case .pool: false
    }
  }

  /// Whether what it counts can have a name, which lets features share it.
  package var canBeNamed: Bool {
    switch self {
    case .window, .rolling, .fromFirstUse: true
    case .pool, .held: false
    }
  }

  /// What stands behind `per:` in a blueprint; for a pool and held items, a name for messages.
  var written: String {
    switch self {
    case .window(let window): window.rawValue
    case .pool: "pool"
    case .rolling(let length): "\(length)"
    case .fromFirstUse(let length): "\(length), from: firstUse"
    case .held: "held"
    }
  }
}

extension Quota {
  /// Whether it limits uses, not held items.
  public var countsUses: Bool { span.countsUses }

  /// The window in which it counts.
  public var window: Feature.Window? { span.window }

  /// Whether it says when it is renewed, even if it holds alone.
  var saysRenewal: Bool { span.saysRenewal || counts != nil }

  /// The name under which its uses are recorded, if it counts no others.
  func name(among limitsApart: Set<CountedUses.ID>) -> Parent.ID? {
    counts.flatMap { limitsApart.contains($0) ? Parent.ID($0.rawValue) : nil }
  }
}

extension Feature.Window {
  /// Whether it is a billing period of the plan, or a month of the plan.
  var isOfPlan: Bool { self == .period || self == .planMonth }

  /// What a limit in this window reports as counted together.
  fileprivate var scope: Limit.Scope {
    switch self {
    case .trial: .trial
    case .day: .day
    case .week: .week
    case .month: .month
    case .year: .year
    case .period: .period
    case .planMonth: .planMonth
    case .ever: .ever
    case .use: .use
    }
  }
}
