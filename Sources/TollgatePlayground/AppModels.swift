import Tollgate
import TollgateClient

/// The view models of one launch of the app, which its screens draw.
@MainActor
struct AppModels {
  let client: TollgateClient
  let paywall: PaywallModel
  let settings: SubscriptionSettingsModel
  let deletion: DeleteAccountModel
  let banner: TrialBannerModel

  init(_ client: TollgateClient) {
    self.client = client
    paywall = PaywallModel(client)
    settings = SubscriptionSettingsModel(client)
    deletion = DeleteAccountModel(client)
    banner = TrialBannerModel(client)
  }

  func card(_ feature: Feature.ID) -> LockedCardModel { LockedCardModel(client, feature: feature) }

  func prompt(at placement: Placement.ID) -> PromptModel {
    PromptModel(client, placement: placement)
  }
}
