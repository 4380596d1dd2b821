import { account } from "./account.ts";
import { accountErrors } from "./account-errors.ts";
import { auth } from "./auth.ts";

/** What has to do with who somebody is. */
export const texts = { auth, account, errors: accountErrors } as const;
