import type { Plugin } from "vite";

const ICON = /\/node_modules\/lucide-react\/dist\/esm\/icons\//;
/** The last attribute of a part of an icon, such as `key: "nco0om"`. */
const KEY = /,\s*key: "[a-z0-9]+"(?=\s*\})/g;

/**
 * Leaves out the keys of the icons' parts, which are random and so do not compress. React needs keys only where children change
 * places, and its production build does not ask for them.
 */
export function stripIconKeys(): Plugin {
  return {
    name: "strip-icon-keys",
    apply: "build",
    transform: (code, id) => (ICON.test(id) ? { code: removeKeys(code), map: null } : null),
  };
}

/** The code of an icon without the keys of its parts. */
export function removeKeys(code: string): string {
  return code.replace(KEY, "");
}
