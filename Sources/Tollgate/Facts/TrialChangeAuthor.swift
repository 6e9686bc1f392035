/// Who extended or paused a trial.
public enum TrialChangeAuthor: String, Hashable, Sendable, Codable, CaseIterable {
  /// A person who supports the app's customers.
  case support
  /// The app's own backend, with a secret key.
  case backend
}
