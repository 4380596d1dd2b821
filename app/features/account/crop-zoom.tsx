import { ZoomIn, ZoomOut } from "lucide-react";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Slider } from "#app/ui/slider.tsx";
import { type CropArea, getZoom, largestSide, type Size, withZoom } from "./crop-area.ts";

const ZOOM_STEP = 10;

type CropZoomProps = { readonly picture: Size; readonly area: CropArea; readonly onChange: (area: CropArea) => void };

/** Resizes the crop area with a slider and two buttons. Disabled for a picture of the smallest allowed size. */
export function CropZoom({ picture, area, onChange }: CropZoomProps) {
  const { t } = useTranslation("account");
  const zoom = getZoom(picture, area);
  const max = largestSide(picture);
  const isDisabled = max <= accountLimits.photoCropMinPx;
  const zoomTo = (next: number) => onChange(withZoom(picture, area, Math.min(100, Math.max(0, next))));
  return (
    <>
      <IconButton
        label={t("photo.zoomOut")}
        icon={<ZoomOut />}
        isDisabled={isDisabled}
        onPress={() => zoomTo(zoom - ZOOM_STEP)}
      />
      <Slider
        label={t("photo.zoom")}
        value={zoom}
        min={0}
        max={100}
        step={1}
        isDisabled={isDisabled}
        onChange={zoomTo}
        formatValue={() => t("photo.side", { side: Math.round(area.side), max })}
      />
      <IconButton
        label={t("photo.zoomIn")}
        icon={<ZoomIn />}
        isDisabled={isDisabled}
        onPress={() => zoomTo(zoom + ZOOM_STEP)}
      />
    </>
  );
}
