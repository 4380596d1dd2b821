import "react-image-crop/dist/ReactCrop.css";
import "./photo-crop.css";
import { ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ReactCrop } from "react-image-crop";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Slider } from "#app/ui/slider.tsx";
import { type CropArea, fromPercents, largestSide, toPercents, zoomedTo, zoomOf } from "./crop-area.ts";
import { drawArea } from "./crop-photo.ts";
import type { Photo } from "./read-photo.ts";

type PhotoCropProps = {
  readonly photo: Photo;
  readonly area: CropArea;
  readonly onChange: (area: CropArea) => void;
};

const HEIGHT_PX = 288;
const ZOOM_STEP = 10;

/** A square is chosen of a picture: by pointer, finger or keys; how it will look stands beside it. */
export function PhotoCrop({ photo, area, onChange }: PhotoCropProps) {
  const { t } = useTranslation("account");
  const { width, height } = photo;
  const url = usePhotoUrl(photo);
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  // the button that led here is gone
  useEffect(() => stage.current?.querySelector<HTMLElement>("[role=group]")?.focus(), []);
  const shownWidthPx = useWidth(image);
  const zoom = zoomOf(photo, area);
  const max = largestSide(photo);
  const isFixed = max <= accountLimits.photoCropMinPx;
  const zoomTo = (next: number) => onChange(zoomedTo(photo, area, Math.min(100, Math.max(0, next))));
  const minPx = (accountLimits.photoCropMinPx / width) * shownWidthPx;

  return (
    <div className="grid gap-4">
      <div ref={stage} className="grid justify-items-center">
        <ReactCrop
          crop={{ unit: "%", ...toPercents(photo, area) }}
          onChange={(_, percents) => onChange(fromPercents(photo, percents))}
          aspect={1}
          keepSelection
          minWidth={minPx}
          minHeight={minPx}
          ariaLabels={{
            ...NO_EDGES,
            cropArea: t("photo.area"),
            nwDragHandle: t("photo.corner.nw"),
            neDragHandle: t("photo.corner.ne"),
            seDragHandle: t("photo.corner.se"),
            swDragHandle: t("photo.corner.sw"),
          }}
          style={{ width: `min(100%, ${Math.round((HEIGHT_PX * width) / height)}px)` }}
        >
          <img ref={image} src={url} alt={t("photo.picture")} draggable={false} className="block w-full" />
        </ReactCrop>
      </div>
      <div className="flex items-center gap-3">
        <IconButton
          label={t("photo.zoomOut")}
          icon={<ZoomOut />}
          isDisabled={isFixed}
          onPress={() => zoomTo(zoom - ZOOM_STEP)}
        />
        <Slider
          label={t("photo.zoom")}
          value={zoom}
          min={0}
          max={100}
          step={1}
          isDisabled={isFixed}
          onChange={zoomTo}
          formatValue={() => t("photo.side", { side: Math.round(area.side), max })}
        />
        <IconButton label={t("photo.zoomIn")} icon={<ZoomIn />} isDisabled={isFixed} onPress={() => zoomTo(zoom + ZOOM_STEP)} />
        <Preview photo={photo} area={area} />
      </div>
    </div>
  );
}

/** The corners are all that can be pulled of a square. */
const NO_EDGES = { nDragHandle: "", eDragHandle: "", sDragHandle: "", wDragHandle: "" };
/** Sharp on dense screens. */
const PREVIEW_PX = 128;

function Preview({ photo, area }: Pick<PhotoCropProps, "photo" | "area">) {
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

/** Undefined: not made yet. */
function usePhotoUrl({ file }: Photo): string | undefined {
  const [url, setUrl] = useState<string>();
  useLayoutEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** How wide it is shown, px. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
