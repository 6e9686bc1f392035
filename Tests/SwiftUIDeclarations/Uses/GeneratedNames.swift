// accepted
import TollgateClient

// As `tollgate generate swift` writes them: usable also where code is not on the main actor.
extension Feature.ID {
  nonisolated static var analytics: Self { "analytics" }
  nonisolated static var `default`: Self { "default" }
}

nonisolated enum RouteScreen: String, CaseIterable {
  case login = "login"
  case signUp = "sign-up"
}

nonisolated func isFree(_ feature: Feature.ID) -> Bool { feature == .default }

@MainActor func showsAnalytics(_ client: TollgateClient) -> Bool {
  client.access(to: .analytics).mayProceed && !isFree(.analytics)
}

@MainActor func isSentToLogin(_ client: TollgateClient) -> Bool {
  let next = client.route(from: RouteScreen.signUp.rawValue)?.screen
  return next.flatMap(RouteScreen.init(rawValue:)) == .login
}
