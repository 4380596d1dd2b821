import { history } from "./history.ts";
import { library } from "./library.ts";
import { roomErrors } from "./room-errors.ts";
import { trackEdit } from "./track-edit.ts";
import { uploads } from "./uploads.ts";

/** The dialogs about tracks. */
export const texts = { history, library, trackEdit, uploads, errors: roomErrors } as const;
