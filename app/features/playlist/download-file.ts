/** Saves the text as a file through the browser's download. */
export function downloadTextFile(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has started by the next task, so the address is no longer needed.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
