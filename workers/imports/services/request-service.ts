import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { KIB, SECOND_MS } from "#app/domain/units.ts";
import { isWithinJsonLimits } from "#workers/http/json-limits.ts";
import { readBytes } from "#workers/http/read-request.ts";
import { repeatOnce } from "#workers/http/repeat-once.ts";

/** Why a request to a service failed. Contains nothing of the request, which has credentials. */
export type RequestFault = {
  readonly reason: "unreachable" | "too-late" | "status" | "redirected" | "too-large" | "malformed";
  /** Null if there was no response. */
  readonly status: number | null;
  /** How long the service asks to wait (RFC 9110 §10.2.3); null if it does not. */
  readonly retryAfterMs: number | null;
  /** The body of a response with an error status, at most `ERROR_CHARS_MAX` characters. Empty otherwise. */
  readonly errorText: string;
};

export type ServiceRequest<T> = {
  readonly url: string;
  readonly init?: RequestInit;
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
  /** Decodes the body before the schema checks it. Default: JSON. Throws for a body that it cannot decode. */
  readonly decode?: (text: string) => unknown;
  /** The bindings' fetch for servers in a private network; the global one by default. */
  readonly send?: typeof fetch;
  readonly onReceived?: OnReceived | undefined;
};

/** Counts the bytes of a response, which are worked for in the name of a person. */
export type OnReceived = (bytes: number) => void;

const ERROR_CHARS_MAX = 4096;
const LIMITS = { values: importLimits.jsonValues, levels: importLimits.jsonLevels };
const LONG_CHARS = 64 * KIB;
const WITHIN_MS = 15 * SECOND_MS;

/**
 * Requests something that the schema accepts. Redirects are not followed: they would send the credentials to another
 * address. A request to a service only reads, so it may be repeated.
 */
export async function requestService<T>(request: ServiceRequest<T>): Promise<Result<T, RequestFault>> {
  const { url, init, schema, decode = JSON.parse, send = fetch, onReceived } = request;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(WITHIN_MS)]);
  let response: Response | null = null;
  const refuse = (reason: RequestFault["reason"], errorText = "") =>
    fail({ reason, status: response?.status ?? null, retryAfterMs: response && readRetryAfter(response), errorText });
  try {
    response = await repeatOnce(() => send(url, { ...init, redirect: "manual", signal }), signal);
    const bytes = await readBytes(response, importLimits.responseBytes);
    onReceived?.(bytes?.byteLength ?? importLimits.responseBytes);
    if (!bytes) {
      await response.body?.cancel();
      return refuse("too-large");
    }
    const text = new TextDecoder().decode(bytes);
    if (response.status >= 300 && response.status < 400) return refuse("redirected");
    if (!response.ok) return refuse("status", text.slice(0, ERROR_CHARS_MAX));
    if (!isWithinJsonLimits(text, LIMITS)) return refuse("too-large");
    const decoded = tryDecode(text, decode);
    // others get a turn between two long calculations
    if (text.length > LONG_CHARS) await sleep(0);
    const parsed = schema.safeParse(decoded);
    return parsed.success ? ok(parsed.data) : refuse("malformed");
  } catch {
    // the connection failed or broke, or a time limit has aborted it
    return refuse(signal.aborted ? "too-late" : "unreachable");
  }
}

function tryDecode(text: string, decode: (text: string) => unknown): unknown {
  try {
    return decode(text);
  } catch {
    // every schema rejects `undefined`
    return undefined;
  }
}

/** Seconds or a date. */
function readRetryAfter({ headers }: Response): number | null {
  const value = headers.get("Retry-After");
  if (!value) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * SECOND_MS : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
