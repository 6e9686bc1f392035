enum AppStoreSimulatorStub {}
