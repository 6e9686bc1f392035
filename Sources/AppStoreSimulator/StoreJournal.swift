/// What the store has reported so far: to the app's server, and to the devices of its accounts.
///
/// Both are numbered from 1, and only the latest entries are kept.
struct StoreJournal: Sendable {
  /// The notifications to the app's server.
  var notifications: History<NotificationRecord>

  /// New and changed transactions, for the devices of the account.
  var updates: History<UpdateRecord>

  /// Creates an empty journal that keeps at most `limit` entries of each kind, at least 1.
  init(limit: Int) {
    notifications = History(limit: limit)
    updates = History(limit: limit)
  }
}
