import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { announceFiles, beginUpload, cancelUpload, getUploadId } from "#app/features/uploads/announced-uploads.ts";
import type { FunctionCall } from "#app/protocol/function-envelope.ts";

const ROOM = "room" as RoomId;
const ITEM = { id: 1, file: new File(["sound"], "song.mp3") };

afterEach(() => vi.unstubAllGlobals());

/**
 * A server that gives each announced file the next upload id. Returns the paths of the calls.
 * @param beforeBegin resolves when an upload may begin
 */
function serveUploads(beforeBegin = Promise.resolve()): readonly string[] {
  const paths: string[] = [];
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (_url: string, { body }: { readonly body: string }) => {
    const { path } = JSON.parse(body) as FunctionCall;
    paths.push(path);
    if (path === "uploads.begin") await beforeBegin;
    const count = paths.filter((called) => called === "uploads.announce").length;
    const value = path === "uploads.announce" ? { uploadIds: [`upload-${count}`] } : {};
    return Response.json({ status: "success", value, logLines: [] });
  });
  return paths;
}

it("an item that is sent again while its upload is being canceled gets another upload", async () => {
  const paths = serveUploads();
  announceFiles(ROOM, [ITEM]);
  expect(await getUploadId(ITEM, ROOM)).toMatchObject({ value: "upload-1" });
  const canceled = cancelUpload(ITEM.id);
  expect(await getUploadId(ITEM, ROOM)).toMatchObject({ value: "upload-2" });
  await canceled;
  expect(paths).toEqual(expect.arrayContaining(["uploads.cancel"]));
});

it("an upload is canceled after the call that begins it has ended", async () => {
  let begin: () => void = () => undefined;
  const paths = serveUploads(new Promise((resolve) => (begin = resolve)));
  announceFiles(ROOM, [ITEM]);
  const uploadId = await getUploadId(ITEM, ROOM);
  if (!uploadId.ok) throw new Error(uploadId.error);
  const begun = beginUpload(uploadId.value, "", new AbortController().signal);
  const canceled = cancelUpload(ITEM.id);
  await setImmediate();
  expect(paths).toEqual(["uploads.announce", "uploads.begin"]);
  begin();
  await Promise.all([begun, canceled]);
  expect(paths.at(-1)).toBe("uploads.cancel");
});
