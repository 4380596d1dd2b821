import { auth } from "./auth.ts";
import { bindWords } from "./bind-words.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { home } from "./home.ts";
import { room } from "./room.ts";

/** What a browser loads of a language at once: it is small, and nothing flashes untranslated. */
export const texts = bindWords({ common, errors, home, room, auth });
