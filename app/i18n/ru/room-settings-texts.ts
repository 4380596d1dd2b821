import { bindWords } from "./bind-words.ts";
import { roomSettings } from "./room-settings.ts";

export const texts = bindWords({ roomSettings });
