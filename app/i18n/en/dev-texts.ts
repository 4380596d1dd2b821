import { dev } from "./dev.ts";

/** The developers' pages. */
export const texts = { dev } as const;
