import { bindWords } from "./bind-words.ts";
import { offline } from "./offline.ts";
import { share } from "./share.ts";

/** The pages of the installed app: without a connection, and for what other apps share. */
export const texts = bindWords({ offline, share });
