import { invites } from "./invites.ts";
import { people } from "./people.ts";
import { room } from "./room.ts";

/** What is needed in a room and before it. */
export const texts = { room, people, invites } as const;
