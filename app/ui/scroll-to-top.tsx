import { ArrowUp } from "lucide-react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./icon-button.tsx";
import { joinClasses } from "./join-classes.ts";
import { uiLimits } from "./ui-limits.ts";
import { useScrolledPast } from "./use-scrolled-past.ts";

type ScrollToTopProps = {
  /** What scrolls, where it is not the page; the button then stands in the nearest positioned box. */
  readonly box?: RefObject<HTMLElement | null>;
  /** The middle is taken: it stands at the right edge. */
  readonly isAside?: boolean;
};

export function ScrollToTop({ box, isAside = false }: ScrollToTopProps) {
  const { t } = useTranslation();
  const isFarDown = useScrolledPast(uiLimits.scrollToTopAfterPx, box);
  if (!isFarDown) return null;
  return (
    <div
      className={joinClasses(
        "floats bottom-29 z-(--z-fab) animate-rise",
        box ? "absolute" : "fixed",
        isAside ? "right-0 max-md:bottom-38 md:right-2" : "left-1/2 -ml-5.5",
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
