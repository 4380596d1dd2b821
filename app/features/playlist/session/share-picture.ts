const TYPE = "image/png";

/** Null if memory ran out. */
export function toPng(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, TYPE));
}

/** Whether the browser shares pictures through the system's dialog. */
export function canSharePictures(): boolean {
  return "canShare" in navigator && navigator.canShare({ files: [toFile(new Blob(), "picture.png")] });
}

/** Returns false if sharing has failed. */
export async function sharePicture(png: Blob, fileName: string): Promise<boolean> {
  try {
    await navigator.share({ files: [toFile(png, fileName)] });
    return true;
  } catch (error) {
    // closing the system's dialog is no failure
    return error instanceof DOMException && error.name === "AbortError";
  }
}

function toFile(png: Blob, fileName: string): File {
  return new File([png], fileName, { type: TYPE });
}
