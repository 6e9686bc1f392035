enum TollgateStub {}
