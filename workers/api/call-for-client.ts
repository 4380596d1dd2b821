import type { Result } from "#app/domain/result.ts";
import type { FunctionFailure, FunctionResponse } from "#app/protocol/function-envelope.ts";
import { errorSentence } from "#workers/http/error-sentence.ts";
import { logError } from "#workers/http/log-error.ts";
import { logWith } from "#workers/http/log-lines.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { toErrorCode } from "#workers/http/to-error-code.ts";
import type { CallError } from "./dispatch.ts";

type Call = { readonly path: string; readonly call: () => Promise<Result<unknown, CallError>> };

/** The outcome of a call, as clients outside of this Worker receive it. Superadmins also receive what the call has logged. */
export async function callForClient(context: RequestContext, { path, call }: Call): Promise<FunctionResponse<unknown>> {
  const logLines: string[] = [];
  const outcome = await logWith({ requestId: context.requestId, lines: logLines }, () => describeOutcome(path, call));
  return { ...outcome, logLines: logLines.length > 0 && (await isSuperadmin(context)) ? logLines : [] };
}

async function describeOutcome(path: string, call: Call["call"]) {
  try {
    const result = await call();
    if (result.ok) return { status: "success", value: result.value ?? null } as const;
    return { status: "error", ...describeError(path, result.error) } as const;
  } catch (error) {
    logError("function", error, { path });
    const code = toErrorCode(error);
    const errorData = code === "internal" ? {} : { errorData: { code } };
    return { status: "error", errorMessage: errorSentence(code, "en"), ...errorData } as const;
  }
}

/** The answer to a call that is refused before it is made. */
export function toFailure(path: string, error: CallError): FunctionFailure {
  return { status: "error", ...describeError(path, error), logLines: [] };
}

function describeError(path: string, { code, detail }: CallError): Pick<FunctionFailure, "errorMessage" | "errorData"> {
  const sentence = code === "unknown-function" ? `There is no function ${path} of this kind` : errorSentence(code, "en");
  return { errorMessage: detail ?? sentence, errorData: { code } };
}

async function isSuperadmin(context: RequestContext): Promise<boolean> {
  try {
    return (await context.user())?.type === "superadmin";
  } catch {
    // the session could not be loaded, which the call itself has logged
    return false;
  }
}
