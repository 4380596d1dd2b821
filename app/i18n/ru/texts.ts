import { auth } from "./auth.ts";
import { bindWords } from "./bind-words.ts";
import { common } from "./common.ts";
import { dev } from "./dev.ts";
import { errors } from "./errors.ts";
import { help } from "./help.ts";
import { home } from "./home.ts";
import { invites } from "./invites.ts";
import { people } from "./people.ts";
import { room } from "./room.ts";

/** All texts of one language, which a browser loads at once: they are small, and nothing flashes untranslated. */
export const texts = bindWords({ common, errors, home, invites, people, room, auth, help, dev });
