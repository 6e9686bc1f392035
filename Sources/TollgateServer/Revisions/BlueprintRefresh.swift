public import Logging
public import ServiceLifecycle
public import Tollgate
public import TollgateWire

/// Serves what is published for each app, without a restart.
///
/// It runs alongside a server as a service of its group, and looks for a new revision every ``interval``. One that
/// cannot be served, because a newer version stored it or it names another app, is logged, and what is served stays.
/// One in which this version finds mistakes is served as it is: they are logged, and shown at `/ready` and `/admin`.
///
/// ```swift
/// let refresh = BlueprintRefresh(service, logger: logger)
/// let replaced = try await refresh.start(findings: [:])
/// ```
public actor BlueprintRefresh: Service {
  /// How often it looks for a new revision: every 2 seconds.
  public static let interval = Duration.seconds(2)

  private let service: TollgateService
  private let logger: Logger
  private let mistakes: @Sendable (Blueprint.Definition) -> [String]
  private let sleep: @Sendable (Duration) async throws -> Void
  /// The last change of each app that was looked at.
  private var seen: [Blueprint.App.ID: Int] = [:]

  /// Creates the refresh of a service.
  ///
  /// - Parameters:
  ///   - service: The service; its clock stamps what is recorded about files.
  ///   - logger: Where changes and revisions that cannot be served are logged.
  ///   - mistakes: Returns what is wrong with a published blueprint by this version, a line each; by default what makes
  ///     a blueprint unusable. `tollgate serve` returns all that `tollgate check` refuses.
  ///   - sleep: Waits, and throws if the task is cancelled.
  public init(
    _ service: TollgateService, logger: Logger,
    mistakes: @escaping @Sendable (Blueprint.Definition) -> [String] = BlueprintRefresh.unusable,
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.service = service
    self.logger = logger
    self.mistakes = mistakes
    self.sleep = sleep
  }

  /// Returns what makes a blueprint unusable, a line each.
  public static let unusable: @Sendable (Blueprint.Definition) -> [String] = { definition in
    definition.mistakes().map { BlueprintError(mistakes: [$0]).description }
  }

  /// Before the first request: serves what is published, and records the files of apps for which nothing is.
  ///
  /// - Parameters:
  ///   - findings: What `tollgate check` found in each app's file.
  ///   - sources: Each app's file and its parts, as they were written.
  /// - Returns: The changes by which an app is served otherwise than by its file.
  /// - Throws: `Problem` if the ledger cannot be read or written now.
  public func start(
    findings: [Blueprint.App.ID: [String]] = [:],
    sources: [Blueprint.App.ID: [SourceFile]] = [:]
  ) async throws(Problem) -> [Blueprint.App.ID: PublishedRevision] {
    var served: [Blueprint.App.ID: PublishedRevision] = [:]
    for app in service.apps {
      do throws(Problem) {
        switch try await refresh(app.id) {
        case .published(let change): if change.revision != app.revision { served[app.id] = change }
        case .file:
          let file = StoredBlueprint(
            app.blueprint, revision: app.revision, findings: findings[app.id] ?? [],
            source: sources[app.id] ?? [])
          try await revisions(of: app.id).recordFile(file, at: service.records.clock())
        case .unreadable: break
        }
      } catch {
        guard !error.isRetryable else { throw error }
        logger.error(
          "the revisions of the blueprint cannot be read, so the file is served",
          metadata: ["app": "\(app.id)", "reason": "\(error.message)"])
      }
      if served[app.id] == nil { logMistakes(of: app.id, from: "file") }
    }
    await noteMistakes()
    return served
  }

  /// Serves a file from the next request on, whatever is published: on a developer's machine the file is what changes.
  ///
  /// - Parameter file: The blueprint of the file, without mistakes.
  /// - Throws: `Problem` with code `unknown_app` or `invalid_value` if it is for another app, bundle identifier or Apple
  ///   ID than the one served, or if the ledger cannot be written.
  public func serve(_ file: StoredBlueprint) async throws(Problem) {
    try service.serve(file, mistakes: [])
    try await revisions(of: file.blueprint.app.id).recordFile(file, at: service.records.clock())
    await noteMistakes()
  }

  /// Has `/ready` say whether anything that is served has mistakes.
  private func noteMistakes() async {
    await service.readiness.note(hasMistakes: service.apps.contains { !$0.mistakes.isEmpty })
  }

  /// How many mistakes of a blueprint are logged; `/admin` shows all.
  private static let loggedMistakes = 20

  private func logMistakes(of app: Blueprint.App.ID, from origin: String) {
    let mistakes = service.served(app)?.mistakes ?? []
    for mistake in mistakes.prefix(Self.loggedMistakes) {
      logger.error(
        "the blueprint that is served has a mistake by this version: publish a corrected one",
        metadata: [
          "app": "\(app)", "revision": "\(origin)", "mistake": "\(mistake)",
          "mistakes": "\(mistakes.count)",
        ])
    }
  }

  /// Looks for new revisions until the service group shuts down.
  public func run() async throws {
    try await repeatRounds(after: Self.interval, sleep) {
      await self.runOnce()
      return Self.interval
    }
  }

  /// Looks once for a new revision of each app.
  public func runOnce() async {
    for app in service.apps {
      do throws(Problem) {
        _ = try await refresh(app.id)
      } catch {
        // The revision that is served stays; the next round tries again.
        logger.warning(
          "could not look for a new blueprint",
          metadata: ["app": "\(app.id)", "code": "\(error.code)"])
      }
    }
    await noteMistakes()
  }

  private func revisions(of app: Blueprint.App.ID) -> BlueprintRevisions {
    BlueprintRevisions(service.records.ledger, of: app)
  }

  /// What a look at the revisions leads to.
  private enum Outcome {
    /// A published revision is served.
    case published(PublishedRevision)
    /// Nothing new is published for the app as this server knows it.
    case file
    /// What is published is of a version that this one cannot read: other servers may be serving it.
    case unreadable
  }

  /// Serves the newest change that can be served, of those since the last look.
  private func refresh(_ app: Blueprint.App.ID) async throws(Problem) -> Outcome {
    let revisions = revisions(of: app)
    let all = try await revisions.all()
    let last = seen[app] ?? 0
    var outcome = Outcome.file
    for change in all.reversed() {
      // A file is served by the server that was started with it.
      guard change.number > last, change.origin != .file else { break }
      do throws(Problem) {
        if try service.app(app).revision != change.revision {
          let stored: StoredBlueprint
          do throws(Problem) {
            stored = try await revisions.blueprint(of: change.revision)
          } catch {
            outcome = .unreadable
            throw error
          }
          try service.serve(stored, mistakes: mistakes(stored.blueprint.definition))
          logger.notice(
            "serving another revision of the blueprint",
            metadata: [
              "app": "\(app)", "number": "\(change.number)", "revision": "\(change.revision)",
            ])
          logMistakes(of: app, from: "\(change.number)")
        }
        outcome = .published(change)
        break
      } catch {
        guard !error.isRetryable else { throw error }
        logger.error(
          "a revision of the blueprint cannot be served",
          metadata: [
            "app": "\(app)", "number": "\(change.number)", "reason": "\(error.message)",
          ])
      }
    }
    seen[app] = all.last?.number
    return outcome
  }
}
