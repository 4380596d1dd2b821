import type { ErrorCode } from "#app/domain/errors.ts";

/** A call of a backend function: the JSON body of `POST /api/query`, `/api/mutation` and `/api/action`. */
export type FunctionCall = {
  /** `rooms.get`, `rooms:get` and `rooms/get` name the same function. */
  readonly path: string;
  readonly format?: "json";
  /** An object, or an array of one object. */
  readonly args: unknown;
};

export const FUNCTION_KINDS = ["query", "mutation", "action"] as const;
export type FunctionKind = (typeof FUNCTION_KINDS)[number];

export type FunctionSuccess<T> = { readonly status: "success"; readonly value: T; readonly logLines: readonly string[] };

/** A refusal, sent with HTTP status 560. */
export type FunctionFailure = {
  readonly status: "error";
  /** In English. */
  readonly errorMessage: string;
  readonly errorData?: FunctionErrorData;
  readonly logLines: readonly string[];
};

export type FunctionErrorData = { readonly code: ErrorCode };

export type FunctionResponse<T> = FunctionSuccess<T> | FunctionFailure;

/** The HTTP status of a `FunctionFailure`. */
export const STATUS_FUNCTION_ERROR = 560;

/** The response to a request that is not a valid call, sent with HTTP status 400, 403 or 404. */
export type MalformedRequest = { readonly code: string; readonly message: string };

/** The spelling of a function's path that the registry uses: `rooms.get`. */
export function normalizeFunctionName(path: string): string {
  return path.replace(/[:/]/g, ".");
}
