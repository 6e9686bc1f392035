import Logging
import TollgateServer

// What the snippets of `Retention.md` use in addition.

var service: TollgateService { preconditionFailure() }
let logger = Logger(label: "server")
