import type { Person } from "#app/domain/accounts/person.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { listLinkedAccounts } from "#db/queries/linked-accounts.ts";
import { isListeningShown } from "#db/queries/listening.ts";
import type { UserRow } from "#db/queries/users.ts";
import { isRecentSession } from "#workers/accounts/sign-in/reauthenticate.ts";
import type { FunctionContext } from "#workers/functions/define.ts";

/** An account, as its owner sees it. */
export type Account = {
  readonly _id: Person["id"];
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly avatar: string;
  readonly super_admin: boolean;
  /** The linked account's id at the provider; null if none is linked. */
  readonly google_id: string | null;
  readonly github_id: string | null;
  readonly spotify_id: string | null;
  readonly hasPassword: boolean;
  /** Whether the session began, or was confirmed with the password, within the last ten minutes: linking requires it. */
  readonly isSessionRecent: boolean;
  /** Whether other users see the email. */
  readonly isEmailShown: boolean;
  /** Whether other users see in which room the person listens. */
  readonly isListeningShown: boolean;
  /** ms since the epoch */
  readonly createdAt: number;
};

/** The fields of `Account`, for the reference page. */
export const ACCOUNT_FIELDS =
  "`_id`, `name`, `username`, `email`, `avatar`, `super_admin`, `google_id`, `github_id`, `spotify_id` (null or the id), `hasPassword`, `isSessionRecent` (whether it began, or was confirmed with the password, within the last ten minutes), `isEmailShown`, `isListeningShown`, `createdAt`.";

export async function toAccount({ db, nowMs, sessionId }: FunctionContext, user: UserRow): Promise<Account> {
  const { id, name, username, email, avatar, superAdmin, passwordHash, isEmailShown, createdAtMs } = user;
  const [linked, isShown, isSessionRecent] = await Promise.all([
    listLinkedAccounts(db, id),
    isListeningShown(db, id),
    isRecentSession({ db, nowMs }, sessionId),
  ]);
  const idAt = (provider: Provider) => linked.find((account) => account.provider === provider)?.providerUserId ?? null;
  const providerIds = { google_id: idAt("google"), github_id: idAt("github"), spotify_id: idAt("spotify") };
  return {
    _id: id,
    name,
    username,
    email,
    avatar,
    super_admin: superAdmin,
    ...providerIds,
    hasPassword: passwordHash !== null,
    isSessionRecent,
    isEmailShown,
    isListeningShown: isShown,
    createdAt: createdAtMs,
  };
}
