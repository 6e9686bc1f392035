/// Where the credits of one wallet came from and went to, up to an instant.
///
/// What came is the sum of all the rest: nothing is lost, and no balance is ever negative.
struct CreditAccount {
  /// What is left to spend.
  private(set) var balance = 0
  /// What arrived with purchases, billing periods and transfers.
  private(set) var received = 0
  /// What uses have spent.
  private(set) var spent = 0
  /// What was left when its billing period ended, or above what rolls over.
  private(set) var expired = 0
  /// What refunds and replaced periods have taken back.
  private(set) var takenBack = 0
  /// What went to other customers with their purchases.
  private(set) var transferred = 0
  /// The credits that are here, those that are all spent included.
  private(set) var lots: [CreditLot] = []
}

extension CreditAccount {
  /// Replays everything that filled and emptied a wallet up to an instant, in order of time.
  ///
  /// - Parameters:
  ///   - lots: What filled it.
  ///   - log: What was spent; spends of later instants count too.
  ///   - wallet: The wallet.
  ///   - transfers: The changes of hands of purchases.
  ///   - now: The instant.
  init(
    _ lots: [CreditLot], _ log: CreditLog?, of wallet: Wallet.ID,
    transfers: [PurchaseID: [CreditTransfer]], at now: Instant
  ) {
    var replay = CreditReplay(lots, wallet, transfers)
    var drawn = 0
    for event in replay.events(upTo: now) {
      let total = log?.total(before: event.at) ?? 0
      replay.spend(total - drawn)
      drawn = total
      replay.apply(event)
    }
    replay.spend((log?.total ?? 0) - drawn)
    self = replay.account
    self.lots = replay.lots.filter { $0.state == .here }
    balance = self.lots.reduce(0) { $0 + $1.left }
  }

  mutating func receive(_ amount: Int) { received += amount }
  mutating func spend(_ amount: Int) { spent += amount }
  mutating func expire(_ amount: Int) { expired += amount }
  mutating func takeBack(_ amount: Int) { takenBack += amount }
  mutating func transfer(_ amount: Int) { transferred += amount }
}
