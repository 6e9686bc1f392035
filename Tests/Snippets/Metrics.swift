import Logging
import Tollgate
import TollgateLedger
import TollgateServer

// What the snippets of `Metrics.md` use besides.

let logger = Logger(label: "server")
let path = "live.sqlite"
var apps: [AppConfiguration] { preconditionFailure() }
var keys: ServerKeys { preconditionFailure() }
var clock: @Sendable () -> Instant { preconditionFailure() }
