import TollgateBlueprints

/// A change of the file beside the phone, and what the server answered before it.
struct FileChange {
  let values: [ValueChange]
  /// The warnings that the file has only since the change.
  let warnings: [BlueprintDiagnostic]
  let before: WorldAnswers

  /// The longest list of changed values; more of them are counted.
  private static let listed = 3

  /// What was changed, and what the server answers differently now; nil if there is nothing to say.
  ///
  /// - Parameters:
  ///   - isLived: Whether anything has been done that the change could have affected.
  ///   - isTrialAhead: Whether the customer has not had the trial yet.
  ///   - hint: Where the change shows, if not here.
  func sentence(
    _ answers: WorldAnswers, isLived: Bool, isTrialAhead: Bool = false, hint: String? = nil
  ) -> String? {
    let differences = before.differences(to: answers)
    let isOfTrial = values.contains { $0.keys.hasPrefix("trial.") }
    let outcome: String? =
      switch differences.count {
      case 0: isLived ? "the customer may do the same as before" : nil
      case 1: "1 answer differs, \(differences[0])"
      default: "\(differences.count) answers differ, \(differences.joined(separator: ", "))"
      }
    let changes =
      values.count > Self.listed
      ? ["\(values.count) values are changed."] : values.map(\.sentence)
    let lived = outcome.map { "Replayed from the start under the new file: \($0)." }
    let kept =
      isLived && isOfTrial
      ? "On a live server, customers whose trial has begun keep its terms." : nil
    let ahead =
      isLived && isOfTrial && isTrialAhead
      ? "This customer has not had a trial yet: the change shows once one begins." : nil
    let warned = warnings.prefix(Self.listed).map {
      "`check` warns at line \($0.line): \($0.sentence)."
    }
    let sentences =
      changes + warned + [lived, differences.isEmpty ? hint ?? ahead : nil, kept].compactMap { $0 }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}

extension ValueChange {
  /// The change in words: `trial.lasts` is now P14D (was P7D).
  fileprivate var sentence: String {
    switch (before, now) {
    case (let before?, let now?): "`\(keys)` is now \(now) (was \(before))."
    case (nil, let now?): "`\(keys)` is now \(now)."
    case (_, nil): "`\(keys)` is changed."
    }
  }
}
