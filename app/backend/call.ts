import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { FunctionAnswer, FunctionKind } from "#app/protocol/function-envelope.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/functions/registry.ts";

type Call = <Name extends FunctionName>(name: Name, args: FunctionArgs<Name>) => Promise<Result<FunctionValue<Name>>>;

/** The backend functions, from the browser. Expected refusals are values; a lost connection is one of them. */
export const query: Call = (name, args) => call("query", name, args);
export const mutation: Call = (name, args) => call("mutation", name, args);

/** SPEC §7: what is worth asking once more, where asking twice does no harm. */
const RETRIED_STATUS = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

async function call<Name extends FunctionName>(
  kind: FunctionKind,
  path: Name,
  args: FunctionArgs<Name>,
): Promise<Result<FunctionValue<Name>>> {
  const send = () =>
    fetch(`/api/${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path, format: "json", args }),
    });
  try {
    const first = await send();
    const response = kind === "query" && RETRIED_STATUS.has(first.status) ? await send() : first;
    const answer = (await response.json()) as FunctionAnswer<FunctionValue<Name>> | { readonly code?: unknown };
    if (!("status" in answer)) return fail(isErrorCode(answer.code) ? answer.code : "internal");
    return answer.status === "success" ? ok(answer.value) : fail<ErrorCode>(answer.errorData?.code ?? "internal");
  } catch {
    // no answer, or one that is not ours: the way to the server is broken
    return fail("network");
  }
}
