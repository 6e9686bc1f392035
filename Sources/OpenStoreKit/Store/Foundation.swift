// StoreKit re-exports Foundation, so app code that imports nothing else has `Date` and `Decimal`.
@_exported public import Foundation
