import { invites } from "./invites.ts";
import { people } from "./people.ts";
import { playback } from "./playback.ts";
import { room } from "./room.ts";
import { roomErrors } from "./room-errors.ts";

/** The room page and the invitation page. */
export const texts = { room, playback, people, invites, errors: roomErrors } as const;
