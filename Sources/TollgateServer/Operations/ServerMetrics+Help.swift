extension ServerMetrics {
  /// What each metric means, by its name; `Documentation/Metrics.md` shows the same.
  public static let help = [
    "process_cpu_seconds_total": "Processor time of the process, in seconds.",
    "process_max_fds": "The limit of open files.",
    "process_open_fds": "Open files, connections included.",
    "process_resident_memory_bytes": "Resident memory, in bytes.",
    "tollgate_build_info": "1, with the version as a label.",
    "tollgate_check_status": "The result of a readiness check: 0 passes, 1 warns, 2 fails.",
    "tollgate_connections_open": "Open connections.",
    "tollgate_connections_refused_total":
      "Connections closed at once, by the limit they exceeded: in total, or of one address.",
    "tollgate_disk_free_bytes": "Free space on the disk of the ledger, in bytes.",
    "tollgate_http_request_duration_seconds":
      "Time from a request's head to its response, in seconds.",
    "tollgate_http_requests_in_flight": "Requests that are being handled.",
    "tollgate_http_requests_total": "Responses, by endpoint, method and class of status.",
    "tollgate_key_age_seconds":
      "How long the key that signs tokens or answers has signed, in seconds.",
    "tollgate_ledger_append_duration_seconds":
      "Time of a customer's write, from the queue to the durable commit, in seconds.",
    "tollgate_ledger_commit_duration_seconds": "Time of a commit, in seconds.",
    "tollgate_ledger_commit_writes": "Writes that shared a commit.",
    "tollgate_ledger_errors_total": "Failures of the ledger, by code.",
    "tollgate_ledger_waiting_writes": "Writes that wait for the next commit.",
    "tollgate_log_lines_dropped_total":
      "Log lines dropped because standard error was blocked.",
    "tollgate_metric_series_dropped_total": "Series that the registry did not collect.",
    "tollgate_notifications_total": "Notifications of the App Store, by outcome.",
    "tollgate_password_hashes_waiting": "Passwords that wait to be hashed.",
    "tollgate_problems_total": "Error responses, by the code of the problem.",
    "tollgate_ready": "1 if the server is ready, 0 if a readiness check fails.",
    "tollgate_record_cache_customers": "Customers in the cache.",
    "tollgate_record_cache_hits_total": "Customers found in the cache.",
    "tollgate_record_cache_misses_total": "Customers read from the ledger.",
    "tollgate_store_checks_overdue_seconds":
      "How long the oldest check with the store was due when the last round began, in seconds.",
    "tollgate_store_checks_total": "Checks of purchases with the store, by outcome.",
  ]
}
