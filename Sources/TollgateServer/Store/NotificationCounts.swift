import TollgateWire

/// How many notifications were new, known and refused.
struct NotificationCounts: Hashable {
  var recorded = 0
  var known = 0
  var refused = 0

  mutating func add(_ outcome: NotificationResponse.Outcome) {
    switch outcome {
    case .recorded: recorded += 1
    case .duplicate, .nothingToRecord: known += 1
    }
  }
}
