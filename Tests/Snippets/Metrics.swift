import Logging
import Tollgate
import TollgateLedger
import TollgateServer

// What the snippets of `Metrics.md` use in addition.

let logger = Logger(label: "server")
let path = "live.sqlite"
var apps: [AppConfiguration] { preconditionFailure() }
var keys: ServerKeys { preconditionFailure() }
var clock: @Sendable () -> Instant { preconditionFailure() }
