import { history } from "./history.ts";
import { library } from "./library.ts";
import { trackEdit } from "./track-edit.ts";
import { uploads } from "./uploads.ts";

/** What dialogs about tracks say. */
export const texts = { history, library, trackEdit, uploads } as const;
