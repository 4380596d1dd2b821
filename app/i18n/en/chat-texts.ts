import { chat } from "./chat.ts";

/** The chat of a room. */
export const texts = { chat } as const;
