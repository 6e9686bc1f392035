import Tollgate
package import TollgateWords

@MainActor
extension PaywallPage.Offer {
  /// What a screen reader announces if the plan is selected because the countdown of the selected one has ended.
  ///
  /// - Parameter earlier: The plan that was selected before, which may be the same at another price.
  /// - Returns: "That offer has ended. Pro Yearly, $29.99 per year, selected"; nil if the earlier plan has not ended.
  package func announcement(
    replacing earlier: PaywallPage.Offer?, for client: TollgateClient
  ) -> String? {
    guard let end = earlier?.endsAt, let now = client.now, end <= now else { return nil }
    return "\(client.line(.offerEnded)) \(accessibilityLabel)"
  }
}
