import type { ErrorCode, ErrorDetail } from "#app/domain/errors.ts";
import type { LinkError } from "#app/domain/imports/link-rules.ts";
import type { FetchRefusal } from "./fetch-link.ts";
import type { SplitFailure } from "./split-parts.ts";

/** Why a link's file did not become a track, with the values that the error text contains. */
export type LinkFailure = { readonly code: ErrorCode; readonly detail?: ErrorDetail };

export const SPLIT_CODES: Record<SplitFailure, ErrorCode> = {
  "too-large": "file-too-large",
  stalled: "link-broken",
  aborted: "upload-cancelled",
  broken: "link-broken",
};

/** The statuses of a server that refuses the file, or no longer has it. */
const EXPIRED_STATUSES: readonly number[] = [401, 403, 404, 410];

export function toFailure(refusal: FetchRefusal): LinkFailure {
  switch (refusal.reason) {
    case "link-refused":
      return { code: toLinkErrorCode(refusal.refusal) };
    case "status-refused":
      return EXPIRED_STATUSES.includes(refusal.status)
        ? { code: "link-expired" }
        : { code: "link-status", detail: { status: refusal.status } };
    case "not-audio":
      return { code: "link-content-type" };
    case "too-large":
      return { code: "file-too-large" };
    case "empty":
      return { code: "link-too-small", detail: { kb: 0 } };
    case "aborted":
      return { code: "upload-cancelled" };
    case "too-many-redirects":
    case "downgrade":
    case "unreachable":
    case "headers-too-late":
      return { code: "link-network" };
  }
}

function toLinkErrorCode(error: LinkError): ErrorCode {
  if (error === "service-page") return "link-service-page";
  return PRIVATE_ADDRESSES.includes(error) ? "link-private" : "link-invalid";
}

const PRIVATE_ADDRESSES: readonly LinkError[] = ["private-host", "loopback-host", "port-refused"];
