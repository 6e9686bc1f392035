extension Customer {
  /// About how many bytes what the customer's own requests recorded takes in an answer.
  ///
  /// It only grows: what a later report replaces, and what was released, was recorded too. What the store and operators
  /// say does not count, and neither does what the blueprint bounds, such as milestones and attributes.
  package var reportedBytes: Int { history.reportedBytes }

  /// Whether the store has signed a purchase.
  package var hasTransactions: Bool { !purchases.transactions.isEmpty }
}

extension String {
  /// How many bytes it takes as a string of JSON, where a control character takes six.
  var bytesAsJSON: Int {
    utf8.reduce(0) { bytes, byte in
      switch byte {
      case 0..<0x20: bytes + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes + 2
      default: bytes + 1
      }
    }
  }
}
