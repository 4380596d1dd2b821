import { errors } from "./errors.ts";
import { home } from "./home.ts";
import { shell } from "./shell.ts";

/** What every page may need: it is small, and nothing flashes untranslated. */
export const texts = { shell, errors, home } as const;
