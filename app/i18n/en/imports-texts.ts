import { importErrors } from "./import-errors.ts";
import { imports } from "./imports.ts";

/** Imports from music services. */
export const texts = { imports, errors: importErrors } as const;
