/// The page on which a person acts as the customers and the owner of a simulated App Store.
public struct StorePage: Sendable, Equatable {
  /// A product with what it can be bought with.
  public struct Product: Sendable, Equatable {
    /// The product identifier.
    public var id: String
    /// The name for customers.
    public var name: String
    /// Kind, price and period in words.
    public var terms: String

    /// Creates the value from its parts.
    public init(id: String, name: String, terms: String) {
      self.id = id
      self.name = name
      self.terms = terms
    }
  }

  /// A subscription of an account.
  public struct Subscription: Sendable, Equatable {
    /// The product of the current period.
    public var product: String
    /// The condition in a word.
    public var status: String
    /// How the condition is shown: `good`, `warning` or `bad`.
    public var tone: String
    /// What happens at the end of the period.
    public var ending: String
    /// Whether renewal is on.
    public var renews: Bool

    /// Creates the value from its parts.
    public init(product: String, status: String, tone: String, ending: String, renews: Bool) {
      self.product = product
      self.status = status
      self.tone = tone
      self.ending = ending
      self.renews = renews
    }
  }

  /// A transaction of an account.
  public struct Transaction: Sendable, Equatable {
    /// The transaction identifier.
    public var id: String
    /// The product.
    public var product: String
    /// When it was bought.
    public var date: String
    /// Whether it was refunded or revoked.
    public var revoked: Bool
    /// Whether it is family-shared.
    public var shared: Bool

    /// Creates the value from its parts.
    public init(id: String, product: String, date: String, revoked: Bool, shared: Bool) {
      self.id = id
      self.product = product
      self.date = date
      self.revoked = revoked
      self.shared = shared
    }
  }

  /// An account.
  public struct Account: Sendable, Equatable {
    /// The name.
    public var account: String
    /// Country, family and what else is special, in words.
    public var about: String
    /// Whether payments fail.
    public var billingFails: Bool
    /// The subscriptions.
    public var subscriptions: [Subscription]
    /// The newest transactions, the newest first.
    public var transactions: [Transaction]

    /// Creates the value from its parts.
    public init(
      account: String, about: String, billingFails: Bool, subscriptions: [Subscription],
      transactions: [Transaction]
    ) {
      self.account = account
      self.about = about
      self.billingFails = billingFails
      self.subscriptions = subscriptions
      self.transactions = transactions
    }
  }

  /// A purchase that waits.
  public struct Pending: Sendable, Equatable {
    /// The number of the purchase.
    public var number: Int
    /// Who buys what, and what it waits for, in words.
    public var sentence: String

    /// Creates the value from its parts.
    public init(number: Int, sentence: String) {
      self.number = number
      self.sentence = sentence
    }
  }

  /// A notification with its delivery.
  public struct Notification: Sendable, Equatable {
    /// When it was made.
    public var date: String
    /// Type and subtype.
    public var kind: String
    /// Whose purchase it is about.
    public var about: String
    /// Where the delivery stands, in words.
    public var delivery: String
    /// How the delivery is shown: `good`, `warning` or `bad`.
    public var tone: String
    /// The attempts so far, in words.
    public var attempts: [String]

    /// Creates the value from its parts.
    public init(
      date: String, kind: String, about: String, delivery: String, tone: String, attempts: [String]
    ) {
      self.date = date
      self.kind = kind
      self.about = about
      self.delivery = delivery
      self.tone = tone
      self.attempts = attempts
    }
  }

  /// The bundle identifier of the app.
  public var bundle: String
  /// The environment of the store.
  public var environment: String
  /// The store's clock.
  public var now: String
  /// The next scheduled event, or nil if there isn't one.
  public var next: String?
  /// The URL to which notifications are posted; empty for none.
  public var notify: String
  /// The faults injected into notifications, in words; nil if there are none.
  public var faults: String?
  /// The products.
  public var products: [Product]
  /// The accounts.
  public var accounts: [Account]
  /// The purchases that wait.
  public var pending: [Pending]
  /// The newest notifications, the newest first.
  public var notifications: [Notification]

  /// Creates the value from its parts.
  public init(
    bundle: String, environment: String, now: String, next: String?, notify: String,
    faults: String?, products: [Product], accounts: [Account], pending: [Pending],
    notifications: [Notification]
  ) {
    self.bundle = bundle
    self.environment = environment
    self.now = now
    self.next = next
    self.notify = notify
    self.faults = faults
    self.products = products
    self.accounts = accounts
    self.pending = pending
    self.notifications = notifications
  }
}
