import { useLayoutEffect, useRef } from "react";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { CropArea } from "./crop-area.ts";
import { drawArea } from "./crop-photo.ts";
import type { Photo } from "./read-photo.ts";

/** Twice the displayed size, for dense screens. */
const PREVIEW_PX = 128;

type CropPreviewProps = { readonly photo: Photo; readonly area: CropArea };

/** The avatar that the crop area results in. */
export function CropPreview({ photo, area }: CropPreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current) drawArea(canvas.current, photo, area);
  }, [photo, area]);
  return (
    <span aria-hidden className="ml-2 grid justify-items-center gap-1">
      <canvas ref={canvas} width={PREVIEW_PX} height={PREVIEW_PX} className="size-16 rounded-full bg-sunken" />
      <span className="text-caption whitespace-nowrap text-ink-3">
        {accountLimits.avatarSidePx} × {accountLimits.avatarSidePx}
      </span>
    </span>
  );
}
