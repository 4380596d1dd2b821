import { ArrowUp } from "lucide-react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button.tsx";
import { joinClasses } from "./join-classes.ts";
import { uiLimits } from "./ui-limits.ts";
import { useScrolledPast } from "./use-scrolled-past.ts";

type ScrollToTopProps = {
  /** The scrolling element, if it is not the page. The button is then placed in the nearest positioned ancestor. */
  readonly box?: RefObject<HTMLElement | null>;
  /** Places the button at the right edge instead of the center. */
  readonly isAtRight?: boolean;
};

export function ScrollToTop({ box, isAtRight = false }: ScrollToTopProps) {
  const { t } = useTranslation();
  const isFarDown = useScrolledPast(uiLimits.scrollToTopAfterPx, box);
  if (!isFarDown) return null;
  return (
    <div
      className={joinClasses(
        "floats bottom-29 z-(--z-fab) animate-rise",
        box ? "absolute" : "fixed",
        isAtRight ? "right-0 max-md:bottom-38 md:right-2" : "left-1/2 -ml-5.5",
      )}
    >
      <IconButton
        label={t("scrollToTop")}
        icon={<ArrowUp />}
        variant="raised"
        onPress={() => (box?.current ?? window).scrollTo({ top: 0, behavior: "smooth" })}
      />
    </div>
  );
}
