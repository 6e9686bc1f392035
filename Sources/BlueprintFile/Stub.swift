enum BlueprintFileStub {}
