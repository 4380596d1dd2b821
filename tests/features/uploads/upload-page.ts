import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";
import type { RoomId, UploadId } from "#app/domain/ids.ts";
import { ok } from "#app/domain/result.ts";
import type { FileFacts } from "#app/features/uploads/file-facts.ts";
import type { UploadStep } from "#app/features/uploads/upload-item.ts";
import { buildEntry, trackId } from "#tests/support/builders.ts";
import { type Answers, serveFunctions } from "#tests/support/function-server.ts";
import { createMemoryStorage } from "#tests/support/memory-storage.ts";
import { type FakePut, stubPuts } from "./fake-put.ts";
import { ANALYSIS, analyzed, stubWorkers } from "./fake-workers.ts";

export const ATTIC = "attic" as RoomId;
export const KITCHEN = "kitchen" as RoomId;

export const audioFile = (name: string) => new File(["sound"], name, { type: "audio/mpeg" });

/** A track of the library that a file resembles. */
export const candidate = (n: number) => ({ track: buildEntry(n).track, isExact: true, rooms: 1 });

export type UploadPage = Awaited<ReturnType<typeof openUploadPage>>;

/**
 * A page that adds files to rooms. Its server, its workers and the connection are as good as they can be, until a test changes
 * them. The test must leave the page at its end.
 */
export async function openUploadPage() {
  vi.resetModules();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", createMemoryStorage());
  /** The facts of files, by name. Default: facts that are made of the name. */
  const facts = new Map<string, Partial<FileFacts> | "unreadable">();
  stubWorkers({
    read({ name }) {
      const found = facts.get(name);
      return found === "unreadable" ? { type: found } : { type: "response", value: { ...toFacts(name), ...found } };
    },
    analyze: () => analyzed(ANALYSIS),
  });
  /** Answers the requests for parts and covers. */
  const network = { onPut: (put: FakePut) => put.respond(200) };
  const puts = stubPuts((put) => network.onPut(put));
  const answers = createAnswers();
  const server = serveFunctions(answers);
  // one after the other: the modules are those of this page
  const { uploads } = await import("#app/features/uploads/upload-store.ts");
  const { uploadItems } = await import("#app/features/uploads/upload-list.ts");
  const { looseLyrics } = await import("#app/features/uploads/loose-lyrics.ts");
  const find = (name: string) => {
    const item = uploadItems.get().find(({ file }) => file.name === name);
    if (!item) throw new Error(`${name} is not in the list`);
    return item;
  };
  return {
    ...{ uploads, uploadItems, looseLyrics, answers, server, network, puts, facts, find },
    /** Each file of the list with its step, or with the reason of its failure. */
    steps: () => uploadItems.get().map(({ file, step }) => `${file.name} ${describe(step)}`),
    /** Has the server find tracks of the library that resemble a file. */
    resemble(name: string, ...tracks: readonly number[]): void {
      const findOthers = answers["tracks.findDuplicates"];
      answers["tracks.findDuplicates"] = (args) =>
        args.title === name ? ok({ duplicates: tracks.map(candidate) }) : (findOthers?.(args) ?? ok({ duplicates: [] }));
    },
    /** The uploads that were completed, in their order. */
    completed: () => server.argsOf("uploads.complete").map(({ uploadId }) => uploadId),
    async leave() {
      for (const { id } of uploadItems.get()) uploads.cancel(id);
      // what was aborted ends while the page is still there
      for (let i = 0; i < 10; i++) await setImmediate();
      vi.resetModules();
      vi.unstubAllGlobals();
    },
  };
}

function describe(step: UploadStep): string {
  return step.name === "failed" ? step.error : step.name;
}

/** A server that names the uploads by their files and has no part of them. */
function createAnswers(): Answers {
  return {
    "uploads.announce": ({ files }) =>
      ok({ uploadIds: files.map(({ fileName }) => `upload of ${fileName}` as UploadId), partBytes: 1 }),
    "uploads.begin": () => ok({ parts: [] }),
    "uploads.complete": () => ok({ trackId: trackId(1) }),
    "uploads.cancel": () => ok(null),
    "tracks.findDuplicates": () => ok({ duplicates: [] }),
    "playlist.add": () => ok({ revision: 1 }),
    "lyrics.set": ({ trackId }) => ok({ trackId, updatedAtMs: 1, formerText: null }),
  };
}

function toFacts(name: string): FileFacts {
  const tags = { title: name, artist: "Artist", album: "", genre: "", year: null };
  return { sha256: `hash of ${name}`, tags, durationMs: 1000, cover: null };
}
