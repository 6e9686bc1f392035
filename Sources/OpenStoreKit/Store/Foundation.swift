// StoreKit brings Foundation along, so that app code which imports nothing else has `Date` and `Decimal`.
@_exported public import Foundation
