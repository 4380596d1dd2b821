import { auth } from "./auth.ts";
import { dev } from "./dev.ts";
import { devAudio } from "./dev-audio.ts";
import { devData } from "./dev-data.ts";

/** The developer pages. The component demo includes the sign-in form. */
export const texts = { dev, devAudio, devData, auth } as const;
