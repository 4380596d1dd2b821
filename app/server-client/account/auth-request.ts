import { fail, ok, type Result } from "#app/domain/result.ts";
import type { HttpFailure } from "#app/protocol/http.ts";

/** Why it was refused: the text's name as the server says it, or nothing; and the field that is to blame. */
export type AuthRefusal = { readonly statusMessage: string; readonly field: string | null };

/** Posts to one of the addresses of SPEC §7. Where no answer comes that is ours, `statusMessage` is what `lost` says. */
export async function postAuth<Answer extends object>(
  path: string,
  body: object,
  lost = "errors.network",
): Promise<Result<Answer, AuthRefusal>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Answer & Partial<HttpFailure>;
    if (response.ok) return ok(answer);
    return fail({ statusMessage: answer.statusMessage ?? "", field: answer.field ?? null });
  } catch {
    // no answer, or one that is not ours: the way to the server is broken
    return fail({ statusMessage: lost, field: null });
  }
}
