/// The latest version of every transaction of a store, by number.
struct TransactionTable: Sendable {
  private var records: [TransactionRecord?] = []

  /// The transaction with a number; nil if the number was assigned but never used, or not assigned at all.
  subscript(number: TransactionNumber) -> TransactionRecord? {
    get { records.indices.contains(Int(number.value)) ? records[Int(number.value)] : nil }
    set {
      while records.count <= Int(number.value) { records.append(nil) }
      records[Int(number.value)] = newValue
    }
  }

  /// An account's transactions in the order of purchase, found by following the links from its latest.
  func history(to latest: TransactionNumber?) -> [TransactionRecord] {
    var history: [TransactionRecord] = []
    var next = latest
    while let number = next, let record = self[number] {
      history.append(record)
      next = record.previous
    }
    return history.reversed()
  }
}
