import Foundation
import Tollgate
import TollgateBlueprints

/// The blueprint beside the phone, and what a visitor changes in it.
extension Worlds {
  /// The text of an app's blueprint, without its parts.
  func text(of app: AppName) -> String { files[app]?.sources.first?.text ?? "" }

  /// The text of an app's blueprint as last typed, which may have mistakes.
  func typedText(of app: AppName) -> String { edits[app]?.latest.text ?? text(of: app) }

  /// The `.storekit` file that an app's blueprint names; nil if it names none.
  func products(of app: AppName) -> Data? { files[app]?.storekitContents }

  /// The fonts of an app's own that its blueprint names.
  func fonts(of app: AppName) -> [Skin.FontFile] {
    files[app]?.blueprint.definition.fonts ?? []
  }

  /// Lives the life in an app's world again under another text of its blueprint.
  ///
  /// A text with mistakes changes nothing; the page shows them at their lines.
  func edit(_ text: String, in app: AppName) async throws -> String {
    guard let current = files[app] else { throw CancellationError() }
    var changed = edits[app] ?? FileEdits(current)
    let file: BlueprintFile
    do {
      file = try changed.original.rewritten(text)
    } catch {
      changed.refuse(text, error)
      edits[app] = changed
      return try show(try await enqueue(app) { $0 })
    }
    changed.apply(file)
    edits[app] = changed
    return try await use(file, in: app)
  }

  /// Undoes the last change, or all of them.
  func undo(all isAll: Bool = false, in app: AppName) async throws -> String {
    guard let file = isAll ? edits[app]?.undoAll() : edits[app]?.undo() else {
      return try show(try await enqueue(app) { $0 })
    }
    return try await use(file, in: app, isChange: false)
  }

  /// Writes the changed blueprint to the visitor's own file, unless that has changed in the meantime.
  func keep() async throws -> String {
    let world = try await enqueue(.own) { $0 }
    guard let path = own?.path, let changed = edits[.own], changed.latest.mistakes.isEmpty,
      let before = changed.original.sources.first?.text
    else { return try show(world) }
    let url = URL(fileURLWithPath: path)
    let name = url.lastPathComponent
    guard (try? String(contentsOf: url, encoding: .utf8)) == before else {
      return try show(world, saying: "\(name) has changed since this page read it.")
    }
    do {
      try text(of: .own).write(to: url, atomically: true, encoding: .utf8)
    } catch {
      return try show(world, saying: "\(name) could not be written.")
    }
    readRevision = changed.latest.file.revision
    edits[.own] = nil
    return try show(world)
  }

  private func use(
    _ file: BlueprintFile, in app: AppName, isChange: Bool = true
  ) async throws -> String {
    let world = try await enqueue(app) { world in
      guard self.files[app]?.revision != file.revision else { return world }
      let known = Set(world.file.diagnostics.map(\.message))
      let change = FileChange(
        values: file.changes(since: world.file),
        warnings: file.diagnostics.filter {
          $0.severity == .warning && !known.contains($0.message)
        },
        before: world.answers)
      self.files[app] = file
      let fresh = try await self.repeatActions(after: world)
      await fresh.readServer()
      if isChange { fresh.fileChange = change }
      return fresh
    }
    return try show(world)
  }

  /// The blueprint beside the phone of a world.
  func filePanel(of world: World) -> FilePanel {
    let name = blueprintName(of: world.app)
    let changed = edits[world.app]
    var panel = FilePanel(
      app: world.app, file: name, version: "\(world.file.revision)-\(changed?.undone ?? 0)")
    panel.problems = (changed?.latest.mistakes ?? []).enumerated().map {
      ProblemRow($1, number: $0, in: name)
    }
    panel.canUndo = changed?.canUndo ?? false
    if changed?.latest.mistakes.isEmpty == false {
      panel.state = "The file has mistakes: the phone shows the last version that worked."
    } else if let change = world.fileChange {
      panel.state = change.sentence(
        world.answers, isLived: world.history.count > 0, isTrialAhead: world.isTrialAhead,
        hint: world.journey?.journey.handsOver?.hint)
    } else if let handOver = world.handOver {
      panel.state = handOver
    } else if changed?.isChanged ?? false {
      panel.state = "The phone follows your changed file."
    }
    if changed?.isChanged ?? false {
      panel.canKeep = own?.path != nil
      panel.isChanged = !panel.canKeep
      if panel.isChanged { panel.storekit = world.file.storekit }
    }
    return panel
  }
}

extension ProblemRow {
  init(_ diagnostic: BlueprintDiagnostic, number: Int, in file: String) {
    let line = diagnostic.line > 0 ? "line \(diagnostic.line)" : "the whole file"
    let isHere = diagnostic.file == file
    self.init(
      id: number, kind: diagnostic.severity.rawValue,
      tone: diagnostic.severity == .error ? .bad : .warning,
      place: isHere ? line : "\(diagnostic.file), \(line)", text: diagnostic.sentence,
      line: isHere && diagnostic.line > 0 ? "\(diagnostic.line)" : nil)
  }
}
