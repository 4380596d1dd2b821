import { COSTS } from "./costs.ts";
import { planRelays } from "./simulate-room.ts";

/** Messages a second of a listener while nothing changes: clock probes and reports (rule CL10). */
const LISTENER_MESSAGES_PER_SEC = 0.1;
/** Joins and leaves a second, for each thousand listeners. */
const CHURN_PER_SEC_PER_1000 = 1;
/** A relay summarizes who came and went, and the reports of its devices, this often. */
const SUMMARY_EVERY_SEC = 1;
/** A relay follows the room's clock like a listener, with more probes. */
const RELAY_PROBES_PER_SEC = 0.5;

/** Messages a second to and from the room object, and the share of its thread that they take. */
export type SteadyLoad = { readonly inPerSec: number; readonly outPerSec: number; readonly busyShare: number };

/** While a room plays and no one presses anything. */
export function loadOfRoom(listeners: number): SteadyLoad {
  const relays = planRelays(listeners);
  const churnPerSec = (listeners / 1000) * CHURN_PER_SEC_PER_1000;
  if (relays === 0) {
    const inPerSec = listeners * LISTENER_MESSAGES_PER_SEC + churnPerSec;
    const presencePerSec = Math.min(churnPerSec, 4) * listeners;
    return toLoad(inPerSec, inPerSec + presencePerSec);
  }
  const inPerSec = relays * (1 / SUMMARY_EVERY_SEC + RELAY_PROBES_PER_SEC);
  // the room answers the probes, and sends one summary of all relays to each
  return toLoad(inPerSec, inPerSec);
}

function toLoad(inPerSec: number, outPerSec: number): SteadyLoad {
  return { inPerSec, outPerSec, busyShare: (inPerSec * COSTS.receiveMs + outPerSec * COSTS.sendMs) / 1000 };
}

/** The list of rooms and their live counts. */
export type ListLoad = {
  readonly name: string;
  /** The busiest object's messages a second to and from it, and the share of its thread. */
  readonly inPerSec: number;
  readonly outPerSec: number;
  readonly busyShare: number;
};

/** One in ten rooms is played at a time, and in each of these the number of people changes every 20 s. */
const ACTIVE_SHARE = 0.1;
const CHANGE_EVERY_SEC = 20;
/** A page shows this many rooms, so that of all changes it needs few. */
const ROOMS_PER_PAGE = 30;
const LOBBY_BATCH_SEC = 0.4;
const SHARD_BATCH_SEC = 1;
const ROOMS_PER_SHARD = 5000;
const PAGES_PER_SHARD = 1000;

/**
 * With one lobby object, every change is a request to it, and every batch a message to every page. With shards, a room reports to
 * one of the counting shards, which forward a batch a second to the shards that have the pages.
 */
export function loadOfLists(rooms: number, pages: number): readonly ListLoad[] {
  const changesPerSec = (rooms * ACTIVE_SHARE) / CHANGE_EVERY_SEC;
  const batchesPerSec = Math.min(changesPerSec, 1 / LOBBY_BATCH_SEC);
  const countShards = Math.ceil(rooms / ROOMS_PER_SHARD);
  const pageShards = Math.ceil(pages / PAGES_PER_SHARD);
  const changesPerPage = (ROOMS_PER_PAGE * ACTIVE_SHARE) / CHANGE_EVERY_SEC;
  const perPage = Math.min(changesPerPage, 1 / SHARD_BATCH_SEC);
  return [
    { name: "one lobby", ...toLoad(changesPerSec, batchesPerSec * pages) },
    { name: `${countShards} counting shards`, ...toLoad(changesPerSec / countShards, pageShards / SHARD_BATCH_SEC) },
    { name: `${pageShards} page shards`, ...toLoad(countShards / SHARD_BATCH_SEC, Math.min(pages, PAGES_PER_SHARD) * perPage) },
  ];
}
