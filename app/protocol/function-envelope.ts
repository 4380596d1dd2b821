import type { ErrorCode } from "#app/domain/errors.ts";

/** How the backend functions are called: `POST /api/query`, `/api/mutation`, `/api/action` with one JSON body. */
export type FunctionCall = {
  /** `rooms.get`, `rooms:get` and `rooms/get` name the same function. */
  readonly path: string;
  readonly format?: "json";
  /** An object, or an array that holds it. */
  readonly args: unknown;
};

export const FUNCTION_KINDS = ["query", "mutation", "action"] as const;
export type FunctionKind = (typeof FUNCTION_KINDS)[number];

export type FunctionSuccess<T> = { readonly status: "success"; readonly value: T; readonly logLines: readonly string[] };

/** A refusal, sent with status 560. */
export type FunctionFailure = {
  readonly status: "error";
  readonly errorMessage: string;
  readonly errorData?: FunctionErrorData;
  readonly logLines: readonly string[];
};

export type FunctionErrorData = { readonly code: ErrorCode };

export type FunctionAnswer<T> = FunctionSuccess<T> | FunctionFailure;

/** A structured error of a function. */
export const STATUS_FUNCTION_ERROR = 560;

/** A request that is no call at all, sent with status 400, 403 or 404. */
export type MalformedRequest = { readonly code: string; readonly message: string };

/** The one spelling that the registry knows. */
export function functionName(path: string): string {
  return path.replace(/[:/]/g, ".");
}
