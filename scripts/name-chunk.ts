import type { Rollup } from "vite";

const REACT =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run\/(react|router|server-runtime)|turbo-stream)\//;
/** The library of the texts. */
const I18NEXT = /\/node_modules\/(i18next|react-i18next)\//;
/** The index of the icons. It exports all of them, of which each module uses a few. */
const ICON_INDEX = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\./;
const ICON = /\/node_modules\/lucide-react\//;
/** The entries of the browser's build that every page loads. */
const SHELL = /\/app\/(entry\.client|root)\.tsx/;
const HOME = /\/app\/routes\/home\.tsx/;
const ROOM = /\/app\/routes\/room\.tsx/;

type Page = "shell" | "home" | "room" | "other";
type PagesOfModules = ReadonlyMap<string, ReadonlySet<Page>>;

/**
 * Returns the name of the chunk that a module belongs to, or undefined to let Rollup decide. A page loads few files: `shell` is
 * what every page needs or the home page shares, `home` and `room` are what only these pages use, and `common` is what a room
 * shares with other pages. All import `shell`, and `room` imports `common`. Modules that are loaded on demand stay apart, except
 * for their icons.
 */
export function createChunkNaming(): Rollup.GetManualChunk {
  let pages: { readonly loading: PagesOfModules; readonly using: PagesOfModules } | null = null;
  return (id, meta) => {
    // Without a chunk of their own, these would be moved to the modules that import them, and change with each of them.
    if (REACT.test(id) || I18NEXT.test(id)) return "react";
    pages ??= { loading: findPages(meta, { isOnDemand: false }), using: findPages(meta, { isOnDemand: true }) };
    const loading = pages.loading.get(id);
    // otherwise a menu of the home page would load the chunk `room` for one icon
    const hasOnePage = pages.using.get(id)?.size === 1;
    if (loading?.has("shell")) return "shell";
    if (loading?.has("home")) return hasOnePage ? "home" : "shell";
    if (loading?.has("room")) return hasOnePage ? "room" : "common";
    return ICON.test(id) && !ICON_INDEX.test(id) ? "icons" : undefined;
  };
}

/** The pages that import each module statically. With `isOnDemand`, also those that import it later. */
function findPages(meta: Rollup.ManualChunkMeta, { isOnDemand }: { readonly isOnDemand: boolean }): PagesOfModules {
  const { getModuleIds, getModuleInfo } = meta;
  const pages = new Map<string, Set<Page>>();
  for (const entry of getModuleIds()) {
    if (!getModuleInfo(entry)?.isEntry) continue;
    const page = findPage(entry);
    const remaining = [entry];
    for (let id = remaining.pop(); id !== undefined; id = remaining.pop()) {
      const found = pages.get(id) ?? new Set<Page>();
      if (found.has(page)) continue;
      pages.set(id, found.add(page));
      remaining.push(...listImports(id, getModuleInfo));
      if (isOnDemand) remaining.push(...(getModuleInfo(id)?.dynamicallyImportedIds ?? []));
    }
  }
  return pages;
}

function findPage(entry: string): Page {
  if (SHELL.test(entry)) return "shell";
  if (HOME.test(entry)) return "home";
  return ROOM.test(entry) ? "room" : "other";
}

/** The modules of the build that a module imports, with the icons it names in place of their index. */
function listImports(id: string, getModuleInfo: Rollup.GetModuleInfo): readonly string[] {
  const module = getModuleInfo(id);
  if (!module) return [];
  const imports = module.importedIds.flatMap((imported) => {
    const index = ICON_INDEX.test(imported) ? getModuleInfo(imported) : null;
    return index ? listIcons(module, index) : [imported];
  });
  return imports.filter((imported) => getModuleInfo(imported)?.isIncluded !== false);
}

function listIcons(module: Rollup.ModuleInfo, index: Rollup.ModuleInfo): readonly string[] {
  const names = new Set(listBindings(module).flatMap(({ source, names }) => (source === "lucide-react" ? names : [])));
  const exported = listBindings(index);
  // the ids are in the order of the statements, because each names another module
  return index.importedIds.filter((_, i) => exported[i]?.names.some((name) => names.has(name)));
}

/** The names that each statement of a module imports or exports from another module. */
function listBindings({ ast }: Rollup.ModuleInfo): readonly { readonly source: unknown; readonly names: readonly string[] }[] {
  return (ast?.body ?? []).flatMap((statement) => {
    if (statement.type !== "ImportDeclaration" && statement.type !== "ExportNamedDeclaration") return [];
    if (!statement.source) return [];
    const names = statement.specifiers.flatMap((specifier) => {
      if (specifier.type === "ImportSpecifier") return readName(specifier.imported);
      return specifier.type === "ExportSpecifier" ? readName(specifier.exported) : [];
    });
    return [{ source: statement.source.value, names }];
  });
}

function readName(name: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return name.name ?? String(name.value);
}
