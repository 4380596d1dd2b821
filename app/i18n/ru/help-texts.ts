import { bindWords } from "./bind-words.ts";
import { help } from "./help.ts";

export const texts = bindWords({ help });
