import Tollgate

/// Those who listen to the client.
@MainActor
struct ClientStreams {
  let memberships = Broadcast<Membership>(limit: 1)
  let presentations = Broadcast<PaywallPresentation?>(limit: 1)
  let purchases = Broadcast<PurchaseChange>(limit: TollgateClient.changeLimit)
  let uses = Broadcast<UseChange>(limit: TollgateClient.changeLimit)
  let events = EventLog()
  /// Callers that wait for the paywall on screen to be closed.
  let paywallEndings = Waiters<PlacementOutcome.Ending>()
}
