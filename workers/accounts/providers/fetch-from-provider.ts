import type { z } from "zod";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { readBytes } from "#workers/http/read-request.ts";
import { repeatOnce } from "#workers/http/repeat-once.ts";

/** Why a request to a provider failed. It is logged, so it contains nothing from the response. */
export type ProviderFault = {
  readonly step: "token" | "profile" | "emails";
  readonly reason: "unreachable" | "too-late" | "status" | "too-large" | "malformed";
  readonly status: number | null;
};

const RESPONSE_BYTES_MAX = 64 * 1024;

/** GitHub refuses requests without a user agent. */
const HEADERS = { "User-Agent": "Tutti/1 (sign-in)", Accept: "application/json" };

/**
 * Fetches JSON that the schema accepts. Redirects are not followed: they would send the token to another address.
 * A request without a response is repeated: a code that was used already is refused (RFC 6749 §4.1.2), and the others only read.
 */
export async function fetchFromProvider<T>(
  url: string,
  init: RequestInit,
  schema: z.ZodType<T>,
  signal: AbortSignal,
): Promise<Result<T, Omit<ProviderFault, "step">>> {
  let status: number | null = null;
  try {
    const headers = { ...HEADERS, ...init.headers };
    const response = await repeatOnce(() => fetch(url, { ...init, headers, redirect: "manual", signal }), signal);
    status = response.status;
    if (status !== 200) {
      await response.body?.cancel();
      return fail({ reason: "status", status });
    }
    const bytes = await readBytes(response, RESPONSE_BYTES_MAX);
    if (!bytes) return fail({ reason: "too-large", status });
    const parsed = schema.safeParse(parseJson(new TextDecoder().decode(bytes)));
    return parsed.success ? ok(parsed.data) : fail({ reason: "malformed", status });
  } catch {
    // the connection failed or broke, or the timeout has aborted it
    return fail({ reason: signal.aborted ? "too-late" : "unreachable", status });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // every schema rejects `undefined`
    return undefined;
  }
}
