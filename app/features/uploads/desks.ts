import type { Heard } from "#app/domain/track-analysis.ts";
import type { FileFacts } from "./file-facts.ts";
import ListenWorker from "./listen.worker.ts?worker";
import ReadWorker from "./read-file.worker.ts?worker";
import { openWorkerDesk } from "./worker-desk.ts";

const LISTENERS = Math.max(1, Math.min(3, Math.floor((navigator.hardwareConcurrency || 2) / 2)));

/** Hashes files and reads their tags, one after the other: what they lie on is read in order. */
export const readDesk = openWorkerDesk<FileFacts>(() => new ReadWorker(), 1);

/** Listens to files, as many at once as leave the machine its breath. Null: this browser cannot decode it. */
export const listenDesk = openWorkerDesk<Heard | null>(() => new ListenWorker(), LISTENERS);
