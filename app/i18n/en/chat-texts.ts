import { chat } from "./chat.ts";
import { chatErrors } from "./chat-errors.ts";

/** The chat of a room. */
export const texts = { chat, errors: chatErrors } as const;
