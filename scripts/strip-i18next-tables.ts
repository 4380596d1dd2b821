import type { Plugin } from "vite";

const I18NEXT = /\/node_modules\/i18next\/dist\/esm\/i18next\.js$/;
/** Plural rules of formats before that of `Intl.PluralRules`, and the languages that are written from right to left. */
const TABLES = [
  /(?<=^let sets = )\[.*?^\}\](?=;)/ms,
  /(?<=^let _rulesPluralsTypes = )\{.*?^\}(?=;)/ms,
  /(?<= rtlLngs = )\[.*?\]/,
];

/** Leaves out tables of i18next that the app's languages and texts never need. */
export function stripI18nextTables(): Plugin {
  return {
    name: "strip-i18next-tables",
    apply: "build",
    transform: (code, id) => (I18NEXT.test(id) ? { code: removeTables(code), map: null } : null),
  };
}

/** The code of i18next with empty tables. */
export function removeTables(code: string): string {
  return TABLES.reduce((rest, table) => {
    if (!table.test(rest)) throw new Error(`i18next has no table ${table} any more`);
    return rest.replace(table, ([open]) => (open === "[" ? "[]" : "{}"));
  }, code);
}
