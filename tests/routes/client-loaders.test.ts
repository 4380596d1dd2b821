// app/routes/load-from-server.ts explains why every page with a server loader needs a client loader.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "#scripts/project.mjs";

const ROUTES = join(ROOT, "app/routes");

const readRoutes = () =>
  readdirSync(ROUTES, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, source: readFileSync(join(ROUTES, path), "utf8") }));

const hasServerLoader = (source: string) => /^export (async function|function|const) loader\b/m.test(source);

const hasClientLoader = (source: string) =>
  /^export (async function|function|const) clientLoader\b/m.test(source) || /^export \{.*\bas clientLoader\b/m.test(source);

it("every page with a server loader has a client loader", () => {
  const withLoader = readRoutes().filter(({ source }) => hasServerLoader(source));
  expect(withLoader.length).toBeGreaterThan(10);
  expect(withLoader.filter(({ source }) => !hasClientLoader(source)).map(({ path }) => path)).toEqual([]);
});
