import { ArrowUp } from "lucide-react";
import type { RefObject } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { IconButton } from "./icon-button.tsx";
import { uiLimits } from "./ui-limits.ts";
import { useScrolledPast } from "./use-scrolled-past.ts";

type ScrollToTopProps = {
  /** The scrolling element, if it is not the page. The button is then placed in the nearest positioned ancestor. */
  readonly box?: RefObject<HTMLElement | null>;
  /** Places the button at the right edge of the box instead of its center. */
  readonly isAtRight?: boolean;
};

/** At the edge, where the button covers the least of a text, and beside the button that phones show in the middle. */
const PAGE_CORNER = "fixed right-4 bottom-[max(28px,env(safe-area-inset-bottom))] md:right-6";

const BOX_CENTER = "absolute bottom-[calc(var(--player-space)+4px)] left-1/2 -ml-5.5";
/** Above the end of the toolbar of a selection. */
const BOX_EDGE = "absolute right-0 bottom-[calc(var(--player-space)+64px)] md:right-2";

export function ScrollToTop({ box, isAtRight = false }: ScrollToTopProps) {
  const { t } = useTranslation();
  const isFarDown = useScrolledPast(uiLimits.scrollToTopAfterPx, box);
  if (!isFarDown) return null;
  return (
    <div className={`z-(--z-fab) animate-rise ${box ? (isAtRight ? BOX_EDGE : BOX_CENTER) : PAGE_CORNER}`}>
      <IconButton
        label={t("scrollToTop")}
        icon={<ArrowUp />}
        variant="raised"
        className="floats"
        onPress={() => (box?.current ?? window).scrollTo({ top: 0, behavior: "smooth" })}
      />
    </div>
  );
}
