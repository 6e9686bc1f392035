/// The whole playground document: one app's phone, the visitor's hands, and what the engine knows.
public struct PlaygroundPage: Sendable, Equatable {
  /// The app whose phone is shown.
  public var app: AppName
  /// The phone.
  public var phone: PhonePage
  /// The visitor's hands.
  public var controls: Controls
  /// What the engine and the store know.
  public var panels: Panels

  /// Creates the value from its parts.
  public init(
    app: AppName,
    phone: PhonePage,
    controls: Controls,
    panels: Panels
  ) {
    self.app = app
    self.phone = phone
    self.controls = controls
    self.panels = panels
  }
}

/// The three live regions of the playground as HTML, as one event of the page's stream carries them.
public struct PageUpdate: Codable, Sendable, Equatable {
  /// The inside of the element `phone`.
  public let phone: String
  /// The inside of the element `panels`.
  public let panels: String
  /// The inside of the element `controls`.
  public let controls: String
}
