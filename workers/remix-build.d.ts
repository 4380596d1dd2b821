// ambient on purpose: no top-level import or export in this file
declare module "virtual:remix/server-build" {
  const build: import("@remix-run/cloudflare").ServerBuild;
  export = build;
}
