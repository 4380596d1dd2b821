/** Import rules: see docs/architecture.md, "Where code runs". An import that no rule allows is an error. */
const onlyTo = (name, from, allowed, comment) => ({
  name,
  severity: "error",
  ...(comment && { comment }),
  from: { path: `^(?:${from})` },
  to: { path: "^(app|workers|db|tests|scripts|service-worker)/", pathNot: `^(?:${from}|${allowed})` },
});

const domain = (folder, allowed) =>
  onlyTo(
    `domain-${folder}`,
    `app/domain/${folder}/`,
    ["app/lib/", "app/domain/[^/]+\\.ts", ...allowed.map((f) => `app/domain/${f}/`)].join("|"),
  );

const SHARED = "app/(lib|protocol|domain)/|app/i18n/(en|ru)/|db/";
const worker = (folder, allowed) =>
  onlyTo(
    `workers-${folder}`,
    `workers/${folder}/`,
    [SHARED, "workers/env\\.ts", ...allowed.map((f) => `workers/${f}/`)].join("|"),
  );

/** The folders that every noun of the Worker may import. Other nouns are named one by one. */
const NOUN = ["http", "crypto", "rate-limits", "functions", "room-access", "room-client", "room-contract", "lobby-client"];

module.exports = {
  forbidden: [
    onlyTo("lib", "app/lib/", "app/lib/", "mechanisms without knowledge of the product"),
    onlyTo("domain-root", "app/domain/[^/]+\\.ts", "app/(lib|domain)/"),
    domain("text", []),
    domain("mail", []),
    domain("sync", []),
    domain("uploads", []),
    domain("imports", ["text"]),
    domain("audio-files", ["text"]),
    domain("tracks", ["audio-files", "text"]),
    domain("playlist", ["tracks", "audio-files", "imports", "uploads", "text"]),
    domain("playback", ["playlist", "tracks"]),
    domain("accounts", ["text"]),
    domain("access", ["accounts"]),
    domain("chat", ["access", "accounts", "playlist", "tracks", "text"]),
    domain("room-log", ["access", "playback"]),
    domain("room", ["access", "accounts", "playback", "playlist", "room-log", "tracks", "text", "sync"]),
    onlyTo("protocol", "app/protocol/", "app/(lib|domain)/"),
    onlyTo("i18n", "app/i18n/", "app/(lib|protocol|domain)/"),
    onlyTo("ui", "app/ui/", "app/(i18n|lib|protocol|domain)/", "components that know nothing of rooms"),
    onlyTo("worklet", "app/audio/worklet/", "app/(lib|domain)/"),
    onlyTo("audio", "app/audio/", "app/(lib|protocol|domain)/"),
    onlyTo("server-client", "app/server-client/", "app/(lib|protocol|domain)/|workers/api/registry"),
    onlyTo("app-state", "app/app-state/", "app/(server-client|i18n|lib|protocol|domain)/"),
    onlyTo("features", "app/features/", "app/(server-client|app-state|audio|ui|i18n|lib|protocol|domain)/"),
    {
      name: "features-do-not-import-each-other",
      severity: "error",
      comment: "routes combine features",
      from: { path: "^app/features/([^/]+)/" },
      to: { path: "^app/features/", pathNot: "^app/features/$1/" },
    },
    {
      name: "the-app-imports-worker-types-only",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^workers/", dependencyTypesNot: ["type-only"] },
    },
    onlyTo("db", "db/", "app/(domain|lib)/"),
    worker("crypto", []),
    worker("metrics", []),
    worker("http", ["crypto", "metrics", "live-contract"]),
    worker("operator", ["http", "crypto", "metrics"]),
    worker("rate-limits", ["crypto"]),
    worker("room-contract", []),
    worker("functions", ["http"]),
    worker("media", ["http", "crypto"]),
    worker("audio-inspection", ["http"]),
    worker("live-contract", []),
    worker("live-client", ["http", "live-contract"]),
    worker("live-object", ["http", "api", "accounts/sign-in", "room-client", "live-contract"]),
    worker("lobby-object", []),
    worker("lobby-client", ["http", "lobby-object"]),
    worker("room-object", ["http", "crypto", "metrics", "media", "lobby-client", "live-contract", "room-contract"]),
    worker("room-client", ["room-object", "room-contract"]),
    worker("room-access", ["http", "crypto", "functions", "room-contract"]),
    worker("members", NOUN),
    worker("chat", NOUN),
    worker("invites", [...NOUN, "members", "rooms"]),
    worker("playlist", NOUN),
    worker("mail", NOUN),
    worker("dev", [...NOUN, "media", "tracks", "imports", "live-contract"]),
    worker("uploads", [...NOUN, "playlist", "tracks", "media", "audio-inspection"]),
    worker("imports", [...NOUN, "playlist", "uploads", "media", "audio-inspection"]),
    worker("tracks", [...NOUN, "media", "audio-inspection"]),
    worker("rooms", [...NOUN, "media", "uploads", "accounts/sign-in"]),
    worker("accounts", [...NOUN, "mail", "rooms", "tracks", "uploads", "media", "audio-inspection"]),
    worker("jobs", [...NOUN, "accounts", "mail", "media", "rooms", "tracks", "uploads"]),
    onlyTo("workers", "workers/", SHARED),
    onlyTo("service-worker", "service-worker/", "app/(lib|protocol|domain)/"),
    onlyTo("scripts", "scripts/", "workers/|db/changes/|app/(lib|protocol|domain)/"),
    {
      name: "nothing-imports-tests",
      severity: "error",
      from: { path: "^(app|workers|db|scripts|service-worker)/" },
      to: { path: "^tests/" },
    },
    {
      name: "no-cycles-between-files",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-cycles-between-folders",
      severity: "error",
      scope: "folder",
      from: { path: "^(app|workers|db|service-worker)" },
      to: { circular: true },
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment: "one library, which makes ranks; no runtime, no platform",
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
