import { accessLimits } from "#app/domain/access/access-limits.ts";
import type { Payer } from "#app/domain/access/work-budget.ts";
import { sign, verifySignature } from "#workers/crypto/signature.ts";

const SIGNATURE_BYTES = 20;

type Issued = { readonly changeId: number; readonly caller: Payer; readonly nowMs: number };

/** A moment as clients receive it: the id of the last change, an expiry, and a signature that makes it valid for one caller. */
export function issueTimestamp(secret: string, { changeId, caller, nowMs }: Issued): string {
  const content = `${changeId}.${nowMs + accessLimits.timestampMs}`;
  return `${content}.${sign(secret, "timestamp", `${content} ${caller}`, SIGNATURE_BYTES)}`;
}

type Read = { readonly callers: readonly Payer[]; readonly nowMs: number };

/** The id of the last change. Null if the text is no timestamp that was issued to one of the callers, or has expired. */
export function readTimestamp(secret: string, text: string, { callers, nowMs }: Read): number | null {
  const [changeId = "", expiresAtMs = "", signature = ""] = text.split(".", 3);
  const content = `${changeId}.${expiresAtMs}`;
  const isIssued = callers.some((caller) => {
    return verifySignature(secret, "timestamp", { text: `${content} ${caller}`, signature, bytes: SIGNATURE_BYTES });
  });
  return isIssued && Number(expiresAtMs) > nowMs ? Number(changeId) : null;
}
