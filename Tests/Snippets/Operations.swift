import TollgateServer
import Tracing

// What the snippets of `Operations.md` use in addition.

var observability: Observability {
  get { preconditionFailure() }
  set {}
}
