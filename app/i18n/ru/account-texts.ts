import { account } from "./account.ts";
import { accountErrors } from "./account-errors.ts";
import { auth } from "./auth.ts";
import { bindWords } from "./bind-words.ts";
import { settings } from "./settings.ts";

export const texts = bindWords({ auth, account, settings, errors: accountErrors });
