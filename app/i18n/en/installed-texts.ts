import { offline } from "./offline.ts";
import { share } from "./share.ts";

/** The pages of the installed app: without a connection, and for what other apps share. */
export const texts = { offline, share } as const;
