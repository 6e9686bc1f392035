enum TollgateWireStub {}
