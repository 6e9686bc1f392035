/// The whole playground document: one app's phone, the controls, and the state of the engine and the store.
struct PlaygroundPage: Sendable, Equatable {
  /// The app whose phone is shown.
  var app: AppName
  var phone: PhonePage
  var controls: Controls
  /// The state of the engine and the store.
  var panels: Panels
  /// The app's name, if it is the visitor's own.
  var name: String?
  /// The number of the last update that the page includes.
  var update = 0
  /// What there is to try.
  var guide = Guide()
}

/// The four live regions of the playground as HTML, as one event of the page's stream carries them.
struct PageUpdate: Sendable, Equatable {
  /// The inside of the element `phone`.
  let phone: String
  /// The inside of the element `panels`.
  let panels: String
  /// The inside of the element `controls`.
  let controls: String
  /// The inside of the element `guide`.
  let guide: String
}
