import TollgateAppStore

/// An account, counted from 0 in the order of creation.
struct AccountNumber: Hashable, Sendable {
  var value: UInt32
}

/// What the store knows about an account.
struct StoreAccount: Sendable {
  let id: AccountID

  /// Whether payments succeed; if not, purchases and renewals fail alike.
  var canPay = true

  /// Whether renewals fail although purchases succeed, as with StoreKitTest's billing issue on renewal.
  var failsRenewals: Bool

  /// Whether purchases wait for a parent's approval.
  var asksToBuy: Bool

  /// The number of the account's storefront in the table.
  var storefront: UInt32 = 1

  /// The groups in which the account has used its introductory offer, by position in the catalog.
  var introducedGroups: Set<UInt32> = []

  /// How the account got the app; nil if that was never set.
  var appPurchase: AppPurchase?

  /// The offer codes that the account has redeemed, by identifier, after the product's and a slash unless it renews.
  var redeemedCodes: Set<String> = []

  /// The family members that the account shares its purchases with, at most five.
  var family: Set<AccountNumber> = []

  /// The latest transaction, which links to the earlier ones.
  var latest: TransactionNumber?

  /// Whether renewals can be paid.
  var canRenew: Bool { canPay && !failsRenewals }

  /// Records an offer that an account can have only once: an introductory offer of a group, and an offer code.
  mutating func redeem(_ offer: Catalog.Offer, group: UInt32) {
    if offer.type == .introductory { introducedGroups.insert(group) }
    if offer.type == .offerCode, let id = offer.terms.id { redeemedCodes.insert(id) }
  }

  /// Records the code of a product that does not renew, which an account can redeem only once.
  mutating func redeem(
    _ offer: StoreKitConfiguration.CodeOffer, of product: StoreKitConfiguration.Product
  ) {
    redeemedCodes.insert("\(product.productID)/\(offer.id)")
  }

  func hasRedeemed(
    _ offer: StoreKitConfiguration.CodeOffer, of product: StoreKitConfiguration.Product
  ) -> Bool {
    redeemedCodes.contains("\(product.productID)/\(offer.id)")
  }
}

/// All accounts, by number, and the storefronts that they buy in.
struct AccountTable: Sendable {
  private var accounts: [StoreAccount] = []
  private var numbers: [AccountID: AccountNumber] = [:]
  private var generatedNames = 0
  private let settings: StoreKitConfiguration.Settings
  private let defaultStorefront: Storefront

  /// The storefronts that accounts and records refer to by number; 1 is the store's own.
  private var storefronts = NumberedTable<Storefront>()

  /// Creates a table whose accounts start with the settings of a configuration, in the store's own storefront.
  init(settings: StoreKitConfiguration.Settings, storefront: Storefront) {
    self.settings = settings
    defaultStorefront = storefront
    _ = storefronts.add(storefront)
  }

  /// The account with a number, which must be one that the table assigned.
  subscript(number: AccountNumber) -> StoreAccount {
    get { accounts[Int(number.value)] }
    set { accounts[Int(number.value)] = newValue }
  }

  /// The number of the account with a name; nil if it is unknown.
  subscript(id: AccountID) -> AccountNumber? { numbers[id] }

  /// The names of all accounts, sorted.
  var ids: [AccountID] { numbers.keys.sorted() }

  /// The number of the account with a name, created if unknown.
  mutating func number(of id: AccountID) -> AccountNumber {
    if let number = numbers[id] { return number }
    let number = AccountNumber(value: UInt32(accounts.count))
    accounts.append(
      StoreAccount(
        id: id, failsRenewals: settings.hasRenewalBillingIssues, asksToBuy: settings.asksToBuy))
    numbers[id] = number
    return number
  }

  /// Creates an account with the next unused generated name: `account-1`, `account-2` and so on.
  mutating func make() -> AccountID {
    var id: AccountID
    repeat {
      generatedNames += 1
      id = AccountID(rawValue: "account-\(generatedNames)")
    } while numbers[id] != nil
    _ = number(of: id)
    return id
  }

  /// The storefront with a number; the store's own for a number that was never assigned.
  func storefront(_ number: UInt32) -> Storefront { storefronts[number] ?? defaultStorefront }

  /// Moves an account to another storefront; earlier transactions keep theirs.
  mutating func move(_ account: AccountNumber, to storefront: Storefront) {
    self[account].storefront = storefronts.number(of: storefront)
  }

  /// The members of an account's family, by name.
  func family(of account: AccountNumber) -> [AccountNumber] {
    let family = self[account].family
    return family.isEmpty ? [] : sorted(family)
  }

  /// Accounts sorted by name, so that what happens to several happens in the same order every time.
  func sorted(_ numbers: some Sequence<AccountNumber>) -> [AccountNumber] {
    numbers.sorted { self[$0].id < self[$1].id }
  }
}
