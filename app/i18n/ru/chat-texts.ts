import { bindWords } from "./bind-words.ts";
import { chat } from "./chat.ts";
import { chatErrors } from "./chat-errors.ts";

/** The chat of a room. */
export const texts = bindWords({ chat, errors: chatErrors });
