import { avatarColor } from "#app/domain/accounts/person.ts";
import { type Provider, usernameFrom } from "#app/domain/accounts/provider.ts";
import { decideProviderSignIn, type ProviderSignInDecision } from "#app/domain/accounts/provider-sign-in.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import { findLinkedUser, insertLinkedUser, type LinkedAccount, linkAccount, listLinked } from "#db/queries/linked-accounts.ts";
import { findTaken, findUser, type UserRow } from "#db/queries/users.ts";
import { newId, randomIndex } from "#workers/crypto/random.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { mailRow, sendWritten } from "#workers/mail/send-mail.ts";
import { mayTryRegistration } from "#workers/rate-limits/rate-limits.ts";
import type { ProviderIdentity } from "./provider-profiles.ts";

type Arrived = {
  readonly provider: Provider;
  readonly identity: ProviderIdentity;
  /** Who links it, and in which session; null: they want to sign in. */
  readonly linkFor: { readonly userId: UserId; readonly sessionId: string } | null;
};
type Scope = Pick<RequestContext, "env" | "db" | "nowMs" | "address" | "locale" | "waitUntil">;
type SignUp = { readonly provider: Provider; readonly identity: ProviderIdentity; readonly email: string };

/** Usernames that are tried: as it is, with the numbers 1 to 3, and then with ever longer ones that nobody else tries. */
const TRIES = 9;
const COUNTED_TRIES = 4;

/** Does what is decided of somebody whom a provider has named: whom to sign in, or null where an account was linked. */
export async function admit(requestContext: Scope, arrived: Arrived): Promise<Result<UserRow | null>> {
  const admission = await decide(requestContext.db, arrived);
  if (!admission.ok) return admission;
  switch (admission.value.kind) {
    case "linked":
      return ok(null);
    case "link":
      return link(requestContext, arrived);
    case "sign-in":
      return signInAs(requestContext.db, admission.value.userId);
    case "sign-up":
      return signUp(requestContext, { ...arrived, email: admission.value.email });
  }
}

async function decide(db: Db, { provider, identity, linkFor }: Arrived): Promise<Result<ProviderSignInDecision>> {
  const { providerUserId, email } = identity;
  const owner = await findLinkedUser(db, provider, providerUserId);
  const own = linkFor ? await listLinked(db, linkFor.userId) : [];
  return decideProviderSignIn({
    linkFor: linkFor?.userId ?? null,
    linkedTo: owner?.id ?? null,
    hasOther: own.some((account) => account.provider === provider),
    email,
    isEmailTaken: email !== null && (await findTaken(db, { username: "", email })).email,
  });
}

async function signInAs(db: Db, userId: UserId): Promise<Result<UserRow>> {
  const user = await findUser(db, userId);
  return user ? ok(user) : fail("provider-failed");
}

async function link(requestContext: Scope, arrived: Arrived): Promise<Result<null>> {
  const { db, nowMs, locale } = requestContext;
  const { provider, identity, linkFor } = arrived;
  const owner = linkFor && (await findUser(db, linkFor.userId));
  if (!owner) return fail("provider-link-failed");
  const account = { ...accountOf({ provider, identity, nowMs }), userId: owner.id };
  const mail = mailRow(requestContext, { to: owner.email, locale, mail: { kind: "provider-linked", provider } });
  if (await linkAccount(db, account, { sessionId: linkFor.sessionId, nowMs, mail })) {
    sendWritten(requestContext, mail);
    return ok(null);
  }
  // somebody was faster, or has ended the session
  const again = await decide(db, arrived);
  if (!again.ok) return again;
  return again.value.kind === "linked" ? ok(null) : fail("provider-link-failed");
}

async function signUp({ db, nowMs, address }: Scope, wanted: SignUp): Promise<Result<UserRow>> {
  if (!(await mayTryRegistration(db, address, nowMs))) return fail("too-many-attempts");
  for (let tried = 0; tried < TRIES; tried++) {
    const username = usernameFrom(wanted.identity.usernameWishes, numberOf(tried));
    try {
      return ok(await insert(db, wanted, { username, nowMs }));
    } catch (error) {
      // the same person in another window, or somebody else with their email or this username
      const again = await decide(db, { ...wanted, linkFor: null });
      if (!again.ok) return again;
      if (again.value.kind === "sign-in") return signInAs(db, again.value.userId);
      if (!(await findTaken(db, { username, email: wanted.email })).username) throw error;
    }
  }
  return fail("provider-failed");
}

function insert(
  db: Db,
  { provider, identity, email }: SignUp,
  { username, nowMs }: { readonly username: string; readonly nowMs: number },
): Promise<UserRow> {
  const user = {
    id: newId<UserId>(),
    name: identity.name ?? username,
    username,
    email,
    avatar: avatarColor(randomIndex()),
    passwordHash: null,
    createdAtMs: nowMs,
  };
  return insertLinkedUser(db, user, accountOf({ provider, identity, nowMs }));
}

type Named = { readonly provider: Provider; readonly identity: ProviderIdentity; readonly nowMs: number };

function accountOf({ provider, identity, nowMs }: Named): Omit<LinkedAccount, "userId"> {
  const { providerUserId, email, isEmailVerified } = identity;
  const provenEmailKey = email !== null && isEmailVerified ? normalize(email) : null;
  return { provider, providerUserId, provenEmailKey, createdAtMs: nowMs };
}

function numberOf(tried: number): number {
  return tried < COUNTED_TRIES ? tried : 10 + (randomIndex() % 10 ** tried);
}
