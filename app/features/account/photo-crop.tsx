import "react-image-crop/dist/ReactCrop.css";
import "./photo-crop.css";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ReactCrop } from "react-image-crop";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type CropArea, fromPercents, toPercents } from "./crop-area.ts";
import { CropPreview } from "./crop-preview.tsx";
import { CropZoom } from "./crop-zoom.tsx";
import type { Photo } from "./read-photo.ts";

type PhotoCropProps = {
  readonly photo: Photo;
  readonly area: CropArea;
  readonly onChange: (area: CropArea) => void;
};

const STAGE_HEIGHT_PX = 288;

/** Selects a square of a picture by pointer, touch or keyboard, with a preview of the result. */
export function PhotoCrop({ photo, area, onChange }: PhotoCropProps) {
  return (
    <div className="grid gap-4">
      <CropStage photo={photo} area={area} onChange={onChange} />
      <div className="flex items-center gap-3">
        <CropZoom picture={photo} area={area} onChange={onChange} />
        <CropPreview photo={photo} area={area} />
      </div>
    </div>
  );
}

function CropStage({ photo, area, onChange }: PhotoCropProps) {
  const { t } = useTranslation("account");
  const { width, height } = photo;
  const url = usePhotoUrl(photo);
  const stage = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const labels = useHandleLabels();
  // the file picker, which had the focus, has been replaced by this
  useEffect(() => stage.current?.querySelector<HTMLElement>("[role=group]")?.focus(), []);
  const minPx = (accountLimits.photoCropMinPx / width) * useWidth(image);

  return (
    <div ref={stage} className="grid justify-items-center">
      <ReactCrop
        crop={{ unit: "%", ...toPercents(photo, area) }}
        onChange={(_, percents) => onChange(fromPercents(photo, percents))}
        aspect={1}
        keepSelection
        minWidth={minPx}
        minHeight={minPx}
        ariaLabels={labels}
        style={{ width: `min(100%, ${Math.round((STAGE_HEIGHT_PX * width) / height)}px)` }}
      >
        <img ref={image} src={url} alt={t("photo.picture")} draggable={false} className="block w-full" />
      </ReactCrop>
    </div>
  );
}

/** A square can be resized at its corners only: the handles of the edges are hidden. */
const HIDDEN_EDGES = { nDragHandle: "", eDragHandle: "", sDragHandle: "", wDragHandle: "" };

function useHandleLabels() {
  const { t } = useTranslation("account");
  return {
    ...HIDDEN_EDGES,
    cropArea: t("photo.area"),
    nwDragHandle: t("photo.corner.nw"),
    neDragHandle: t("photo.corner.ne"),
    seDragHandle: t("photo.corner.se"),
    swDragHandle: t("photo.corner.sw"),
  };
}

/** Undefined during the first render. */
function usePhotoUrl({ file }: Photo): string | undefined {
  const [url, setUrl] = useState<string>();
  useLayoutEffect(() => {
    const created = URL.createObjectURL(file);
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [file]);
  return url;
}

/** The element's width on the page in px; 0 before it is measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidthPx(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return widthPx;
}
