import { bindWords } from "./bind-words.ts";
import { history } from "./history.ts";
import { library } from "./library.ts";
import { lyrics } from "./lyrics.ts";
import { lyricsErrors } from "./lyrics-errors.ts";
import { roomErrors } from "./room-errors.ts";
import { roomLog } from "./room-log.ts";
import { session } from "./session.ts";
import { trackEdit } from "./track-edit.ts";
import { uploads } from "./uploads.ts";

const errors = { ...roomErrors, ...lyricsErrors };

/** The dialogs about tracks, and about what a room has played. */
export const texts = bindWords({ history, library, lyrics, roomLog, session, trackEdit, uploads, errors });
