// An app that asks the client for a standard line need not know which module names it.
@_exported public import TollgateWords
