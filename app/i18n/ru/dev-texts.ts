import { auth } from "./auth.ts";
import { bindWords } from "./bind-words.ts";
import { dev } from "./dev.ts";
import { devData } from "./dev-data.ts";

export const texts = bindWords({ dev, devData, auth });
