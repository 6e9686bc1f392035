/// The latest version of every transaction of a store, by number.
struct TransactionTable: Sendable {
  private static let chunkSize = 4096

  /// Chunks of records, so that a table of millions grows without being copied.
  private var chunks: [[TransactionRecord?]] = []

  /// The transaction with a number; nil if the number was assigned but never used, or not assigned at all.
  subscript(number: TransactionNumber) -> TransactionRecord? {
    get {
      let (chunk, place) = Int(number.value).quotientAndRemainder(dividingBy: Self.chunkSize)
      guard chunk < chunks.count, place < chunks[chunk].count else { return nil }
      return chunks[chunk][place]
    }
    set {
      let (chunk, place) = Int(number.value).quotientAndRemainder(dividingBy: Self.chunkSize)
      while chunks.count <= chunk { chunks.append([]) }
      while chunks[chunk].count <= place { chunks[chunk].append(nil) }
      chunks[chunk][place] = newValue
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
