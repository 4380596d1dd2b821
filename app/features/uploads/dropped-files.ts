/** The files of a drop, with the files of dropped folders at any depth. Those that the browser cannot open are left out. */
export async function readDroppedFiles(transfer: DataTransfer): Promise<readonly File[]> {
  // entries are read before the first await, because the browser empties the transfer after the event
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return Array.from(transfer.files);
  return (await Promise.all(entries.map(readFiles))).flat();
}

async function readFiles(entry: FileSystemEntry): Promise<readonly File[]> {
  if (isFile(entry)) {
    return new Promise((resolve) =>
      entry.file(
        (file) => resolve([file]),
        () => resolve([]),
      ),
    );
  }
  if (!isDirectory(entry)) return [];
  const children = await readChildren(entry);
  children.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  return (await Promise.all(children.map(readFiles))).flat();
}

async function readChildren(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // browsers return at most 100 entries per call, and none after the last
    const batch = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
