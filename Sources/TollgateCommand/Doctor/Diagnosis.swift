import Foundation

/// What an examination says about one thing.
struct Diagnosis: Hashable, Codable, Sendable {
  enum Verdict: String, Codable, Sendable {
    case good, skipped, warning, error
  }

  let verdict: Verdict
  /// What was examined.
  let subject: String
  let message: String
  /// What to do; nil if nothing needs to be done.
  var advice: String?
}

extension Diagnosis: CustomStringConvertible {
  /// One line for what was found, and one for what to do.
  var description: String {
    "\(verdict.rawValue): \(subject): \(message)" + (advice.map { "\n  \($0)" } ?? "")
  }
}

/// All that an examination said.
struct DiagnosisReport: Codable {
  /// Each in the order in which it was examined.
  let diagnoses: [Diagnosis]
  /// What nothing but App Store Connect shows.
  let toCheckByHand: [String]

  /// The errors and warnings in words.
  var summary: String {
    let errors = diagnoses.count { $0.verdict == .error }
    let warnings = diagnoses.count { $0.verdict == .warning }
    let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
      .map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
    return parts.isEmpty ? "Nothing is wrong." : parts.joined(separator: ", ") + "."
  }

  /// The report as JSON, its keys in alphabetical order.
  func json() throws -> String {
    try Output.json(self)
  }
}
