import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { FunctionAnswer, FunctionCall, FunctionKind } from "#app/protocol/function-envelope.ts";
import { roomAccessTokenHeaders } from "#app/server-client/room/room-access-tokens.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/functions/registry.ts";

export type { FunctionArgs, FunctionValue };
/** A track of the library that a file is like. */
export type DuplicateCandidate = FunctionValue<"tracks.findDuplicates">["duplicates"][number];

// The backend functions, from the browser. Expected refusals are values; a lost connection is one of them.

export function query<Name extends FunctionName>(path: Name, args: FunctionArgs<Name>): Promise<Result<FunctionValue<Name>>> {
  return call("query", path, args);
}

export function mutation<Name extends FunctionName>(
  path: Name,
  args: FunctionArgs<Name>,
): Promise<Result<FunctionValue<Name>>> {
  return call("mutation", path, args);
}

async function call<Name extends FunctionName>(
  kind: FunctionKind,
  path: Name,
  args: FunctionArgs<Name>,
): Promise<Result<FunctionValue<Name>>> {
  const body: FunctionCall = { path, format: "json", args };
  try {
    const response = await fetch(`/api/${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...roomAccessTokenHeaders(args as object) },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as FunctionAnswer<FunctionValue<Name>> | { readonly code?: unknown };
    if (!("status" in answer)) return fail(isErrorCode(answer.code) ? answer.code : "internal");
    return answer.status === "success" ? ok(answer.value) : fail<ErrorCode>(answer.errorData?.code ?? "internal");
  } catch {
    // no answer, or one that is not ours: the way to the server is broken
    return fail("network");
  }
}
