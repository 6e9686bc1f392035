/// The files of the folder `Resources`, which the build embeds in the module.
enum Resources {
  /// The templates by name.
  static let templates: [String: String] = [
    "icons": text(PackageResources.icons_svg),
    "alert": text(PackageResources.alert_mustache),
    "analytics": text(PackageResources.analytics_mustache),
    "benefit": text(PackageResources.benefit_mustache),
    "button": text(PackageResources.button_mustache),
    "chat": text(PackageResources.chat_mustache),
    "controls": text(PackageResources.controls_mustache),
    "dashboard": text(PackageResources.dashboard_mustache),
    "export": text(PackageResources.export_mustache),
    "fields": text(PackageResources.fields_mustache),
    "garden": text(PackageResources.garden_mustache),
    "home": text(PackageResources.home_mustache),
    "loading": text(PackageResources.loading_mustache),
    "login": text(PackageResources.login_mustache),
    "onboarding": text(PackageResources.onboarding_mustache),
    "panels": text(PackageResources.panels_mustache),
    "paywall": text(PackageResources.paywall_mustache),
    "phone": text(PackageResources.phone_mustache),
    "playground": text(PackageResources.playground_mustache),
    "progress": text(PackageResources.progress_mustache),
    "prompt": text(PackageResources.prompt_mustache),
    "purchase": text(PackageResources.purchase_mustache),
    "reader": text(PackageResources.reader_mustache),
    "settings": text(PackageResources.settings_mustache),
    "stats": text(PackageResources.stats_mustache),
    "store": text(PackageResources.store_mustache),
    "training": text(PackageResources.training_mustache),
    "welcome": text(PackageResources.welcome_mustache),
  ]

  /// The files served as they are, by name.
  static let assets: [String: Pages.Asset] = [
    "apps.css": Pages.Asset(
      bytes: PackageResources.apps_css, contentType: "text/css; charset=utf-8"),
    "phone.css": Pages.Asset(
      bytes: PackageResources.phone_css, contentType: "text/css; charset=utf-8"),
    "playground.css": Pages.Asset(
      bytes: PackageResources.playground_css, contentType: "text/css; charset=utf-8"),
    "playground.js": Pages.Asset(
      bytes: PackageResources.playground_js, contentType: "text/javascript; charset=utf-8"),
    "screens.css": Pages.Asset(
      bytes: PackageResources.screens_css, contentType: "text/css; charset=utf-8"),
    "sheets.css": Pages.Asset(
      bytes: PackageResources.sheets_css, contentType: "text/css; charset=utf-8"),
    "store.css": Pages.Asset(
      bytes: PackageResources.store_css, contentType: "text/css; charset=utf-8"),
    "store.js": Pages.Asset(
      bytes: PackageResources.store_js, contentType: "text/javascript; charset=utf-8"),
    "tollgate.svg": Pages.Asset(
      bytes: PackageResources.tollgate_svg, contentType: "image/svg+xml"),
  ]

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension Pages {
  /// A file that pages refer to as `/assets/{name}`.
  public struct Asset: Sendable, Equatable {
    /// The file's bytes.
    public let bytes: [UInt8]
    /// The value of the header `Content-Type`.
    public let contentType: String
  }

  /// The file that pages refer to as `/assets/{name}`, such as `playground.css`, or nil if there isn't one.
  public static func asset(named name: String) -> Asset? {
    Resources.assets[name]
  }
}
