/** Hands a text to the visitor as a file. */
export function saveFile(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** A playlist's file as text; old ones are in windows-1251. */
export async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  const text = new TextDecoder().decode(bytes);
  return text.includes("\ufffd") ? new TextDecoder("windows-1251").decode(bytes) : text;
}
