import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { type FunctionKind, normalizeFunctionName } from "#app/protocol/function-envelope.ts";
import type { Db } from "#db/client.ts";
import { type FunctionDefinition, refusalFor, toFunctionContext } from "#workers/functions/define.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { decodeArgs } from "./decode-args.ts";
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
  const definition = findFunction(path, kind);
  return definition ? run(requestContext, definition, { args, former }) : fail({ code: "unknown-function" });
}

/**
 * The error of a call that is refused to every caller: there is no such function, or the arguments are invalid. Null if there is
 * none, and for arguments of a function that is hidden from most callers.
 */
export function findCallError({
  path,
  kind,
  args,
}: {
  readonly path: string;
  readonly kind: FunctionKind;
  readonly args: unknown;
}): CallError | null {
  const definition = findFunction(path, kind);
  if (!definition) return { code: "unknown-function" };
  const parsed = parseArgs(definition, decodeArgs(args));
  return parsed.ok || definition.access.caller === "superadmin" ? null : parsed.error;
}

type AnyFunction = FunctionDefinition<unknown, unknown>;

function findFunction(path: string, kind: FunctionKind | null): AnyFunction | undefined {
  const definition = functions.get(normalizeFunctionName(path));
  return kind === null || definition?.kind === kind ? definition : undefined;
}

async function run(
  requestContext: RequestContext,
  definition: AnyFunction,
  { args, former }: Pick<NamedCall, "args" | "former">,
): Promise<Result<unknown, CallError>> {
  const context = toFunctionContext(requestContext, await requestContext.session());
  const refusal = refusalFor(context.user, definition.access.caller);
  if (refusal) return fail({ code: refusal });
  const parsed = parseArgs(definition, args);
  if (!parsed.ok) return parsed;
  const result = await (former ? definition.runAt(context, former, parsed.value) : definition.run(context, parsed.value));
  return result.ok ? result : fail({ code: result.error });
}

function parseArgs(definition: AnyFunction, args: unknown): Result<unknown, CallError> {
  const parsed = definition.args.safeParse(args);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail({ code: "invalid-arguments", detail: `${issue?.path.join(".") || "args"}: ${issue?.message ?? "invalid"}` });
}
