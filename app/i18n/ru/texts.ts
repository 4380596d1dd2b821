import { auth } from "./auth.ts";
import { bindWords } from "./bind-words.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { home } from "./home.ts";

/** What every page may need: it is small, and nothing flashes untranslated. */
export const texts = bindWords({ common, errors, home, auth });
