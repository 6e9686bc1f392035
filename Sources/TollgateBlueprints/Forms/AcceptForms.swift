/// The format of the findings that are intended.
enum AcceptForms {
  /// The list, in which no finding is accepted twice.
  static let accepted = Form<[AcceptedFinding]>.list(of: finding)
    .map { (accepted: [AcceptedFinding], node: YAMLNode, reader: Reader) -> [AcceptedFinding]? in
      var seen: Set<String> = []
      for (index, finding) in accepted.enumerated()
      where !seen.insert("\(finding.kind.rawValue)/\(finding.subject)").inserted {
        guard case .list(let nodes) = node.content, nodes.indices.contains(index) else { continue }
        reader.error(
          at: nodes[index],
          "the finding `\(finding.kind.rawValue)` at `\(finding.subject)` is accepted twice")
      }
      return accepted
    }

  /// One of them: `{ finding: free ride, at: features.write, because: … }`.
  private static let finding = Form<AcceptedFinding>.object(
    "an accepted finding",
    .required(
      "finding", Form<FindingKind>.choice(FindingKind.allCases.filter { $0 != .acceptsNothing }),
      "What `tollgate check` finds."),
    .required("at", .line(), "What it is about, as `tollgate check` names it."),
    .required("because", .line(), "Why it is intended.")
  ) { kind, subject, reason in
    AcceptedFinding(kind: kind, subject: subject, reason: reason)
  }
}
