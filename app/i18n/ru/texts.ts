import { bindWords } from "./bind-words.ts";
import { errors } from "./errors.ts";
import { home } from "./home.ts";
import { shell } from "./shell.ts";

/** The texts of every page and of the home page. */
export const texts = bindWords({ shell, errors, home });
