import { auth } from "./auth.ts";
import { bindWords } from "./bind-words.ts";
import { dev } from "./dev.ts";

export const texts = bindWords({ dev, auth });
