// As on Apple's systems, `import StoreKitTest` also imports StoreKit.
@_exported public import OpenStoreKit
