import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { parseBlob, selectCover } from "music-metadata";
import { tagsOf, withId3v1 } from "#app/domain/audio-files/file-tags.ts";
import { makeCover } from "#app/ui/make-cover.ts";
import type { FileFacts, WorkerSays } from "./file-facts.ts";

/** Bytes between two words on how far it is. */
const SAY_EVERY_BYTES = 8 * 1024 * 1024;

const say = (said: WorkerSays<FileFacts>) => self.postMessage(said);

/** In a worker, so that the page never stutters: hashes a file as it is read, and reads what its tags say. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  try {
    const hash = await hashFile(file);
    say({ type: "answer", answer: { sha256: hash, ...(await readTags(file)) } });
  } catch {
    // what was chosen is not there any more, or has changed
    say({ type: "unreadable" });
  }
};

async function hashFile(file: File): Promise<string> {
  const hash = sha256.create();
  const reader = file.stream().getReader();
  let readBytes = 0;
  for (let saidBytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return bytesToHex(hash.digest());
    hash.update(value);
    readBytes += value.byteLength;
    if (readBytes - saidBytes < SAY_EVERY_BYTES) continue;
    saidBytes = readBytes;
    say({ type: "progress", share: readBytes / file.size });
  }
}

async function readTags(file: File): Promise<Omit<FileFacts, "sha256">> {
  try {
    const { common, native, format } = await parseBlob(file);
    const picture = selectCover(common.picture);
    const image = picture && new Blob([new Uint8Array(picture.data)], { type: picture.format });
    return {
      tags: tagsOf(withId3v1(common, native), file.name),
      durationMs: format.duration ? format.duration * 1000 : null,
      cover: image ? await makeCover(image) : null,
    };
  } catch {
    // broken tags are no reason to refuse the music; the server looks at the bytes
    return { tags: tagsOf({}, file.name), durationMs: null, cover: null };
  }
}
