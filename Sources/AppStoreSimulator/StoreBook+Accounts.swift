import TollgateAppStore

extension StoreBook {
  /// An account, counted from 0 in the order of creation.
  struct AccountNumber: Hashable, Sendable {
    var value: UInt32
  }

  /// What the store knows about an account.
  struct Account: Sendable {
    let id: AccountID
    var canPay = true
    var failsRenewals: Bool
    var asksToBuy: Bool
    var storefront: UInt32
    var introducedGroups: Set<UInt32> = []
    var redeemedCodes: Set<String> = []
    var family: Set<AccountNumber> = []

    /// The latest transaction, which links to the earlier ones.
    var latest: TransactionNumber?

    /// Whether renewals can be paid.
    var canRenew: Bool { canPay && !failsRenewals }
  }

  /// All accounts, by number.
  struct AccountTable: Sendable {
    private var accounts: [Account] = []
    private var numbers: [AccountID: AccountNumber] = [:]
    private var made = 0

    subscript(number: AccountNumber) -> Account {
      get { accounts[Int(number.value)] }
      set { accounts[Int(number.value)] = newValue }
    }

    subscript(id: AccountID) -> AccountNumber? { numbers[id] }

    /// The names of all accounts, sorted.
    var ids: [AccountID] { numbers.keys.sorted() }

    mutating func add(_ account: Account) -> AccountNumber {
      let number = AccountNumber(value: UInt32(accounts.count))
      accounts.append(account)
      numbers[account.id] = number
      return number
    }

    /// The next unused generated name: `account-1`, `account-2` and so on.
    mutating func freeName() -> AccountID {
      repeat { made += 1 } while numbers[AccountID(rawValue: "account-\(made)")] != nil
      return AccountID(rawValue: "account-\(made)")
    }
  }

  func id(of account: AccountNumber) -> AccountID { accounts[account].id }

  /// The account with a name, created if unknown.
  mutating func account(_ id: AccountID) -> AccountNumber {
    accounts[id]
      ?? accounts.add(
        Account(
          id: id, failsRenewals: setting.configuration.settings.hasRenewalBillingIssues,
          asksToBuy: setting.configuration.settings.asksToBuy, storefront: 1))
  }

  func storefront(of account: AccountNumber) -> Storefront {
    storefronts[accounts[account].storefront] ?? setting.storefront
  }

  /// The members of an account's family, by name.
  func family(of account: AccountNumber) -> [AccountNumber] {
    let family = accounts[account].family
    return family.isEmpty ? [] : sorted(family)
  }

  /// Accounts sorted by name.
  func sorted(_ accounts: some Sequence<AccountNumber>) -> [AccountNumber] {
    accounts.sorted { [table = self.accounts] in table[$0].id < table[$1].id }
  }
}
