"""The Xcode project of the example apps, read back with a parser of property lists that did not write it."""

import pathlib
import plistlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import pytest
import yaml
from openstep_parser import OpenStepDecoder

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = ROOT / "Examples"
PROJECT = EXAMPLES / "Apps.xcodeproj"
APPS = {"CoachFree": "coach-free", "CoachPaid": "coach-paid", "GroBro": "grobro", "StrikeLab": "strikelab", "TechnIQ": "techniq"}
# What the parts of a project refer to by identifier.
REFERENCES = {"fileRef", "productRef", "mainGroup", "productRefGroup", "productReference", "package", "buildConfigurationList",
              "children", "files", "buildPhases", "targets", "packageReferences", "packageProductDependencies", "buildConfigurations"}
sys.path.insert(0, str(ROOT / "Scripts"))

from project_settings import PROJECTS  # noqa: E402


class Project:
    def __init__(self):
        whole = OpenStepDecoder.ParseFromString((PROJECT / "project.pbxproj").read_text(encoding="utf-8"))
        self.objects = whole["objects"]
        self.root = self.objects[whole["rootObject"]]
        self.paths = {}
        self._walk(self.root["mainGroup"], EXAMPLES)

    def _walk(self, key, folder):
        """Notes where each file below a group is."""
        item = self.objects[key]
        path = folder / item["path"] if "path" in item else folder
        self.paths[key] = path.resolve()
        for child in item.get("children", []):
            self._walk(child, path)

    def members(self, keys):
        return [self.objects[key] for key in keys]

    @property
    def targets(self):
        return {target["name"]: (key, target) for key, target in zip(self.root["targets"], self.members(self.root["targets"]))}

    def phase(self, target, isa):
        return self.members(next(each for each in self.members(target["buildPhases"]) if each["isa"] == isa)["files"])

    def settings(self, owner, name):
        """The build settings of a project or target in the configuration `name`."""
        configurations = self.members(self.objects[owner["buildConfigurationList"]]["buildConfigurations"])
        return next(each["buildSettings"] for each in configurations if each["name"] == name)


@pytest.fixture(scope="module")
def project():
    return Project()


def blueprint(app):
    return yaml.safe_load((ROOT / f"Blueprints/{APPS[app]}.yml").read_text(encoding="utf-8"))


def test_the_project_is_what_the_script_writes_and_names_nothing_that_is_missing(project):
    subprocess.run([sys.executable, ROOT / "Scripts/xcode_project.py", "--check"], check=True)
    assert set(project.targets) == set(APPS) == {folder.name for folder in (EXAMPLES / "Apps").iterdir() if folder.is_dir()}
    named = {project.root["buildConfigurationList"]}
    for item in project.objects.values():
        for name in item.keys() & REFERENCES:
            named |= {item[name]} if isinstance(item[name], str) else set(item[name])
    assert named <= project.objects.keys()
    assert project.objects.keys() - named == {key for key, item in project.objects.items() if item is project.root}
    for key, path in project.paths.items():
        if project.objects[key].get("sourceTree") != "BUILT_PRODUCTS_DIR":
            assert path.exists(), path


@pytest.mark.parametrize("app", APPS)
def test_an_app_is_its_files_those_beside_its_folder_and_the_two_libraries(project, app):
    _, target = project.targets[app]
    compiled = [project.paths[each["fileRef"]] for each in project.phase(target, "PBXSourcesBuildPhase")]
    assert sorted(compiled) == sorted([*(EXAMPLES / "Apps").glob("*.swift"), *(EXAMPLES / "Apps" / app).glob("*.swift")])
    linked = project.members(each["productRef"] for each in project.phase(target, "PBXFrameworksBuildPhase"))
    assert linked == project.members(target["packageProductDependencies"])
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    for library in linked:
        assert f'.library(name: "{library["productName"]}"' in manifest
        package = project.objects[library["package"]]
        assert package["isa"] == "XCLocalSwiftPackageReference"
        assert (EXAMPLES / package["relativePath"]).resolve() == ROOT
    assert {library["productName"] for library in linked} == {"TollgateClient", "TollgateUI"}


@pytest.mark.parametrize("configuration", ["Debug", "Release"])
@pytest.mark.parametrize("app", APPS)
def test_an_app_has_its_blueprints_bundle_identifier_and_a_new_projects_settings(project, app, configuration):
    settings = project.settings(project.root, configuration) | project.settings(project.targets[app][1], configuration)
    assert settings["PRODUCT_BUNDLE_IDENTIFIER"] == blueprint(app)["app"]["bundleID"]
    flags = PROJECTS["a new project of Xcode 26"]
    assert settings["SWIFT_VERSION"].split(".")[0] == flags[flags.index("-swift-version") + 1]
    assert settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == flags[flags.index("-default-isolation") + 1]
    assert settings["SWIFT_APPROACHABLE_CONCURRENCY"] == "YES" and "NonisolatedNonsendingByDefault" in flags
    assert settings["SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY"] == "YES" and "MemberImportVisibility" in flags
    minimum = re.search(r"\.iOS\(\.v(\d+)\)", (ROOT / "Package.swift").read_text(encoding="utf-8"))[1]
    assert settings["IPHONEOS_DEPLOYMENT_TARGET"] == f"{minimum}.0"
    # The system refuses HTTP to an IP address otherwise, and the server on this machine has one.
    info = plistlib.loads((EXAMPLES / settings["INFOPLIST_FILE"]).read_bytes())
    assert info == {"NSAppTransportSecurity": {"NSAllowsLocalNetworking": True}}


@pytest.mark.parametrize("app", APPS)
def test_an_apps_scheme_runs_it_with_the_products_of_its_blueprint(project, app):
    scheme = xml.etree.ElementTree.parse(PROJECT / f"xcshareddata/xcschemes/{app}.xcscheme").getroot()
    key, target = project.targets[app]
    references = list(scheme.iter("BuildableReference"))
    assert len(references) == 3
    for reference in references:
        assert reference.attrib == {
            "BuildableIdentifier": "primary", "BlueprintIdentifier": key, "BlueprintName": app,
            "BuildableName": project.objects[target["productReference"]]["path"], "ReferencedContainer": "container:Apps.xcodeproj"}
    store, = scheme.find("LaunchAction").iter("StoreKitConfigurationFileReference")
    path = (PROJECT / "project.xcworkspace" / store.get("identifier")).resolve()
    assert path == ROOT / "Blueprints" / blueprint(app)["products"]["from"]
    assert path in project.paths.values(), "Xcode offers the files of the project"


def test_there_is_one_shared_scheme_for_each_app():
    assert {path.stem for path in PROJECT.glob("xcshareddata/xcschemes/*")} == set(APPS)
