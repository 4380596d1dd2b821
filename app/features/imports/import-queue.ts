import type { ErrorCode } from "#app/domain/errors.ts";
import type { ImportItem } from "#app/domain/imports/import-batch.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { HOUR_MS, SECOND_MS } from "#app/domain/units.ts";
import type { ImportOutcome } from "#app/server-client/import-stream.ts";
import { changeItem, deactivate, type Pause, type RoomImportsState, setDone, toState, withEntry } from "./import-state.ts";

// Which items a page imports next, and how an attempt changes its imports. Pure; the runner sends the requests.

/** A busy service that names no time. */
const BUSY_MS = 60 * SECOND_MS;
/** The server may be unreachable while the browser believes to be online. */
const NETWORK_RETRY_MS = 15 * SECOND_MS;

/** The reason for which an attempt can be repeated later. Other failures end the item. */
const PAUSING: Readonly<Partial<Record<ErrorCode, "service" | "network">>> = {
  "service-busy": "service",
  "too-many-downloads": "service",
  "too-many-attempts": "service",
  "too-many-attempts-hour": "service",
  "too-many-attempts-day": "service",
  network: "network",
};

/** Failures that every other item of the batch would meet too. */
const STOPPING: readonly ErrorCode[] = [
  "login-required",
  "forbidden",
  "disk-full",
  "storage-full",
  "playlist-full",
  "room-not-found",
  "room-password-required",
  "room-token-expired",
  "room-token-invalid",
  "import-batch-not-found",
  "service-not-connected",
  "service-unavailable",
  "service-login-refused",
  "service-token-malformed",
  "service-token-invalid",
  "service-token-expired",
];

/** The items to start now: of the oldest active batch first, and each batch in its order. */
export function selectNext(state: RoomImportsState): readonly ImportItem[] {
  const { batches, activeIds, progress, pauses } = state;
  if (!batches || pauses.has("network")) return [];
  return [...batches]
    .reverse()
    .filter(({ id }) => activeIds.has(id))
    .flatMap(({ items }) => items.filter((item) => isFree(state, item)))
    .slice(0, Math.max(0, importLimits.downloadsAtOnce - progress.size));
}

/** Whether this page may try the item. One that runs elsewhere may have been abandoned; only the server knows. */
function isFree({ progress, refusedIds, pauses }: RoomImportsState, { id, state, track }: ImportItem): boolean {
  const isOpen = state === "waiting" || state === "running";
  return isOpen && !progress.has(id) && !refusedIds.has(id) && !pauses.has(track.service);
}

/** Ends an attempt at an item. An item that was cancelled meanwhile stays cancelled unless its track was imported. */
export function endAttempt(
  before: RoomImportsState,
  item: ImportItem,
  { outcome, nowMs }: { readonly outcome: ImportOutcome; readonly nowMs: number },
): RoomImportsState {
  const { id, track } = item;
  const state = { ...before, progress: new Map([...before.progress].filter(([other]) => other !== id)) };
  if (outcome.type === "done") return changeItem(state, id, (current) => setDone(current, outcome.trackId));
  const { code, detail } = outcome;
  if (code === "upload-cancelled") return endRunning(state, id, toState("waiting"));
  if (code === "import-item-busy") return { ...state, refusedIds: withEntry(state.refusedIds, id) };
  const pausing = PAUSING[code];
  if (!pausing) return fail(state, item, outcome);
  const pause = pausing === "network" ? "network" : track.service;
  const waitMs = detail?.waitSeconds === undefined ? BUSY_MS : Math.min(detail.waitSeconds * SECOND_MS, HOUR_MS);
  const untilMs = nowMs + (pausing === "network" ? NETWORK_RETRY_MS : waitMs);
  return addPause(endRunning(state, id, toState("waiting")), pause, untilMs);
}

type Failure = Extract<ImportOutcome, { type: "failed" }>;

function fail(state: RoomImportsState, { id }: ImportItem, { code, detail }: Failure): RoomImportsState {
  const errorDetail = detail ?? null;
  const failed = endRunning(state, id, (item) => ({ ...item, state: "failed", error: code, errorDetail }));
  const batch = state.batches?.find(({ items }) => items.some((item) => item.id === id));
  return batch && STOPPING.includes(code) ? { ...deactivate(failed, batch.id), stopError: code } : failed;
}

function endRunning(state: RoomImportsState, id: ImportItem["id"], change: (item: ImportItem) => ImportItem): RoomImportsState {
  return changeItem(state, id, (item) => (item.state === "running" ? change(item) : item));
}

/** Several attempts may meet the same obstacle; the latest end counts. */
function addPause(state: RoomImportsState, pause: Pause, untilMs: number): RoomImportsState {
  const end = Math.max(untilMs, state.pauses.get(pause) ?? 0);
  return { ...state, pauses: new Map(state.pauses).set(pause, end) };
}

/** Ends the pauses that are over. */
export function endPauses(state: RoomImportsState, nowMs: number): RoomImportsState {
  return { ...state, pauses: new Map([...state.pauses].filter(([, untilMs]) => untilMs > nowMs)) };
}

/** Ends the pause of a lost network. */
export function resumeNetwork(state: RoomImportsState): RoomImportsState {
  return { ...state, pauses: new Map([...state.pauses].filter(([pause]) => pause !== "network")) };
}

/** How long until the first pause ends. Null without one. */
export function nextPauseEndMs({ pauses }: RoomImportsState): number | null {
  return pauses.size === 0 ? null : Math.min(...pauses.values());
}
