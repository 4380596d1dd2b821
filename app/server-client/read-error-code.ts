import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";

/** The error code in the body of a failed response, or `fallback` if it has none. */
export async function readErrorCode(response: Response, fallback: ErrorCode): Promise<ErrorCode> {
  const body: unknown = await response.json().catch(() => null);
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : null;
  return isErrorCode(code) ? code : fallback;
}
