import Tollgate
import TollgateWords

extension PaywallPresentation {
  /// The paywall that follows one that is closed without a purchase, loaded with it so that it shows at once.
  struct ExitOffer: Hashable, Sendable {
    /// Its texts and products.
    let content: PaywallContent
    /// The pages before its offer.
    let pages: [PaywallStep]
  }
}

@MainActor
extension PaywallPresentation.ExitOffer {
  /// Loads the exit offer of a paywall; nil if it has none, or none that sells something to the customer now.
  init?(of paywall: Paywall.ID, for client: TollgateClient) async {
    let closed = client.membership?.paywall(paywall) ?? client.blueprint?.paywall(paywall)
    guard let offer = closed?.flow.exitOffer, offer != paywall else { return nil }
    let mayBeNew = await client.mayBeNew()
    guard client.decision(for: .paywall(offer), mayBeNew: mayBeNew) == .shown(offer),
      let content = await client.content(of: offer), content.problem == nil,
      !content.offers.isEmpty
    else { return nil }
    self.init(content: content, pages: client.presenter(of: content)?.steps ?? [])
  }
}

extension PaywallFlow {
  /// Shows the exit offer of a paywall that the customer closed, in its place.
  ///
  /// It shows once in a session of the app, not after a purchase that failed or is pending, and has no exit offer of its
  /// own. Those who wait for the paywall wait for the exit offer.
  ///
  /// - Returns: What the client performs; nil if no exit offer shows.
  mutating func followed(_ closed: PaywallPresentation) -> [Action]? {
    guard let offer = closed.exitOffer, closed.stage == .offering, !hasShownExitOffer else {
      return nil
    }
    requests += 1
    hasShownExitOffer = true
    let next = PaywallPresentation(
      id: requests, content: offer.content, placement: closed.placement, feature: nil,
      stage: .offering, pages: offer.pages, isExitOffer: true)
    state = .presented(next)
    hosts.presentAnother()
    return [
      .leave(closed.stage.ending), .report(closed.report(.closed)), .report(next.report(.shown)),
    ]
  }
}
