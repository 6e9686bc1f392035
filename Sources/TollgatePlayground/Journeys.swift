import Foundation

/// The guided journeys of each app, which ship with the module.
struct Journeys: Sendable {
  private let journeys: [AppName: [Journey]]
  private let stories: [AppName: Journey]

  /// Reads the journeys.
  ///
  /// - Throws: `DecodingError` if a file is malformed or does what the playground has no action for.
  init() throws {
    journeys = try Resources.journeys.mapValues {
      try JSONDecoder().decode([Journey].self, from: Data($0))
    }
    stories = try Resources.stories.mapValues {
      try JSONDecoder().decode(Journey.self, from: Data($0))
    }
  }

  /// An app's journeys, in the order of its requirements.
  subscript(app: AppName) -> [Journey] { journeys[app] ?? [] }

  /// The story that an app's first page tells; nil for the other apps.
  func story(of app: AppName) -> Journey? { stories[app] }

  /// The journey that a URL names; nil if the app has none of that name.
  func journey(_ id: String, of app: AppName) -> Journey? {
    (self[app] + [story(of: app)].compactMap(\.self)).first { $0.id == id }
  }
}
