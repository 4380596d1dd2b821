import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ACCEPTED_FILES } from "#app/domain/audio-files/audio-format.ts";
import { ROOT } from "#scripts/project.mjs";

const read = (path: string) => readFileSync(join(ROOT, "public", path));
const manifest = JSON.parse(read("manifest.webmanifest").toString()) as {
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[];
  readonly share_target: { readonly params: { readonly files: readonly { readonly accept: readonly string[] }[] } };
};

/** Width and height in the header of a PNG file. */
function readPngSize(path: string): string {
  const header = read(path);
  expect(header.subarray(1, 4).toString("latin1"), path).toBe("PNG");
  return `${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`;
}

it("the icons of the manifest and of iOS have the sizes that are stated", () => {
  const drawn = manifest.icons.filter(({ type }) => type === "image/png");
  expect(drawn.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512", "512x512"]);
  for (const { src, sizes } of drawn) expect(readPngSize(src), src).toBe(sizes);
  expect(readPngSize("apple-touch-icon.png")).toBe("180x180");
});

it("the files that other apps can share are those that the dialog accepts", () => {
  expect(manifest.share_target.params.files[0]?.accept).toEqual(ACCEPTED_FILES.split(","));
});
