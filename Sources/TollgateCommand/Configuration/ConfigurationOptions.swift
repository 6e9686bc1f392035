import ArgumentParser

/// Where the options of a server may stand besides the command line.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A YAML file with any of these options, such as `port: 9000`.", valueName: "file"))
  var config: String?
}
