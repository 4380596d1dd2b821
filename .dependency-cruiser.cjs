/** Who may import whom (README, "The tree"). Whatever is not allowed here is an error. */
const from = (path) => ({ path: `^(?:${path})` });
const onlyTo = (name, path, allowed, comment) => ({
  name,
  severity: "error",
  comment,
  from: from(path),
  to: { path: "^(app|workers|db|tests|scripts)/", pathNot: `^(?:${allowed})` },
});

module.exports = {
  forbidden: [
    onlyTo("domain-imports-nothing", "app/domain/", "app/(domain|lib)/", "the rules are pure"),
    onlyTo("protocol", "app/protocol/", "app/(protocol|lib|domain)/", "the wire knows the rules only"),
    onlyTo("i18n", "app/i18n/", "app/(i18n|lib|protocol|domain)/"),
    onlyTo("ui", "app/ui/", "app/(ui|i18n|lib|protocol|domain)/", "components know nothing of rooms"),
    onlyTo("worklet", "app/audio/worklet/", "app/(audio/worklet|lib|domain)/"),
    onlyTo("audio", "app/audio/", "app/(audio|lib|protocol|domain)/"),
    onlyTo(
      "server-client",
      "app/server-client/",
      "app/(server-client|app-state|audio|lib|protocol|domain)/|workers/functions/registry",
    ),
    onlyTo("app-state", "app/app-state/", "app/(app-state|server-client|lib|i18n|protocol|domain)/"),
    onlyTo("features", "app/features/", "app/(features|server-client|app-state|audio|ui|i18n|lib|protocol|domain)/"),
    onlyTo("lib", "app/lib/", "app/lib/"),
    onlyTo("db", "db/", "db/|app/(domain|lib)/"),
    onlyTo("workers", "workers/", "workers/|db/|app/(protocol|lib|domain)/"),
    onlyTo("scripts", "scripts/", "scripts/|workers/|app/(protocol|domain)/"),
    {
      name: "features-meet-in-routes",
      severity: "error",
      comment: "slices never import each other",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/features/", pathNot: "^app/features/$1/" },
    },
    {
      name: "the-app-sees-functions-as-types",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^workers/", dependencyTypesNot: ["type-only"] },
    },
    { name: "nothing-imports-tests", severity: "error", from: { path: "^(app|workers|db|scripts)/" }, to: { path: "^tests/" } },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment: "one library that makes ranks; no runtime, no platform",
      from: { path: "^app/domain/" },
      to: { dependencyTypes: ["npm", "core"], pathNot: "node_modules/fractional-indexing" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".cjs"],
    },
    exclude: { path: "virtual:" },
  },
};
