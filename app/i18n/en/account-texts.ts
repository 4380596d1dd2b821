import { account } from "./account.ts";
import { accountErrors } from "./account-errors.ts";
import { auth } from "./auth.ts";
import { settings } from "./settings.ts";

/** What has to do with who somebody is. */
export const texts = { auth, account, settings, errors: accountErrors } as const;
