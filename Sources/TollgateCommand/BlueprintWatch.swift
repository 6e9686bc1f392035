import Foundation
import TollgateBlueprints
import TollgateExplorer
import TollgatePlayground

/// A blueprint that is read again after each change of it, of its parts and of its `.storekit` file.
struct BlueprintWatch: Sendable {
  let path: String

  /// Reads the file as it is now, without searching what it allows.
  func read() -> BlueprintReading {
    let check = CheckedFile(path: path)
    return BlueprintReading(
      name: check.report.file, path: path, file: check.file,
      problems: check.report.diagnostics.map { problem($0) }, isSearched: false)
  }

  /// The reading with the findings of a quick search; nil if the file cannot be used.
  func searched(_ reading: BlueprintReading) -> BlueprintReading? {
    guard let file = reading.file else { return nil }
    let options = Explorer.Options(isQuick: true)
    let exploration = Explorer(file.blueprint, accepting: file.accepted, options: options)
      .explore()
    let found = exploration.findings.map { problem($0, in: file, named: reading.name) }
    let report = BlueprintReport(of: file, named: reading.name)
      .without(repeated: exploration.findings.map { ($0.kind, $0.subject) })
    return BlueprintReading(
      name: reading.name, path: path, file: file,
      problems: report.diagnostics.map { problem($0) } + found,
      isSearched: true, leftOut: exploration.extent.leftOutWords)
  }

  /// The file as it is read now and after each change, and each of those once more after the search.
  ///
  /// A search whose file has changed in the meantime is left out.
  var changes: AsyncStream<BlueprintReading> {
    AsyncStream { continuation in
      let watching = Task.detached {
        let watch = FileWatch([path])
        var search: Task<Void, Never>?
        while !Task.isCancelled {
          let before = watch.state
          let reading = read()
          continuation.yield(reading)
          search?.cancel()
          search = Task.detached { [search] in
            await search?.value
            guard !Task.isCancelled, let searched = searched(reading), !Task.isCancelled else {
              return
            }
            continuation.yield(searched)
          }
          while !Task.isCancelled, watch.state == before {
            try? await Task.sleep(for: .milliseconds(300))
          }
        }
        search?.cancel()
      }
      continuation.onTermination = { _ in watching.cancel() }
    }
  }

  private func problem(_ diagnostic: BlueprintDiagnostic) -> BlueprintReading.Problem {
    BlueprintReading.Problem(
      kind: diagnostic.severity == .error ? .error : .warning, file: diagnostic.file,
      line: diagnostic.line, text: diagnostic.sentence,
      source: line(diagnostic.line, of: diagnostic.file))
  }

  private func problem(
    _ finding: Finding, in file: BlueprintFile, named name: String
  ) -> BlueprintReading.Problem {
    let place = file.place(of: finding.subject)
    return BlueprintReading.Problem(
      kind: .finding, file: place?.file ?? name, line: place?.line ?? 0,
      text: "\(finding.kind.rawValue): \(finding.sentence)"
        + (place == nil ? ": \(finding.subject)" : ""),
      source: place.flatMap { line($0.line, of: $0.file) },
      history: finding.history?.description)
  }

  /// The text of a line of the file or of one of its parts; nil if it has no such line.
  private func line(_ number: Int, of name: String) -> String? {
    let url = URL(fileURLWithPath: path)
    let file =
      name == url.lastPathComponent
      ? url : url.deletingLastPathComponent().appendingPathComponent(name)
    guard number > 0, let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(number - 1)
      ? lines[number - 1].trimmingCharacters(in: .whitespaces) : nil
  }
}
