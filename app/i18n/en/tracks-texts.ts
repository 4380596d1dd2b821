import { uploads } from "./uploads.ts";

/** What dialogs about tracks say. */
export const texts = { uploads } as const;
