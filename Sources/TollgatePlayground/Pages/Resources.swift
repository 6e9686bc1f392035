import TollgateHTML

/// The files of the folder `Resources`, which the build embeds in the module.
enum Resources {
  /// The templates by name, with the parts of a paywall that its web page draws too.
  static let templates = own.merging(PaywallFiles.parts) { $1 }

  private static let own: [String: [UInt8]] = [
    "icon": Array(Asset.iconPath.utf8),
    "icons": PackageResources.icons_svg,
    "symbols": Asset.symbols,
    "alert": PackageResources.alert_mustache,
    "analytics": PackageResources.analytics_mustache,
    "button": PackageResources.button_mustache,
    "chat": PackageResources.chat_mustache,
    "controls": PackageResources.controls_mustache,
    "dashboard": PackageResources.dashboard_mustache,
    "evidence": PackageResources.evidence_mustache,
    "export": PackageResources.export_mustache,
    "fact": PackageResources.fact_mustache,
    "features": PackageResources.features_mustache,
    "fields": PackageResources.fields_mustache,
    "file": PackageResources.file_mustache,
    "garden": PackageResources.garden_mustache,
    "guide": PackageResources.guide_mustache,
    "home": PackageResources.home_mustache,
    "loading": PackageResources.loading_mustache,
    "menu": PackageResources.menu_mustache,
    "missing": PackageResources.missing_mustache,
    "mistakes": PackageResources.mistakes_mustache,
    "login": PackageResources.login_mustache,
    "onboarding": PackageResources.onboarding_mustache,
    "panels": PackageResources.panels_mustache,
    "paywall": PackageResources.paywall_mustache,
    "phone": PackageResources.phone_mustache,
    "plants": PackageResources.plants_svg,
    "playground": PackageResources.playground_mustache,
    "progress": PackageResources.progress_mustache,
    "prompt": PackageResources.prompt_mustache,
    "purchase": PackageResources.purchase_mustache,
    "reader": PackageResources.reader_mustache,
    "row": PackageResources.row_mustache,
    "scenario": PackageResources.scenario_mustache,
    "settings": PackageResources.settings_mustache,
    "stats": PackageResources.stats_mustache,
    "training": PackageResources.training_mustache,
    "welcome": PackageResources.welcome_mustache,
  ]

  /// The files that the page refers to as `/assets/{name}`, by name.
  static let assets: [String: Asset] = Asset.shared.merging([
    "file.js": .javaScript(PackageResources.file_js),
    "playground.css": .css(
      PackageResources.playground_css, PackageResources.guide_css, PackageResources.phone_css,
      PackageResources.screens_css, PackageResources.sheets_css, PackageResources.apps_css,
      PackageResources.file_css, PackageResources.scenario_css),
    "playground.js": .javaScript(PackageResources.playground_js),
    "scenario.js": .javaScript(PackageResources.scenario_js),
  ]) { $1 }

  /// The story of the app that the playground opens with, as JSON.
  static let stories: [AppName: [UInt8]] = [.coachPaid: PackageResources.story_json]

  /// The journeys of each app, as JSON.
  static let journeys: [AppName: [UInt8]] = [
    .coachPaid: PackageResources.journeys_coach_paid_json,
    .coachFree: PackageResources.journeys_coach_free_json,
    .grobro: PackageResources.journeys_grobro_json,
    .strikelab: PackageResources.journeys_strikelab_json,
    .techniq: PackageResources.journeys_techniq_json,
  ]
}
