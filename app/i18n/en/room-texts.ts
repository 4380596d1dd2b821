import { invites } from "./invites.ts";
import { people } from "./people.ts";
import { room } from "./room.ts";
import { roomErrors } from "./room-errors.ts";

/** What is needed in a room and before it. */
export const texts = { room, people, invites, errors: roomErrors } as const;
