import { createBatchArgs, type PrepareArgs } from "./function-args.ts";
import { createServiceTrack, seedImportBatch } from "./seeded-content.ts";

/** The calls of the rows about imports from music services. */
export const IMPORT_CALLS: Readonly<Record<string, PrepareArgs>> = {
  "imports.search": ({ room }) => ({
    roomId: room.id,
    like: { title: "Track", artist: "Artist", durationMs: null, isrc: null },
  }),
  "imports.resolve": ({ room }) => ({ roomId: room.id, link: "https://music.yandex.ru/album/1" }),
  "imports.start": ({ room }) => ({ roomId: room.id, title: "", tracks: [createServiceTrack("own")] }),
  "imports.list": async ({ room, self, callers }) => {
    await seedImportBatch(room, self, "own");
    await seedImportBatch(room, callers.colleague, "another's");
    return { roomId: room.id };
  },
  "imports.retry own": ({ room, self }) => createBatchArgs(room, self),
  "imports.retry another's": ({ room, callers }) => createBatchArgs(room, callers.colleague),
  "imports.cancel own": ({ room, self }) => createBatchArgs(room, self),
  "imports.cancel another's": ({ room, callers }) => createBatchArgs(room, callers.colleague),
  "imports.connections": () => ({}),
  "imports.connect": () => ({ credentials: { service: "yandex", token: "not a token" } }),
  "imports.disconnect": () => ({ service: "yandex" }),
};
