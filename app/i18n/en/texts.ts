import { auth } from "./auth.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { home } from "./home.ts";

/** What every page may need: it is small, and nothing flashes untranslated. */
export const texts = { common, errors, home, auth } as const;
