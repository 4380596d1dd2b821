import { bindWords } from "./bind-words.ts";
import { importErrors } from "./import-errors.ts";
import { imports } from "./imports.ts";

/** Imports from music services. */
export const texts = bindWords({ imports, errors: importErrors });
