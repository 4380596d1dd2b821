import { auth } from "./auth.ts";
import { dev } from "./dev.ts";
import { devAudio } from "./dev-audio.ts";
import { devData } from "./dev-data.ts";
import { importErrors } from "./import-errors.ts";

/** The developer pages. The component demo includes the sign-in form, and some pages call music services. */
export const texts = { dev, devAudio, devData, auth, errors: importErrors } as const;
