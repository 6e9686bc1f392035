import AppStoreSimulator
import Foundation
import TollgateAppStore

// What the snippets of `AppStore.md` use in addition.

let jws = "header.payload.signature"
let now = Instant(milliseconds: 0)
let pem = "the key's text"
let keyID = "2X9R4HXF34"
let issuerID = "57246542-96fe-1a63-e053-0824d011072a"
let transactionID = "2000000123456789"
let token = "9e4b6c2a-7d0f-4b3e-8a51-0c1d2e3f4a5b"
var key: AppStoreKey { preconditionFailure() }
var verifier: SignedDataVerifier { preconditionFailure() }
var verified: Verified<TransactionPayload> { preconditionFailure() }
var configuration: StoreKitConfiguration { preconditionFailure() }
var transport: HTTPServerAPITransport { preconditionFailure() }
