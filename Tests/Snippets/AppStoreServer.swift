import AppStoreSimulator
import AppStoreSimulatorHTTP
import TollgateAppStore

// What the snippets of `AppStoreServer.md` use in addition.

var simulator: AppStoreSimulator { preconditionFailure() }
var verifier: SignedDataVerifier { preconditionFailure() }
