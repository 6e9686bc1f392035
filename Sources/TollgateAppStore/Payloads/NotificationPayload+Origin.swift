extension NotificationPayload {
  /// The app and environment that a notification is about, as far as it says.
  struct Origin {
    var bundleID: String?
    var appAppleID: Int64?
    var environment: Environment?
  }

  /// The origin, from the part that the notification has; nil if it has none.
  var origin: Origin? {
    if let data {
      Origin(
        bundleID: data.bundleId, appAppleID: data.appAppleId, environment: data.environment)
    } else if let summary {
      Origin(
        bundleID: summary.bundleId, appAppleID: summary.appAppleId,
        environment: summary.environment)
    } else if let token = externalPurchaseToken {
      Origin(
        bundleID: token.bundleId, appAppleID: token.appAppleId,
        environment: token.externalPurchaseId.hasPrefix("SANDBOX") ? .sandbox : .production)
    } else if let appData {
      Origin(
        bundleID: appData.bundleId, appAppleID: appData.appAppleId,
        environment: appData.environment)
    } else if let unclaimInfo {
      Origin(
        bundleID: unclaimInfo.bundleId, appAppleID: unclaimInfo.appAppleId,
        environment: unclaimInfo.environment)
    } else {
      nil
    }
  }
}
