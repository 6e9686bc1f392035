import ArgumentParser
import TollgateServer

/// How much memory a server's cache takes.
struct CacheOptions: ParsableArguments {
  private static let mebibyte = 1024 * 1024

  @Option(
    help: ArgumentHelp(
      "How much memory cached customers may take, in MiB.", valueName: "MiB"))
  var cacheSize = TollgateService.defaultCacheBytes / mebibyte

  func validate() throws {
    guard (1...1_000_000).contains(cacheSize) else {
      throw ValidationError("--cache-size must be a number from 1 to 1000000, not \(cacheSize).")
    }
  }

  var bytes: Int { cacheSize * Self.mebibyte }
}
