import TollgateWire

/// How many notifications were new, known and refused.
struct NotificationCounts: Hashable {
  /// Those whose facts are recorded now.
  var recorded = 0
  /// Those that were recorded before or are about no purchase.
  var known = 0
  /// Those that were rejected for their content.
  var refused = 0

  mutating func add(_ outcome: NotificationResponse.Outcome) {
    switch outcome {
    case .recorded: recorded += 1
    case .duplicate, .nothingToRecord: known += 1
    case .kept: refused += 1
    }
  }
}
