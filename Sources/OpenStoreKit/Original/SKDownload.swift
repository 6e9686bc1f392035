public import Foundation

/// Content that Apple hosted for a product, which it no longer does: there are none.
///
/// Follows <https://developer.apple.com/documentation/storekit/skdownload>.
open class SKDownload: NSObject, @unchecked Sendable {}
