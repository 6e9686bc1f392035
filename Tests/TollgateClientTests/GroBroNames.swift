// The names of grobro's blueprint, written by `tollgate generate swift`. Do not edit.
import TollgateClient

extension Blueprint.App.ID {
  nonisolated static var app: Self { "grobro" }
}

extension CatalogProduct.ID {
  nonisolated static var grobroProMonthly: Self { "grobro.pro.monthly" }
  nonisolated static var grobroProYearly: Self { "grobro.pro.yearly" }
}

extension Entitlement.ID {
  nonisolated static var pro: Self { "pro" }
}

extension Feature.ID {
  nonisolated static var addPlant: Self { "add-plant" }
  nonisolated static var analytics: Self { "analytics" }
  nonisolated static var export: Self { "export" }
  nonisolated static var reminders: Self { "reminders" }
  nonisolated static var viewPlant: Self { "view-plant" }
}

extension Paywall.ID {
  nonisolated static var upgrade: Self { "upgrade" }
}

extension Placement.ID {
  nonisolated static var analytics: Self { "analytics" }
  nonisolated static var export: Self { "export" }
  nonisolated static var garden: Self { "garden" }
}

extension Prompt.ID {
  nonisolated static var analyticsBanner: Self { "analytics-banner" }
  nonisolated static var exportInline: Self { "export-inline" }
  nonisolated static var gardenCard: Self { "garden-card" }
}
