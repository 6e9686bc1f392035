/// How an app presents its paywalls.
public enum PaywallStyle: Hashable, Sendable, CaseIterable {
  case sheet
  /// Over the whole screen; on the Mac, which has no such presentation, in a sheet.
  case fullScreen
}
