import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import type { FunctionCall, FunctionKind, FunctionResponse } from "#app/protocol/function-envelope.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/api/registry.ts";
import { roomAccessTokenHeaders } from "./room-access-tokens.ts";

export type { FunctionArgs, FunctionName, FunctionValue };
export type DuplicateCandidate = FunctionValue<"tracks.findDuplicates">["duplicates"][number];

// Calls of the backend functions. A refusal is a value, and so is a lost connection (`network`).

export function query<Name extends FunctionName>(path: Name, args: FunctionArgs<Name>): Promise<Result<FunctionValue<Name>>> {
  return call("query", path, args);
}

export function mutation<Name extends FunctionName>(
  path: Name,
  args: FunctionArgs<Name>,
): Promise<Result<FunctionValue<Name>>> {
  return call("mutation", path, args);
}

export function action<Name extends FunctionName>(path: Name, args: FunctionArgs<Name>): Promise<Result<FunctionValue<Name>>> {
  return call("action", path, args);
}

async function call<Name extends FunctionName>(
  kind: FunctionKind,
  path: Name,
  args: FunctionArgs<Name>,
): Promise<Result<FunctionValue<Name>>> {
  const body: FunctionCall = { path, format: "json", args };
  try {
    const response = await sendRequest(`/api/${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...roomAccessTokenHeaders(args as object) },
      body: JSON.stringify(body),
    });
    const content = (await response.json()) as FunctionResponse<FunctionValue<Name>> | { readonly code?: unknown };
    if (!("status" in content)) return fail(await findErrorCode(content.code));
    return content.status === "success" ? ok(content.value) : fail<ErrorCode>(content.errorData?.code ?? "internal");
  } catch {
    // no response, or one that is not JSON
    return fail("network");
  }
}

/** The code of a response that is not the function's own. Such responses are rare, so the list of all codes is loaded on demand. */
async function findErrorCode(code: unknown): Promise<ErrorCode> {
  const { isErrorCode } = await import("#app/domain/errors.ts");
  return isErrorCode(code) ? code : "internal";
}
