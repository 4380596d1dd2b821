import { expect, it } from "vitest";
import { readDroppedFiles } from "#app/features/uploads/dropped-files.ts";

type Tree = File | { readonly name: string; readonly children: readonly Tree[] };
type Entry = { readonly name: string; readonly isFile: boolean; readonly isDirectory: boolean };

const file = (name: string) => new File(["sound"], name);
const folder = (name: string, ...children: readonly Tree[]): Tree => ({ name, children });

/** The entry of a file or folder. As in browsers, a reader returns at most 100 children per call. */
function toEntry(tree: Tree): Entry {
  if (tree instanceof File) {
    const read = (resolve: (file: File) => void) => resolve(tree);
    return Object.assign({ name: tree.name, isFile: true, isDirectory: false }, { file: read });
  }
  const createReader = () => {
    const rest = tree.children.map(toEntry);
    return { readEntries: (resolve: (batch: readonly Entry[]) => void) => resolve(rest.splice(0, 100)) };
  };
  return Object.assign({ name: tree.name, isFile: false, isDirectory: true }, { createReader });
}

type Item = { readonly webkitGetAsEntry: () => object | null };

function read(items: readonly Item[], files: readonly File[] = []): Promise<readonly File[]> {
  // the parts of a transfer that the function uses
  return readDroppedFiles({ items, files } as unknown as DataTransfer);
}

/** The names of dropped files and folders. The browser empties the transfer after the event. */
async function readNames(...dropped: readonly Tree[]): Promise<readonly string[]> {
  const items = dropped.map((tree) => ({ webkitGetAsEntry: () => toEntry(tree) }));
  const reading = read(items);
  items.length = 0;
  return (await reading).map(({ name }) => name);
}

it("dropped folders have the files of any depth, by name as people count", async () => {
  const album = folder("Album", file("10.mp3"), file("2.mp3"), folder("Bonus", file("b.mp3"), file("a.mp3")));
  expect(await readNames(file("z.mp3"), album, file("a.mp3"))).toEqual([
    ...["z.mp3", "2.mp3", "10.mp3", "a.mp3", "b.mp3"],
    "a.mp3",
  ]);
});

it("a folder with more files than the browser lists at once has all of them", async () => {
  const names = Array.from({ length: 250 }, (_, i) => `${i}.mp3`);
  expect(await readNames(folder("Album", ...names.map(file)))).toEqual(names);
});

it("an empty folder, and what is neither, has no files", async () => {
  const other = { name: "other", isFile: false, isDirectory: false };
  const items = [{ webkitGetAsEntry: () => other }, { webkitGetAsEntry: () => toEntry(folder("Empty")) }];
  expect(await read(items)).toEqual([]);
});

it("a drop without entries has its files as they are", async () => {
  const files = [file("a.mp3")];
  const items = [{ webkitGetAsEntry: () => null }];
  expect(await read(items, files)).toEqual(files);
});

it("a file or folder that cannot be opened is left out, and the others are there", async () => {
  const refuse = (_: unknown, reject: (error: Error) => void) => reject(new DOMException("not allowed", "NotReadableError"));
  const lockedFile = { ...toEntry(file("locked.mp3")), file: refuse };
  const lockedFolder = { ...toEntry(folder("Locked")), createReader: () => ({ readEntries: refuse }) };
  const items = [lockedFile, lockedFolder, toEntry(file("a.mp3"))].map((entry) => ({ webkitGetAsEntry: () => entry }));
  const files = await read(items);
  expect(files.map(({ name }) => name)).toEqual(["a.mp3"]);
});
