import Logging
import TollgateServer

// What the snippets of `Retention.md` use besides.

var service: TollgateService { preconditionFailure() }
let logger = Logger(label: "server")
