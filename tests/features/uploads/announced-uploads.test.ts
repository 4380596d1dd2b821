import { afterEach, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { announceFiles, cancelUpload, getUploadId } from "#app/features/uploads/announced-uploads.ts";
import type { FunctionCall } from "#app/protocol/function-envelope.ts";

const ROOM = "room" as RoomId;
const ITEM = { id: 1, file: new File(["sound"], "song.mp3") };

afterEach(() => vi.unstubAllGlobals());

/** A server that gives each announced file the next upload id. Returns the paths of the calls. */
function serveUploads(): readonly string[] {
  const paths: string[] = [];
  vi.stubGlobal("sessionStorage", { getItem: () => null });
  vi.stubGlobal("fetch", async (_url: string, { body }: { readonly body: string }) => {
    const { path } = JSON.parse(body) as FunctionCall;
    paths.push(path);
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
