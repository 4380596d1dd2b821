import { auth } from "./auth.ts";
import { dev } from "./dev.ts";

/** The developer pages. The component demo includes the sign-in form. */
export const texts = { dev, auth } as const;
