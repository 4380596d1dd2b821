import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import type { HttpFailure } from "#app/protocol/http.ts";

/** Why an authentication request was refused. */
export type AuthRefusal = {
  /** Null if the response carries no code of this application. */
  readonly code: ErrorCode | null;
  /** The server's message: a text key (`auth.errors.…`) or a sentence. May be empty. */
  readonly statusMessage: string;
  /** The form field that caused the refusal. Null if none did. */
  readonly field: string | null;
};

/**
 * Posts to one of the addresses of SPEC §7.
 * @param unreachable the code of the refusal when no readable response arrives
 */
export async function postAuth<Response extends object>(
  path: string,
  body: object,
  unreachable: ErrorCode | null = "network",
): Promise<Result<Response, AuthRefusal>> {
  try {
    const response = await sendRequest(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const content = (await response.json()) as Response & Partial<HttpFailure>;
    if (response.ok) return ok(content);
    const { code, statusMessage = "", field = null } = content;
    return fail({ code: isErrorCode(code) ? code : null, statusMessage, field });
  } catch {
    // no response, or one that is not JSON
    return fail({ code: unreachable, statusMessage: "", field: null });
  }
}
