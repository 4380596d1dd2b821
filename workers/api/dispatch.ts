import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, type Result } from "#app/domain/result.ts";
import { type FunctionKind, normalizeFunctionName } from "#app/protocol/function-envelope.ts";
import type { Db } from "#db/client.ts";
import { type FunctionDefinition, refusalFor, toFunctionContext } from "#workers/functions/define.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { type FunctionArgs, type FunctionName, type FunctionValue, functions } from "./registry.ts";

/** A call that was refused, by its function or before it. `detail` explains invalid arguments. */
export type CallError = { readonly code: ErrorCode; readonly detail?: string };

/** Calls a function in process, as the loader of a page does, with the same checks as a call from outside. */
export async function callFunction<Name extends FunctionName>(
  requestContext: RequestContext,
  name: Name,
  args: FunctionArgs<Name>,
): Promise<Result<FunctionValue<Name>, CallError>> {
  // the registry's types state what the function of this name returns
  return (await callByName(requestContext, { path: name, kind: null, args })) as Result<FunctionValue<Name>, CallError>;
}

type NamedCall = {
  readonly path: string;
  /** The kind of function that the caller asked for; null for any. */
  readonly kind: FunctionKind | null;
  readonly args: unknown;
  /** The database of the moment that a query reads. Without it, the present. */
  readonly former?: Db | undefined;
};

export async function callByName(
  requestContext: RequestContext,
  { path, kind, args, former }: NamedCall,
): Promise<Result<unknown, CallError>> {
  const definition = functions.get(normalizeFunctionName(path));
  if (!definition || (kind !== null && definition.kind !== kind)) return fail({ code: "unknown-function" });
  return run(requestContext, definition, { args, former });
}

async function run(
  requestContext: RequestContext,
  definition: FunctionDefinition<unknown, unknown>,
  { args, former }: Pick<NamedCall, "args" | "former">,
): Promise<Result<unknown, CallError>> {
  const context = toFunctionContext(requestContext, await requestContext.session());
  const refusal = refusalFor(context.user, definition.access.caller);
  if (refusal) return fail({ code: refusal });
  const parsed = definition.args.safeParse(args);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail({ code: "invalid-arguments", detail: `${issue?.path.join(".") || "args"}: ${issue?.message ?? "invalid"}` });
  }
  const result = await (former ? definition.runAt(context, former, parsed.data) : definition.run(context, parsed.data));
  return result.ok ? result : fail({ code: result.error });
}
