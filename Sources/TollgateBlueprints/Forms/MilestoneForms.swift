import Tollgate

/// The format of milestones, which the app or its backend reports.
///
/// ```yaml
/// milestones: [discovery-complete]
/// milestones: { discovery-complete: { setBy: app }, finished-course: { setBy: backend } }
/// ```
enum MilestoneForms {
  /// A milestone, and who reports it.
  struct Declared: Sendable {
    let id: Milestone.ID
    let setBy: Attribute.Setter
  }

  /// A list of milestones that the app reports, or a map that says who reports each.
  static let milestones = Form<[Declared]>.either(
    "a list of milestones, or a map from each to `{ setBy: backend }`",
    list: Form<[Milestone.ID]>.list(of: Names.milestone).map { names in
      names.map { Declared(id: $0, setBy: .app) }
    },
    map: Form<[Declared]>.entries("a milestone", of: declared))

  private static let declared = Form<Attribute.Setter>.object(
    "a milestone",
    key: .required(
      "setBy", Form<Attribute.Setter>.choice([.app, .backend]),
      "Who reports it; a customer can forge what the app reports.")
  ).map { setter -> @Sendable (Milestone.ID) -> Declared in { Declared(id: $0, setBy: setter) } }
}
