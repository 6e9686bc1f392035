import TollgateServer
import Tracing

// What the snippets of `Operations.md` use besides.

var operations: Operations {
  get { preconditionFailure() }
  set {}
}
