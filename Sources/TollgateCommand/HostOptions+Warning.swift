import AppStoreSimulatorLauncher

extension HostOptions {
  /// Says on standard error what others can do, unless only this machine can connect.
  ///
  /// - Parameter what: What everybody can do who reaches the address.
  func warn(_ what: String) {
    if let warning = warning(what) { Output.printError(warning) }
  }
}
