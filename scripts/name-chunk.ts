import type { Rollup } from "vite";

const REACT =
  /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run\/(react|router|server-runtime)|turbo-stream)\//;
/** The library of the texts. */
const I18NEXT = /\/node_modules\/(i18next|react-i18next)\//;
/** The index of the icons. It exports all of them, of which each module uses a few. */
const ICON_INDEX = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\./;
const ICON = /\/node_modules\/lucide-react\//;
/** The entries of the browser's build that the home page loads. */
const HOME = /\/app\/(entry\.client|root|routes\/home)\.tsx/;
const ROOM = /\/app\/routes\/room\.tsx/;

type Page = "home" | "room" | "other";

/**
 * Returns the name of the chunk that a module belongs to, or undefined to let Rollup decide. A page loads few files: what the home
 * page needs is one chunk, what a room needs beyond that is another, and what a room shares with other pages is a third. The
 * chunks import each other in this order only. Modules that are loaded on demand stay apart, except for their icons.
 */
export function createChunkNaming(): Rollup.GetManualChunk {
  let pages: ReadonlyMap<string, ReadonlySet<Page>> | null = null;
  return (id, meta) => {
    // Without a chunk of their own, these would be moved to the modules that import them, and change with each of them.
    if (REACT.test(id) || I18NEXT.test(id)) return "react";
    pages ??= findPages(meta);
    const found = pages.get(id);
    if (found?.has("home")) return "home";
    if (found?.has("room")) return found.has("other") ? "common" : "room";
    return ICON.test(id) && !ICON_INDEX.test(id) ? "icons" : undefined;
  };
}

/** The pages that import each module statically. */
function findPages({ getModuleIds, getModuleInfo }: Rollup.ManualChunkMeta): ReadonlyMap<string, ReadonlySet<Page>> {
  const pages = new Map<string, Set<Page>>();
  for (const entry of getModuleIds()) {
    if (!getModuleInfo(entry)?.isEntry) continue;
    const page = HOME.test(entry) ? "home" : ROOM.test(entry) ? "room" : "other";
    const remaining = [entry];
    for (let id = remaining.pop(); id !== undefined; id = remaining.pop()) {
      const found = pages.get(id) ?? new Set<Page>();
      if (found.has(page)) continue;
      pages.set(id, found.add(page));
      remaining.push(...listImports(id, getModuleInfo));
    }
  }
  return pages;
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
