import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";

/** Why a request was refused, in our own words where it was us who did. */
export async function responseErrorCode(answer: Response, otherwise: ErrorCode): Promise<ErrorCode> {
  const body: unknown = await answer.json().catch(() => null);
  const code = typeof body === "object" && body !== null && "code" in body ? body.code : null;
  return isErrorCode(code) ? code : otherwise;
}
