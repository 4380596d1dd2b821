import type { FunctionErrorData } from "#app/protocol/function-envelope.ts";
import type { CallError } from "./dispatch.ts";

/** The message and the data of a refusal, as clients receive them. */
export function describeError(
  path: string,
  { code, detail }: CallError,
): { readonly errorMessage: string; readonly errorData: FunctionErrorData } {
  const message = code === "unknown-function" ? `There is no function ${path} of this kind` : code;
  return { errorMessage: detail ?? message, errorData: { code } };
}
