import { account } from "./account.ts";
import { accountErrors } from "./account-errors.ts";
import { auth } from "./auth.ts";
import { settings } from "./settings.ts";

/** Signing in, the account and the settings. */
export const texts = { auth, account, settings, errors: accountErrors } as const;
