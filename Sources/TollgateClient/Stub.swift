enum TollgateClientStub {}
