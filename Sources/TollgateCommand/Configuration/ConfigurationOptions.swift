import ArgumentParser

/// Where a server's options may be set, other than on the command line.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A YAML file with any of these options, such as `port: 9000`.", valueName: "file"))
  var config: String?
}
