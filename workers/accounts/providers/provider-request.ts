import type { z } from "zod";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { readBytes } from "#workers/http/read-request.ts";

/** Why a provider could not tell us: for the log, and without anything that it said. */
export type ProviderFault = {
  readonly step: "token" | "profile" | "emails";
  readonly reason: "unreachable" | "too-late" | "status" | "too-large" | "malformed";
  readonly status: number | null;
};

const ANSWER_BYTES_MAX = 64 * 1024;

/** GitHub answers nobody without a name. */
const HEADERS = { "User-Agent": "Tutti/1 (sign-in)", Accept: "application/json" };

/** What a provider answers before `signal` gives up, if it is what the schema says. No redirect is followed: it would carry the token elsewhere. */
export async function askProvider<T>(
  url: string,
  init: RequestInit,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<Result<T, Omit<ProviderFault, "step">>> {
  let status: number | null = null;
  try {
    const headers = { ...HEADERS, ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: "manual", signal });
    status = response.status;
    if (status !== 200) {
      await response.body?.cancel();
      return fail({ reason: "status", status });
    }
    const bytes = await readBytes(response, ANSWER_BYTES_MAX);
    if (!bytes) return fail({ reason: "too-large", status });
    const parsed = schema.safeParse(parseJson(new TextDecoder().decode(bytes)));
    return parsed.success ? ok(parsed.data) : fail({ reason: "malformed", status });
  } catch {
    // no connection, or it broke; why we gave up ourselves is known
    return fail({ reason: signal.aborted ? "too-late" : "unreachable", status });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // the schema refuses `undefined`
    return undefined;
  }
}
