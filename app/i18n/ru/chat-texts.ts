import { bindWords } from "./bind-words.ts";
import { chat } from "./chat.ts";

/** The chat of a room. */
export const texts = bindWords({ chat });
