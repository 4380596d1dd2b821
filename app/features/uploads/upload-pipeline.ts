import { readItem } from "./read-item.ts";
import { addChosenTrack, sendItem } from "./send-item.ts";
import type { UploadItem } from "./upload-item.ts";
import { uploadItems } from "./upload-list.ts";

// The steps of an upload: choose files → announce the batch → read facts (hash, tags, cover) → find duplicates → send parts →
// complete. The store does the first two steps. The pipeline does the others, with two queues: one reads, one sends.

/** While the server inspects one file, the next is sent. */
const SENDS_AT_ONCE = 2;

let isStarted = false;
let isReading = false;
/** The items being sent, in the order in which they started. Each promise resolves when its item has ended. */
const sending = new Map<number, Promise<void>>();

/** Processes the items of the list, now and whenever it changes. A second call does nothing. */
export function startPipeline(): void {
  if (isStarted) return;
  isStarted = true;
  uploadItems.subscribe(startNextItems);
  startNextItems();
}

function startNextItems(): void {
  const items = uploadItems.get();
  const unread = isReading ? undefined : items.find(({ step }) => step.name === "waiting");
  if (unread) void startReading(unread);
  for (const item of items) {
    if (sending.size >= SENDS_AT_ONCE) return;
    if (isReadyToSend(item) && !sending.has(item.id)) startSending(item);
  }
}

function isReadyToSend({ step }: UploadItem): boolean {
  return step.name === "queued" || step.name === "adding-track";
}

async function startReading(item: UploadItem): Promise<void> {
  isReading = true;
  await readItem(item).finally(() => {
    isReading = false;
  });
  startNextItems();
}

function startSending(item: UploadItem): void {
  const earlier = [...sending.values()];
  const waitForEarlier = () => Promise.all(earlier).then(() => undefined);
  // entered before the work starts: the first step that it sets calls startNextItems again
  let markEnded: () => void = () => undefined;
  sending.set(item.id, new Promise((resolve) => (markEnded = resolve)));
  const work = item.step.name === "adding-track" ? addChosenTrack : sendItem;
  void work(item, waitForEarlier).finally(() => {
    sending.delete(item.id);
    markEnded();
    startNextItems();
  });
}
