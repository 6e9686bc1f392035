import CoreMetrics
import TollgateWire

extension TollgateService {
  /// Sets the metrics that are read when they are collected: queues, caches, the process and readiness.
  func sample(into registry: PrometheusRegistry) async {
    func set(_ name: String, _ value: Double, _ labels: [(String, String)] = []) {
      registry.makeMeter(label: name, dimensions: labels).set(value)
    }
    set("tollgate_build_info", 1, [("version", observability.version)])
    set("tollgate_ledger_waiting_writes", Double(observability.waitingWrites()))
    set("tollgate_password_hashes_waiting", Double(accounts.passwords.waitingCount))
    set("tollgate_record_cache_customers", Double(records.cache.size.customers))
    if let free = observability.freeSpace() { set("tollgate_disk_free_bytes", Double(free)) }
    let now = records.clock()
    for key in readiness.keys {
      let age = Double(key.age(at: now).nanoseconds) / 1e9
      set("tollgate_key_age_seconds", age, [("use", key.use.rawValue)])
    }
    registry.setCounter(
      "tollgate_log_lines_dropped_total", to: Double(observability.droppedLogLines()))
    registry.setCounter(
      "tollgate_metric_series_dropped_total", to: Double(registry.droppedSeries))
    let report = await readiness.report()
    set("tollgate_ready", report.isReady ? 1 : 0)
    for check in report.checks {
      set("tollgate_check_status", check.result.number, [("check", check.name)])
    }
    let usage = ProcessUsage.current()
    registry.setCounter("process_cpu_seconds_total", to: usage.processorSeconds)
    if let bytes = usage.residentBytes { set("process_resident_memory_bytes", Double(bytes)) }
    if let files = usage.openFiles { set("process_open_fds", Double(files)) }
    if let files = usage.maximumFiles { set("process_max_fds", Double(files)) }
  }
}

extension ReadinessResponse.Result {
  fileprivate var number: Double {
    switch self {
    case .pass: 0
    case .warn: 1
    case .fail: 2
    }
  }
}
