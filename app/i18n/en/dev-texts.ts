import { auth } from "./auth.ts";
import { dev } from "./dev.ts";

/** The developers' pages; one shows how signing in looks. */
export const texts = { dev, auth } as const;
