import Foundation
public import Tollgate
import TollgateMutex
import TollgateWire

/// The search of the histories that a proposal from the operators' pages allows, as `tollgate revisions propose` runs it.
public enum ProposalSearch {
  /// Searches a blueprint that was read from its files, and compares it with the one that is served, whose name it gets.
  ///
  /// A server is given it, since it has no explorer. It reports its progress, asks whether to stop, and returns the
  /// blueprint with what was found; nil if its files cannot be read.
  public typealias Run =
    @Sendable (
      _ new: StoredBlueprint, _ old: Blueprint, _ name: String,
      _ progress: (() -> String) -> Void, _ isStopped: () -> Bool
    ) -> StoredBlueprint?
}

/// The searches of this server, at most one for each app, on threads that give way to the server's own work.
final class ProposalSearches: Sendable {
  private struct Running {
    /// Tells it from an earlier search of the same revision that has not noticed yet that it was replaced.
    let id: UUID
    let revision: String
    var calls = 0
    var words = "starting"
  }

  /// One of this many reports of progress is kept.
  private static let stride = 64
  /// The size of a thread's stack: that of a program's first thread.
  private static let stackSize = 8 << 20

  private let run: ProposalSearch.Run
  private let running = Mutex<[Blueprint.App.ID: Running]>([:])

  init(_ run: @escaping ProposalSearch.Run) { self.run = run }

  /// How far the search of a revision is; nil if none runs.
  func progress(of revision: String, in app: Blueprint.App.ID) -> String? {
    running.withLock { running in
      guard let entry = running[app], entry.revision == revision else { return nil }
      return entry.words
    }
  }

  /// Searches a blueprint, in place of any other one of its app that is being searched.
  ///
  /// - Parameters:
  ///   - old: The blueprint that is served.
  ///   - name: What that one is called.
  ///   - keep: Keeps what was found, unless the search was replaced.
  func start(
    _ new: StoredBlueprint, against old: Blueprint, named name: String,
    then keep: @escaping @Sendable (StoredBlueprint) async -> Void
  ) {
    let (app, id) = (new.blueprint.app.id, UUID())
    let isNew = running.withLock { running in
      guard running[app]?.revision != new.revision else { return false }
      running[app] = Running(id: id, revision: new.revision)
      return true
    }
    guard isNew else { return }
    let thread = Thread { [self] in
      Self.giveWay()
      let found = run(
        new, old, name, { note($0, of: id, in: app) }, { !isRunning(id, in: app) })
      Task {
        if let found, isRunning(id, in: app) { await keep(found) }
        end(id, in: app)
      }
    }
    thread.stackSize = Self.stackSize
    thread.start()
  }

  private func isRunning(_ id: UUID, in app: Blueprint.App.ID) -> Bool {
    running.withLock { $0[app]?.id == id }
  }

  private func note(_ words: () -> String, of id: UUID, in app: Blueprint.App.ID) {
    running.withLock { running in
      guard var entry = running[app], entry.id == id else { return }
      if entry.calls.isMultiple(of: Self.stride) { entry.words = words() }
      entry.calls += 1
      running[app] = entry
    }
  }

  private func end(_ id: UUID, in app: Blueprint.App.ID) {
    running.withLock { running in
      if running[app]?.id == id { running[app] = nil }
    }
  }

  /// Lowers the priority of the current thread.
  private static func giveWay() {
    #if canImport(Glibc)
      // Linux has a priority for each thread, and 0 is the current one.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
    #else
      Thread.current.qualityOfService = .background
    #endif
  }
}

extension BlueprintRevisions {
  /// Stores what a search found in a blueprint, unless it has been removed since.
  func keep(_ searched: StoredBlueprint, at now: Instant) async throws(Problem) {
    let proposed = try await proposal()?.revision
    let isServed = try await all().contains { $0.revision == searched.revision }
    guard isServed || proposed == searched.revision else { return }
    try await store(searched, at: now)
  }
}
