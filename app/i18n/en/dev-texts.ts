import { auth } from "./auth.ts";
import { dev } from "./dev.ts";
import { devData } from "./dev-data.ts";

/** The developer pages. The component demo includes the sign-in form. */
export const texts = { dev, devData, auth } as const;
