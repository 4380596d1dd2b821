import { useRef, useState } from "react";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { drawPicture, loadPictureFonts } from "./draw-picture.ts";
import { loadPictures } from "./load-pictures.ts";
import type { PictureContent } from "./picture-content.ts";

/** A canvas with the picture, drawn again when its content changes. */
export function usePicture(content: PictureContent) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const key = JSON.stringify(content);
  const [drawnKey, setDrawnKey] = useState<string | null>(null);
  useLatestLoad({
    key,
    async load(signal) {
      const [pictures] = await Promise.all([loadPictures(content, signal), loadPictureFonts(content)]);
      return pictures;
    },
    apply(pictures) {
      const context = canvas.current?.getContext("2d");
      if (!context) return;
      drawPicture(context, content, pictures);
      setDrawnKey(key);
    },
  });
  return { canvas, isReady: drawnKey === key };
}
