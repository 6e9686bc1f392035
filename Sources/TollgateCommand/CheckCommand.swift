import ArgumentParser
import Tollgate
import TollgateBlueprints
import TollgateExplorer

/// Checks blueprints, and searches the customer histories that they allow.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check blueprints, and search what they allow for wrong decisions.",
    discussion: """
      Every mistake is listed in one run, with its line and column, what was
      expected and the nearest name. Then the customer histories that the blueprint
      allows are searched for payers who are locked out, free rides, repeated trials
      and more. Each finding comes with the shortest history that shows it.

      In a folder, every blueprint is checked. Documentation/Check.md explains
      each finding and what is not searched.

      EXIT CODES:
        0  nothing wrong; warnings do not fail
        1  a mistake, or a file that cannot be used
        2  a finding
        3  a difference from the blueprint of --against

      A search that is stopped by Control-C or SIGTERM reports what it has found.

      EXAMPLES:
        tollgate check coach.yml
        tollgate check Blueprints --quick
        tollgate check coach.yml --watch             again after each change
        tollgate check coach.yml --scenarios found   each finding as a scenario
        tollgate check new.yml --against old.yml     who loses or gains what
        tollgate check new.yml --against https://tollgate.coach.app
      """)

  @Argument(help: ArgumentHelp("A blueprint, or a folder of blueprints.", valueName: "path"))
  var files: [String]

  @Flag(help: "Search less: no late notifications, and nothing in the minute before a change.")
  var quick = false

  @Flag(help: "Only read the blueprint; do not search it.")
  var noSearch = false

  @Option(
    help: ArgumentHelp(
      "Compare with the blueprint that this one is to replace: a file, or what the server at an address serves.",
      valueName: "old"))
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Write each finding into a folder, as a scenario for `tollgate simulate`.",
      valueName: "folder"))
  var scenarios: String?

  @Flag(help: "Print one JSON object instead of text.")
  var json = false

  @Flag(help: "Check again after each change in the folders of the files, until Control-C.")
  var watch = false

  @OptionGroup
  var outputOptions: OutputOptions

  func validate() throws {
    if watch, json || scenarios != nil {
      throw ValidationError("--watch cannot be combined with --json or --scenarios.")
    }
    guard noSearch else { return }
    if against != nil { throw ValidationError("--against cannot be combined with --no-search.") }
    if scenarios != nil {
      throw ValidationError("--scenarios cannot be combined with --no-search.")
    }
  }

  /// The server that is compared with; nil for a file.
  private var server: ServedBlueprint? { against.flatMap { ServedBlueprint(address: $0) } }

  func run() async throws {
    guard watch else { return try await checkOnce() }
    let compared = server == nil ? [against].compactMap(\.self) : []
    try await FileWatch(files + compared).run {
      Output.print("Checking…")
      do {
        try await checkOnce()
      } catch  where !(error is ExitCode) {
        Output.printError(Failure.description(of: error) ?? "\(error)")
      } catch {
        // The mistake or finding has already been printed.
      }
      Output.print("Waiting for changes.")
    }
  }

  private func checkOnce() async throws {
    let server = server
    let old =
      try server == nil ? against.map { try BlueprintFile.loadDespiteMistakes(path: $0) } : nil
    var checks: [CheckedFile] = []
    var files = scenarios.map(ScenarioFiles.init)
    var stop: StopSignal?
    let paths = try BlueprintFolder.expand(self.files)
    for path in paths where stop?.number == nil {
      var check = CheckedFile(path: path)
      if !noSearch, let app = check.file?.blueprint.app.id {
        let served = try await server?.load(of: app)
        // With --watch and in `tollgate mcp`, a signal is about more than this search, and ends the process.
        let ends = watch || Output.capture != nil
        let signal = ends ? nil : stop ?? StopSignal()
        stop = signal
        check.search(
          isQuick: quick, against: served?.blueprint ?? old?.blueprint,
          named: served?.name ?? against, isStopped: { signal?.number != nil })
      }
      try files?.write(check)
      checks.append(check)
      if !json { Output.print(check.description) }
    }
    if json { Output.print(try CheckJSON(checks).text()) }
    var code = checks.map(\.exitCode).filter { $0 != 0 }.min() ?? 0
    let unchecked = paths.dropFirst(checks.count)
    if let number = stop?.number, !unchecked.isEmpty || checks.contains(where: \.isStopped) {
      Output.printError(
        "The search was stopped; \"left out\" lists what was not searched."
          + (unchecked.isEmpty ? "" : " Not checked: \(unchecked.joined(separator: ", "))."))
      if code == 0 { code = 128 + number }
    }
    if code != 0 { throw ExitCode(code) }
  }
}
