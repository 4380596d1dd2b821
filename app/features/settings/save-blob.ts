/** Long enough for any browser to have taken it. */
const TAKEN_MS = 60_000;

/** Hands bytes to the visitor as a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_MS);
}
