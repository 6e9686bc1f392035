import Logging
import Tollgate
import TollgateLedger
import TollgateServer

// What the snippets of `Server.md` use in addition.

var service: TollgateService { preconditionFailure() }
let logger = Logger(label: "server")
var apps: [AppConfiguration] { preconditionFailure() }
var now: Instant { preconditionFailure() }
var clock: @Sendable () -> Instant { preconditionFailure() }
