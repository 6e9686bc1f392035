import Foundation
import TollgateClient

// What the documents' snippets use without showing it: the app's client, what the app knows, and what it does with an
// answer. None of it is run.

@MainActor var client: TollgateClient { preconditionFailure() }
@MainActor var configuration: TollgateClient.Configuration { preconditionFailure() }
let server = URL(fileURLWithPath: "/")
let token = "the issuer's token"
let password = "correct horse"

@MainActor func showAnalytics() {}
@MainActor func exportGarden() {}
@MainActor func plant() {}
@MainActor func celebrate() {}
@MainActor func say(_ line: String) {}

/// The library of an identity provider, in the form of Supabase's.
struct Provider {
  struct Session { let accessToken: String }
  struct Change: Sendable { var session: Session? }

  var authStateChanges: AsyncStream<Change> { AsyncStream { $0.finish() } }
}

let provider = Provider()
