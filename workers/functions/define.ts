import type { z } from "zod";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, type Result } from "#app/domain/result.ts";
import type { FunctionKind } from "#app/protocol/function-envelope.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { RequestContext } from "#workers/http/request-context.ts";

/** Who may call a function at all. What they may do in a room is looked at inside. */
export type Caller = "anyone" | "signed-in" | "superadmin";

/** What a handler works with. `user` is somebody wherever `who` is not `anyone`. */
export type FunctionContext = Pick<
  RequestContext,
  "env" | "db" | "nowMs" | "waitUntil" | "address" | "locale" | "roomAccessToken"
> & {
  readonly user: SessionUser | null;
  /** Of the caller's session; null: a guest. */
  readonly sessionId: string | null;
};
export type SignedInContext = FunctionContext & { readonly user: SessionUser };

/** One thing that the product can do. */
export type FunctionDefinition<Args, Value> = {
  readonly kind: FunctionKind;
  readonly who: Caller;
  /** One sentence for the reference page, and one on what comes back. */
  readonly summary: string;
  readonly returns: string;
  readonly args: z.ZodType<Args>;
  readonly handler: (context: FunctionContext, args: Args) => Promise<Result<Value>>;
};

type Draft<Args, Value, Context> = Omit<FunctionDefinition<Args, Value>, "kind" | "who" | "handler"> & {
  readonly handler: (context: Context, args: Args) => Promise<Result<Value>>;
};

export function openFunction<Args, Value>(
  kind: FunctionKind,
  draft: Draft<Args, Value, FunctionContext>,
): FunctionDefinition<Args, Value> {
  return { ...draft, kind, who: "anyone" };
}

export function signedInFunction<Args, Value>(
  kind: FunctionKind,
  draft: Draft<Args, Value, SignedInContext>,
): FunctionDefinition<Args, Value> {
  return guarded("signed-in", kind, draft);
}

export function superadminFunction<Args, Value>(
  kind: FunctionKind,
  draft: Draft<Args, Value, SignedInContext>,
): FunctionDefinition<Args, Value> {
  return guarded("superadmin", kind, draft);
}

/** What keeps somebody from a function; null: nothing. Like the developers' pages, theirs do not exist for others. */
export function refusalTo(user: SessionUser | null, who: Caller): ErrorCode | null {
  if (who === "superadmin" && user?.type !== "superadmin") return "unknown-function";
  return who === "signed-in" && !user ? "login-required" : null;
}

/** A handler is called in other ways than by name, too. */
function guarded<Args, Value>(
  who: Exclude<Caller, "anyone">,
  kind: FunctionKind,
  draft: Draft<Args, Value, SignedInContext>,
): FunctionDefinition<Args, Value> {
  return {
    ...draft,
    kind,
    who,
    handler: async (context, args) => {
      const { user } = context;
      const refusal = refusalTo(user, who);
      return user && !refusal ? draft.handler({ ...context, user }, args) : fail(refusal ?? "login-required");
    },
  };
}
