import type { z } from "zod";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { FunctionKind } from "#app/protocol/function-envelope.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import type { RequestContext, Session } from "#workers/http/request-context.ts";

/** The context that every handler receives. An access requirement adds the values that it has verified, such as the user or the room. */
export type FunctionContext = Pick<
  RequestContext,
  "env" | "db" | "nowMs" | "waitUntil" | "address" | "locale" | "roomAccessToken"
> & {
  /** Null for a guest. */
  readonly user: SessionUser | null;
  /** The caller's session; null for a guest. */
  readonly sessionId: string | null;
  /** Whether a token acts for the session, and not its cookie. */
  readonly isByToken: boolean;
};

/** @param session the caller's session; null for a guest */
export function toFunctionContext(
  requestContext: RequestContext,
  session: Pick<Session, "id" | "user" | "isByToken"> | null,
): FunctionContext {
  const { env, db, nowMs, waitUntil, address, locale, roomAccessToken } = requestContext;
  const caller = { user: session?.user ?? null, sessionId: session?.id ?? null, isByToken: session?.isByToken ?? false };
  return { env, db, nowMs, waitUntil, address, locale, roomAccessToken, ...caller };
}

export type SignedIn = { readonly user: SessionUser };
export type SignedInContext = FunctionContext & SignedIn;

/** The kinds of callers that may use a function, checked before its arguments are parsed; the least restrictive first. */
const CALLER_KINDS = ["anyone", "signed-in", "superadmin"] as const;
export type CallerKind = (typeof CALLER_KINDS)[number];

/** The rights that a function requires of its caller, and the values that its handler receives once they are verified. */
export type AccessRequirement<Args, Granted extends object> = {
  readonly caller: CallerKind;
  /** One sentence for the reference page, such as "Signed-in users." */
  readonly description: string;
  /** Checks the caller's rights to the objects that the arguments name. */
  readonly authorize: (context: FunctionContext, args: Args) => Promise<Result<Granted>>;
};

type Definition<Args, Value, Granted extends object> = {
  readonly kind: FunctionKind;
  readonly access: AccessRequirement<Args, Granted>;
  /** A sentence for the reference page: what the function does. */
  readonly summary: string;
  /** A sentence for the reference page: what it returns. */
  readonly returns: string;
  readonly args: z.ZodType<Args>;
  /**
   * Whether a query may be read as of an earlier moment, given what its requirement grants now and granted then. Without it, the
   * query is refused at a timestamp. Only for a query whose requirement alone decides who may read the answer, whose answer
   * reveals nothing that a person has hidden since, and which reads no room object and no table without former rows.
   */
  readonly atTimestamp?: (present: Granted, former: Granted) => boolean;
  readonly handler: (context: FunctionContext & Granted, args: Args) => Promise<Result<Value>>;
};

/**
 * A backend function. `run` enforces its access requirement before its handler, and `runAt` enforces it now and as of the former
 * moment; there is no other way to the handler.
 */
export type FunctionDefinition<Args, Value> = Pick<Definition<Args, Value, object>, "kind" | "summary" | "returns" | "args"> & {
  readonly access: Pick<AccessRequirement<Args, object>, "caller" | "description">;
  readonly isReadableAtTimestamp: boolean;
  readonly run: (context: FunctionContext, args: Args) => Promise<Result<Value>>;
  readonly runAt: (context: FunctionContext, former: Db, args: Args) => Promise<Result<Value>>;
};

export function defineFunction<Args, Value, Granted extends object>({
  handler,
  access,
  atTimestamp,
  ...definition
}: Definition<Args, Value, Granted>): FunctionDefinition<Args, Value> {
  return {
    ...definition,
    access,
    isReadableAtTimestamp: atTimestamp !== undefined,
    run: async (context, args) => {
      const refusal = refusalFor(context.user, access.caller);
      if (refusal) return fail(refusal);
      const granted = await access.authorize(context, args);
      return granted.ok ? handler({ ...context, ...granted.value }, args) : granted;
    },
    runAt: async (context, former, args) => {
      if (!atTimestamp) return fail("timestamp-unavailable");
      const refusal = refusalFor(context.user, access.caller);
      if (refusal) return fail(refusal);
      const present = await access.authorize(context, args);
      if (!present.ok) return present;
      const formerContext = { ...context, db: former };
      const granted = await access.authorize(formerContext, args);
      if (!granted.ok) return granted;
      if (!atTimestamp(present.value, granted.value)) return fail("timestamp-unavailable");
      return handler({ ...formerContext, ...granted.value }, args);
    },
  };
}

/** The error if callers of this kind may not use a function; null if they may. Superadmin functions are hidden from others. */
export function refusalFor(user: SessionUser | null, caller: CallerKind): ErrorCode | null {
  if (caller === "superadmin" && user?.type !== "superadmin") return "unknown-function";
  return caller === "signed-in" && !user ? "login-required" : null;
}

/** Everyone, guests included. */
export const anyone: AccessRequirement<unknown, object> = {
  caller: "anyone",
  description: "Everyone.",
  authorize: async () => ok({}),
};

export const signedIn: AccessRequirement<unknown, SignedIn> = {
  caller: "signed-in",
  description: "Signed-in users.",
  authorize: async (context) => requireUser(context),
};

/** A requirement that a token does not meet: a token that was stolen must not take over the account, or outlive its few minutes. */
export function withCookie<Args, Granted extends object>(
  requirement: AccessRequirement<Args, Granted>,
): AccessRequirement<Args, Granted> {
  return {
    ...requirement,
    description: `${requirement.description} With the session's cookie, not with a token.`,
    authorize: async (context, args) => (context.isByToken ? fail("token-insufficient") : requirement.authorize(context, args)),
  };
}

export const superadmin: AccessRequirement<unknown, SignedIn> = withCookie({
  caller: "superadmin",
  description: "Superadmins.",
  authorize: async (context) => requireUser(context),
});

/** A signed-in user whose own id is given in an argument. */
export function self<Key extends string>(argument: Key): AccessRequirement<Readonly<Record<Key, string>>, SignedIn> {
  return {
    caller: "signed-in",
    description: `Signed-in users; \`${argument}\` must be their own id.`,
    authorize: async (context, args) => {
      const granted = requireUser(context);
      return granted.ok && granted.value.user.id !== args[argument] ? fail("forbidden") : granted;
    },
  };
}

/** Both requirements; the first is checked first. */
export function both<A, B, GrantedA extends object, GrantedB extends object>(
  first: AccessRequirement<A, GrantedA>,
  second: AccessRequirement<B, GrantedB>,
): AccessRequirement<A & B, GrantedA & GrantedB> {
  return {
    caller: stricter(first.caller, second.caller),
    description: `${first.description} ${second.description}`,
    authorize: async (context, args) => {
      const granted = await first.authorize(context, args);
      if (!granted.ok) return granted;
      const more = await second.authorize(context, args);
      return more.ok ? ok({ ...granted.value, ...more.value }) : more;
    },
  };
}

function stricter(a: CallerKind, b: CallerKind): CallerKind {
  return CALLER_KINDS.indexOf(a) > CALLER_KINDS.indexOf(b) ? a : b;
}

/** The user of a context whose function requires one. */
export function requireUser({ user }: FunctionContext): Result<SignedIn> {
  return user ? ok({ user }) : fail("login-required");
}
