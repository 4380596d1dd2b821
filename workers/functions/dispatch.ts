import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, type Result } from "#app/domain/result.ts";
import { type FunctionKind, functionName } from "#app/protocol/function-envelope.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { type FunctionDefinition, refusalTo } from "./define.ts";
import { type FunctionArgs, type FunctionName, type FunctionValue, functions } from "./registry.ts";

/** A call that reached its function and was refused there, or never did. */
export type CallError = { readonly code: ErrorCode; readonly detail?: string };

/** Calls a function in process, as a page's loader does: the same checks as from outside. */
export async function callFunction<Name extends FunctionName>(
  requestContext: RequestContext,
  name: Name,
  args: FunctionArgs<Name>,
): Promise<Result<FunctionValue<Name>, CallError>> {
  // the registry's types say what this name gives
  return (await callByName(requestContext, { path: name, kind: null, args })) as Result<FunctionValue<Name>, CallError>;
}

/** @param kind the kind that the caller asked for; null: whatever it is */
export async function callByName(
  requestContext: RequestContext,
  { path, kind, args }: { readonly path: string; readonly kind: FunctionKind | null; readonly args: unknown },
): Promise<Result<unknown, CallError>> {
  const definition = functions.get(functionName(path));
  if (!definition || (kind !== null && definition.kind !== kind)) return fail({ code: "unknown-function" });
  return run(requestContext, definition, args);
}

async function run(
  requestContext: RequestContext,
  definition: FunctionDefinition<unknown, unknown>,
  args: unknown,
): Promise<Result<unknown, CallError>> {
  const session = await requestContext.session();
  const user = session?.user ?? null;
  const refusal = refusalTo(user, definition.who);
  if (refusal) return fail({ code: refusal });
  const parsed = definition.args.safeParse(args);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail({ code: "invalid-arguments", detail: `${issue?.path.join(".") || "args"}: ${issue?.message ?? "invalid"}` });
  }
  const { env, db, nowMs, waitUntil, address, locale, roomAccessToken } = requestContext;
  const context = { env, db, nowMs, waitUntil, address, locale, roomAccessToken, user, sessionId: session?.id ?? null };
  const result = await definition.handler(context, parsed.data);
  return result.ok ? result : fail({ code: result.error });
}
