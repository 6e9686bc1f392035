// Lets an app ask the client for a standard line without importing the module that names it.
@_exported public import TollgateWords
