import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { parseBlob, selectCover } from "music-metadata";
import { fillFromId3v1, toTrackTags } from "#app/domain/tracks/file-tags.ts";
import { makeCover } from "#app/ui/make-cover.ts";
import type { FileFacts } from "./file-facts.ts";
import type { WorkerMessage } from "./worker-message.ts";

const PROGRESS_INTERVAL_BYTES = 8 * 1024 * 1024;

const send = (message: WorkerMessage<FileFacts>) => self.postMessage(message);

/** Hashes a file and reads its tags and its cover. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const hash = await hashFile(file);
    send({ type: "response", value: { sha256: hash, ...(await readTags(file)) } });
  } catch {
    // the file was moved, changed or deleted after it was chosen
    send({ type: "unreadable" });
  }
};

async function hashFile(file: File): Promise<string> {
  const hash = sha256.create();
  const reader = file.stream().getReader();
  let readBytes = 0;
  for (let reportedBytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
    readBytes += value.byteLength;
    if (readBytes - reportedBytes < PROGRESS_INTERVAL_BYTES) continue;
    reportedBytes = readBytes;
    send({ type: "progress", share: readBytes / file.size });
  }
}

async function readTags(file: File): Promise<Omit<FileFacts, "sha256">> {
  try {
    const { common, native, format } = await parseBlob(file);
    const picture = selectCover(common.picture);
    const image = picture && new Blob([new Uint8Array(picture.data)], { type: picture.format });
    return {
      tags: toTrackTags(fillFromId3v1(common, native), file.name),
      durationMs: format.duration ? format.duration * 1000 : null,
      cover: image ? await makeCover(image) : null,
    };
  } catch {
    // broken tags do not make a file unusable; the server inspects the audio itself
    return { tags: toTrackTags({}, file.name), durationMs: null, cover: null };
  }
}
