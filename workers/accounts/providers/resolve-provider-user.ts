import { pickAvatarColor } from "#app/domain/accounts/person.ts";
import { type Provider, suggestUsername } from "#app/domain/accounts/provider.ts";
import { decideProviderSignIn, type ProviderSignInDecision } from "#app/domain/accounts/provider-sign-in.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Db } from "#db/client.ts";
import {
  findLinkedUser,
  insertLinkedUser,
  type LinkedAccount,
  linkAccount,
  listLinkedAccounts,
} from "#db/queries/linked-accounts.ts";
import { findTakenNames, findUser, type UserRow } from "#db/queries/users.ts";
import { newId, randomUint32 } from "#workers/crypto/random.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { createMailRow, deliverInBackground } from "#workers/mail/send-mail.ts";
import { allowRegistration } from "#workers/rate-limits/sign-in-limits.ts";
import type { ProviderIdentity } from "./provider-profiles.ts";

/** An identity that a provider has confirmed. `linkTo`: the user and session to link it to; null to sign in. */
type ConfirmedIdentity = {
  readonly provider: Provider;
  readonly identity: ProviderIdentity;
  readonly linkTo: { readonly userId: UserId; readonly sessionId: string } | null;
};
type ResolveContext = Pick<RequestContext, "env" | "db" | "nowMs" | "address" | "locale" | "waitUntil">;
type SignUp = { readonly provider: Provider; readonly identity: ProviderIdentity; readonly email: string };

/** Attempts to find a free username: first without a number, then with 1 to 3, then with ever longer random numbers. */
const USERNAME_ATTEMPTS = 9;
const SEQUENTIAL_ATTEMPTS = 4;

/** Finds or creates the user to sign in, or links the identity. Null if it was linked. */
export async function resolveProviderUser(
  context: ResolveContext,
  confirmed: ConfirmedIdentity,
): Promise<Result<UserRow | null>> {
  const decision = await decide(context.db, confirmed);
  if (!decision.ok) return decision;
  switch (decision.value.kind) {
    case "linked":
      return ok(null);
    case "link":
      return link(context, confirmed);
    case "sign-in":
      return loadUser(context.db, decision.value.userId);
    case "sign-up":
      return signUp(context, { ...confirmed, email: decision.value.email });
  }
}

async function decide(db: Db, { provider, identity, linkTo }: ConfirmedIdentity): Promise<Result<ProviderSignInDecision>> {
  const { providerUserId, email } = identity;
  const linkedUser = await findLinkedUser(db, provider, providerUserId);
  const ownAccounts = linkTo ? await listLinkedAccounts(db, linkTo.userId) : [];
  return decideProviderSignIn({
    linkToUserId: linkTo?.userId ?? null,
    linkedUserId: linkedUser?.id ?? null,
    hasOtherAccount: ownAccounts.some((account) => account.provider === provider),
    email,
    isEmailTaken: email !== null && (await findTakenNames(db, { username: "", email })).email,
  });
}

async function loadUser(db: Db, userId: UserId): Promise<Result<UserRow>> {
  const user = await findUser(db, userId);
  return user ? ok(user) : fail("provider-failed");
}

async function link(context: ResolveContext, confirmed: ConfirmedIdentity): Promise<Result<null>> {
  const { db, nowMs, locale } = context;
  const { provider, linkTo } = confirmed;
  const user = linkTo && (await findUser(db, linkTo.userId));
  if (!user) return fail("provider-link-failed");
  const account = { ...toLinkedAccount(confirmed, nowMs), userId: user.id };
  const mail = createMailRow(context, { to: user.email, locale, mail: { kind: "provider-linked", provider } });
  if (await linkAccount(db, account, { sessionId: linkTo.sessionId, nowMs, mail })) {
    deliverInBackground(context, mail);
    return ok(null);
  }
  // a simultaneous request has linked an account, or the session has ended
  const decision = await decide(db, confirmed);
  if (!decision.ok) return decision;
  return decision.value.kind === "linked" ? ok(null) : fail("provider-link-failed");
}

async function signUp({ db, nowMs, address }: ResolveContext, request: SignUp): Promise<Result<UserRow>> {
  const allowed = await allowRegistration(db, address, nowMs);
  if (!allowed.ok) return allowed;
  for (let attempt = 0; attempt < USERNAME_ATTEMPTS; attempt++) {
    const username = suggestUsername(request.identity.usernameCandidates, usernameNumber(attempt));
    try {
      return ok(await insertProviderUser(db, request, { username, nowMs }));
    } catch (error) {
      // a unique constraint failed: the same person signed up in another window, or the email or the username is taken
      const decision = await decide(db, { ...request, linkTo: null });
      if (!decision.ok) return decision;
      if (decision.value.kind === "sign-in") return loadUser(db, decision.value.userId);
      if (!(await findTakenNames(db, { username, email: request.email })).username) throw error;
    }
  }
  return fail("provider-failed");
}

function insertProviderUser(
  db: Db,
  { provider, identity, email }: SignUp,
  { username, nowMs }: { readonly username: string; readonly nowMs: number },
): Promise<UserRow> {
  const user = {
    id: newId<UserId>(),
    name: identity.name ?? username,
    username,
    email,
    avatar: pickAvatarColor(randomUint32()),
    passwordHash: null,
    createdAtMs: nowMs,
  };
  return insertLinkedUser(db, user, toLinkedAccount({ provider, identity }, nowMs));
}

function toLinkedAccount(
  { provider, identity }: Pick<ConfirmedIdentity, "provider" | "identity">,
  nowMs: number,
): Omit<LinkedAccount, "userId"> {
  const { providerUserId, email, isEmailVerified } = identity;
  const provenEmailKey = email !== null && isEmailVerified ? normalize(email) : null;
  return { provider, providerUserId, provenEmailKey, createdAtMs: nowMs };
}

function usernameNumber(attempt: number): number {
  return attempt < SEQUENTIAL_ATTEMPTS ? attempt : 10 + (randomUint32() % 10 ** attempt);
}
