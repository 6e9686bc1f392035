#!/usr/bin/env python3
"""The Xcode project of the example apps, Examples/Apps.xcodeproj, from the apps' folders and their blueprints.

Usage: Scripts/xcode_project.py [--check | --write]

Each folder of Examples/Apps is an app: its files, those beside the folder, and the package's two libraries. Its sources
name the blueprint, which names the bundle identifier and the .storekit file. So an app needs no line here. --write
replaces the project and its schemes; --check exits 1 if they are not what it would write.
"""

import dataclasses
import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
APPS = ROOT / "Examples/Apps"
PROJECT = ROOT / "Examples/Apps.xcodeproj"
LIBRARIES = ["TollgateClient", "TollgateUI"]
INFO = "Apps-Info.plist"
BLUEPRINTS = ROOT / "Blueprints"
TYPES = {".swift": "sourcecode.swift", ".storekit": "text", ".yml": "text.yaml", ".plist": "text.plist.xml"}
# As Xcode 26 sets them for a new app project; Scripts/project_settings.py has the compiler's names for them.
NEW_PROJECT = {
    "SWIFT_APPROACHABLE_CONCURRENCY": "YES", "SWIFT_DEFAULT_ACTOR_ISOLATION": "MainActor",
    "SWIFT_UPCOMING_FEATURE_MEMBER_IMPORT_VISIBILITY": "YES", "SWIFT_VERSION": "5.0",
}
OF_ALL = {
    "ALWAYS_SEARCH_USER_PATHS": "NO", "CLANG_ENABLE_MODULES": "YES", "ENABLE_USER_SCRIPT_SANDBOXING": "YES",
    "SDKROOT": "iphoneos", **NEW_PROJECT,
}
CONFIGURATIONS = {
    "Debug": {
        "DEBUG_INFORMATION_FORMAT": "dwarf", "ENABLE_TESTABILITY": "YES", "ONLY_ACTIVE_ARCH": "YES",
        "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "DEBUG $(inherited)", "SWIFT_OPTIMIZATION_LEVEL": "-Onone",
    },
    "Release": {
        "DEBUG_INFORMATION_FORMAT": "dwarf-with-dsym", "SWIFT_COMPILATION_MODE": "wholemodule", "VALIDATE_PRODUCT": "YES",
    },
}
OF_AN_APP = {
    "CODE_SIGN_STYLE": "Automatic", "CURRENT_PROJECT_VERSION": "1", "GENERATE_INFOPLIST_FILE": "YES", "INFOPLIST_FILE": INFO,
    "INFOPLIST_KEY_UIApplicationSceneManifest_Generation": "YES", "INFOPLIST_KEY_UILaunchScreen_Generation": "YES",
    "LD_RUNPATH_SEARCH_PATHS": ["$(inherited)", "@executable_path/Frameworks"], "MARKETING_VERSION": "1.0",
    "PRODUCT_NAME": "$(TARGET_NAME)", "TARGETED_DEVICE_FAMILY": "1,2",
}


@dataclasses.dataclass
class App:
    name: str
    files: list
    blueprint: pathlib.Path
    bundle: str
    store: pathlib.Path

    @classmethod
    def of(cls, folder):
        files = sorted(folder.glob("*.swift"))
        name = one(r'TollgateClient\(\s*app: "([\w-]+)"', "".join(file.read_text(encoding="utf-8") for file in files), folder)
        blueprint = BLUEPRINTS / f"{name}.yml"
        text = blueprint.read_text(encoding="utf-8")
        return cls(folder.name, files, blueprint, one(r"^  bundleID: (\S+)", text, blueprint),
                   BLUEPRINTS / one(r"^  from: (\S+)", text, blueprint))


def one(pattern, text, where):
    found = set(re.findall(pattern, text, re.MULTILINE))
    if len(found) != 1:
        sys.exit(f"{where.relative_to(ROOT)}: expected one match of {pattern}, found {sorted(found)}")
    return found.pop()


def apps():
    return [App.of(folder) for folder in sorted(APPS.iterdir()) if folder.is_dir()]


def identifier(*names):
    """What Xcode draws at random, from a name that stays."""
    return hashlib.sha256("/".join(names).encode()).hexdigest()[:24].upper()


class Objects:
    """The objects of a project by their identifiers."""

    def __init__(self):
        self.all = {}

    def add(self, isa, *names, **members):
        key = identifier(isa, *names)
        assert key not in self.all
        self.all[key] = {"isa": isa, **members}
        return key

    def file(self, path, **members):
        return self.add("PBXFileReference", str(path.relative_to(ROOT)), lastKnownFileType=TYPES[path.suffix], path=path.name,
                        sourceTree="<group>", **members)

    def group(self, *names, **members):
        return self.add("PBXGroup", *names, sourceTree="<group>", **members)

    def configurations(self, whose, settings):
        """Adds a list of configurations, each with all settings of its name."""
        built = [self.add("XCBuildConfiguration", whose, name, name=name, buildSettings=own) for name, own in settings.items()]
        return self.add("XCConfigurationList", whose, buildConfigurations=built, defaultConfigurationIsVisible="0",
                        defaultConfigurationName="Release")

    def phase(self, isa, app, files=()):
        return self.add(isa, app, buildActionMask="2147483647", files=list(files), runOnlyForDeploymentPostprocessing="0")


def target(objects, app, sources, package):
    """Adds an app's target, which compiles the files with the identifiers `sources`; answers its identifier and its product's."""
    libraries = {name: objects.add("XCSwiftPackageProductDependency", app.name, name, package=package, productName=name)
                 for name in LIBRARIES}
    product = objects.add("PBXFileReference", "product", app.name, explicitFileType="wrapper.application", includeInIndex="0",
                          path=f"{app.name}.app", sourceTree="BUILT_PRODUCTS_DIR")
    compiled = [objects.add("PBXBuildFile", app.name, file, fileRef=file) for file in sources]
    linked = [objects.add("PBXBuildFile", app.name, name, productRef=dependency) for name, dependency in libraries.items()]
    return objects.add(
        "PBXNativeTarget", app.name, name=app.name, productName=app.name, productReference=product,
        productType="com.apple.product-type.application", buildRules=[], dependencies=[],
        packageProductDependencies=list(libraries.values()),
        buildConfigurationList=objects.configurations(
            app.name, dict.fromkeys(CONFIGURATIONS, {**OF_AN_APP, "PRODUCT_BUNDLE_IDENTIFIER": app.bundle})),
        buildPhases=[objects.phase("PBXSourcesBuildPhase", app.name, compiled),
                     objects.phase("PBXFrameworksBuildPhase", app.name, linked),
                     objects.phase("PBXResourcesBuildPhase", app.name)]), product


def project(apps):
    """The text of project.pbxproj."""
    objects = Objects()
    shared = sorted(APPS.glob("*.swift"))
    files = {path: objects.file(path) for app in apps for path in (*app.files, app.blueprint, app.store)}
    files |= {path: objects.file(path) for path in (*shared, PROJECT.parent / INFO)}
    package = objects.add("XCLocalSwiftPackageReference", "package", relativePath="..")
    targets = [target(objects, app, [files[path] for path in (*app.files, *shared)], package) for app in apps]
    folders = [objects.group(app.name, path=app.name, children=[files[path] for path in app.files]) for app in apps]
    products = objects.group("products", name="Products", children=[product for _, product in targets])
    main = objects.group("main", children=[
        objects.group("apps", path=APPS.name, children=[*folders, *(files[path] for path in shared)]),
        objects.group("blueprints", name="Blueprints", path="../Blueprints",
                      children=[files[path] for app in apps for path in (app.blueprint, app.store)]),
        files[PROJECT.parent / INFO], products])
    minimum = one(r"\.iOS\(\.v(\d+)\)", (ROOT / "Package.swift").read_text(encoding="utf-8"), ROOT / "Package.swift")
    settings = {**OF_ALL, "IPHONEOS_DEPLOYMENT_TARGET": f"{minimum}.0"}
    root = objects.add(
        "PBXProject", "project", compatibilityVersion="Xcode 15.0", developmentRegion="en", hasScannedForEncodings="0",
        attributes={"BuildIndependentTargetsInParallel": "1", "LastSwiftUpdateCheck": "2600", "LastUpgradeCheck": "2600"},
        buildConfigurationList=objects.configurations("project", {name: settings | own for name, own in CONFIGURATIONS.items()}),
        knownRegions=["en", "Base"], mainGroup=main, packageReferences=[package], productRefGroup=products, projectDirPath="",
        projectRoot="", targets=[target for target, _ in targets])
    ordered = dict(sorted(objects.all.items(), key=lambda pair: (pair[1]["isa"], pair[0])))
    return "// !$*UTF8*$!\n" + written(
        {"archiveVersion": "1", "classes": {}, "objectVersion": "60", "objects": ordered, "rootObject": root}) + "\n"


def written(value, indent=""):
    """A value as an old-style property list."""
    inner = indent + "\t"
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: pair[0] != "isa") if "isa" in value else value.items()
        return "{\n" + "".join(f"{inner}{written(name)} = {written(each, inner)};\n" for name, each in pairs) + indent + "}"
    if isinstance(value, list):
        return "(\n" + "".join(f"{inner}{written(each, inner)},\n" for each in value) + indent + ")"
    return value if re.fullmatch(r"[\w./]+", value) else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


SCHEME = """<?xml version="1.0" encoding="UTF-8"?>
<Scheme LastUpgradeVersion = "2600" version = "1.7">
   <BuildAction parallelizeBuildables = "YES" buildImplicitDependencies = "YES">
      <BuildActionEntries>
         <BuildActionEntry
            buildForTesting = "YES" buildForRunning = "YES" buildForProfiling = "YES" buildForArchiving = "YES"
            buildForAnalyzing = "YES">
            %(app)s
         </BuildActionEntry>
      </BuildActionEntries>
   </BuildAction>
   <TestAction
      buildConfiguration = "Debug" selectedDebuggerIdentifier = "Xcode.DebuggerFoundation.Debugger.LLDB"
      selectedLauncherIdentifier = "Xcode.DebuggerFoundation.Launcher.LLDB" shouldUseLaunchSchemeArgsEnv = "YES">
      <Testables>
      </Testables>
   </TestAction>
   <LaunchAction
      buildConfiguration = "Debug" selectedDebuggerIdentifier = "Xcode.DebuggerFoundation.Debugger.LLDB"
      selectedLauncherIdentifier = "Xcode.DebuggerFoundation.Launcher.LLDB" launchStyle = "0" useCustomWorkingDirectory = "NO"
      ignoresPersistentStateOnLaunch = "NO" debugDocumentVersioning = "YES" debugServiceExtension = "internal"
      allowLocationSimulation = "YES">
      <BuildableProductRunnable runnableDebuggingMode = "0">
         %(app)s
      </BuildableProductRunnable>
      <StoreKitConfigurationFileReference identifier = "%(store)s">
      </StoreKitConfigurationFileReference>
   </LaunchAction>
   <ProfileAction
      buildConfiguration = "Release" shouldUseLaunchSchemeArgsEnv = "YES" savedToolIdentifier = ""
      useCustomWorkingDirectory = "NO" debugDocumentVersioning = "YES">
      <BuildableProductRunnable runnableDebuggingMode = "0">
         %(app)s
      </BuildableProductRunnable>
   </ProfileAction>
   <AnalyzeAction buildConfiguration = "Debug">
   </AnalyzeAction>
   <ArchiveAction buildConfiguration = "Release" revealArchiveInOrganizer = "YES">
   </ArchiveAction>
</Scheme>
"""


def scheme(app):
    """The text of an app's shared scheme."""
    reference = (f'<BuildableReference BuildableIdentifier = "primary" BlueprintIdentifier = "{identifier("PBXNativeTarget", app.name)}"\n'
                 f'               BuildableName = "{app.name}.app" BlueprintName = "{app.name}"\n'
                 f'               ReferencedContainer = "container:{PROJECT.name}">\n'
                 "            </BuildableReference>")
    # Relative to the workspace that Xcode keeps inside a project, Apps.xcodeproj/project.xcworkspace.
    return SCHEME % {"app": reference, "store": f"../../../{app.store.relative_to(ROOT)}"}


def outputs():
    """Every file of the project, with its text."""
    found = apps()
    schemes = {PROJECT / f"xcshareddata/xcschemes/{app.name}.xcscheme": scheme(app) for app in found}
    return {PROJECT / "project.pbxproj": project(found), **schemes}


def main():
    wanted = outputs()
    present = {path for path in PROJECT.rglob("*") if path.is_file() and not {"xcuserdata", "project.xcworkspace"} & set(path.parts)}
    different = sorted(path for path, text in wanted.items() if path not in present or path.read_text(encoding="utf-8") != text)
    different += sorted(present - wanted.keys())
    if "--write" in sys.argv[1:]:
        for path in present - wanted.keys():
            path.unlink()
        for path, text in wanted.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    elif "--check" in sys.argv[1:] and different:
        sys.exit("".join(f"{path.relative_to(ROOT)} is not as Scripts/xcode_project.py writes it\n" for path in different)
                 + "Run Scripts/xcode_project.py --write")
    print(f"{PROJECT.relative_to(ROOT)}: {len(wanted) - 1} apps")


if __name__ == "__main__":
    main()
