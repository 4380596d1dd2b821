import type { Result } from "#app/domain/result.ts";
import { mutation } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { cancelUpload, getUploadId, removeAnnouncement } from "./announced-uploads.ts";
import { analysisPool } from "./file-workers.ts";
import { retryRequest } from "./retry-request.ts";
import { sendFile } from "./send-file.ts";
import type { UploadItem } from "./upload-item.ts";
import { getSignal, setFailed, setStep } from "./upload-list.ts";

/** Sends the file of an item, and analyzes it meanwhile. `waitForEarlier` keeps the order of a batch. */
export async function sendItem(item: UploadItem, waitForEarlier: () => Promise<void>): Promise<void> {
  const { id, roomId, file, facts, lyrics } = item;
  if (!facts) return;
  const signal = getSignal(id);
  const onProgress = createProgressHandler(id);
  const analysis = analysisPool.request(file, { signal }).then((result) => (result.ok ? result.value : null));
  const uploadId = await getUploadId(item, roomId);
  if (!uploadId.ok) return setFailed(id, replaceInternal(uploadId.error, "upload-failed"));
  const { sha256, cover } = facts;
  const onCompleting = () => setStep(id, { name: "completing" });
  const sent = await sendFile(
    { file, uploadId: uploadId.value, sha256, cover, lyrics },
    { signal, onProgress, onCompleting, waitForEarlier, analysis },
  );
  finishItem(id, sent);
}

/** Adds the library track that the user chose in place of the file. */
export async function addChosenTrack(
  { id, roomId, chosenTrackId, lyrics }: UploadItem,
  waitForEarlier: () => Promise<void>,
): Promise<void> {
  if (!chosenTrackId) return;
  const signal = getSignal(id);
  await waitForEarlier();
  const added = await retryRequest(() => mutation("playlist.add", { roomId, trackIds: [chosenTrackId] }), signal);
  if (!added.ok) return setFailed(id, replaceInternal(added.error, "upload-failed"));
  // a track that has lyrics keeps them
  if (lyrics) await mutation("lyrics.set", { roomId, trackId: chosenTrackId, text: lyrics, expectedUpdatedAtMs: null });
  await cancelUpload(id);
  finishItem(id, added);
}

/** Sets the step to `uploading`, now and with each report. Speed is measured from the first report on. */
function createProgressHandler(id: number): (sentBytes: number) => void {
  const startedAtMs = performance.now();
  let startedAtBytes: number | null = null;
  setStep(id, { name: "uploading", sentBytes: 0, startedAtMs, startedAtBytes: 0 });
  return (sentBytes) => {
    startedAtBytes ??= sentBytes;
    setStep(id, { name: "uploading", sentBytes, startedAtMs, startedAtBytes });
  };
}

function finishItem(id: number, outcome: Result<unknown>): void {
  if (!outcome.ok) return setFailed(id, outcome.error);
  removeAnnouncement(id);
  setStep(id, { name: "done" });
}
