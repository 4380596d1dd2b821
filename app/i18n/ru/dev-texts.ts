import { auth } from "./auth.ts";
import { bindWords } from "./bind-words.ts";
import { dev } from "./dev.ts";
import { devAudio } from "./dev-audio.ts";
import { devData } from "./dev-data.ts";
import { importErrors } from "./import-errors.ts";

export const texts = bindWords({ dev, devAudio, devData, auth, errors: importErrors });
