@_exported public import OpenStoreKitTest
@_exported public import Tollgate
@_exported public import TollgateClient
