import { bindWords } from "./bind-words.ts";
import { invites } from "./invites.ts";
import { people } from "./people.ts";
import { room } from "./room.ts";
import { roomErrors } from "./room-errors.ts";

/** What is needed in a room and before it. */
export const texts = bindWords({ room, people, invites, errors: roomErrors });
