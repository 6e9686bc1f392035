/// The blueprint beside the phone.
struct FilePanel: Sendable, Equatable {
  var app: AppName
  var file: String
  /// Changes with the text that the page should show.
  var version: String
  /// What the last change did.
  var state: String?
  /// The mistakes of the text on the page, for which the phone shows the version before.
  var problems: [ProblemRow] = []
  var canUndo = false
  /// Whether the changed file can be written where it came from.
  var canKeep = false
  /// Whether the changed file can be downloaded instead.
  var isChanged = false
  /// The name of the `.storekit` file that belongs to the download; nil if the products are in the blueprint.
  var storekit: String?
}
