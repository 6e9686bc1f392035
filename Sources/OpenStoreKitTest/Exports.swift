// As on Apple's systems, `import StoreKitTest` brings StoreKit along.
@_exported public import OpenStoreKit
