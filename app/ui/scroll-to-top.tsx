import { ArrowUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import { limits } from "#app/domain/limits.ts";
import { IconButton } from "./icon-button.tsx";
import { useScrolledPast } from "./use-scrolled-past.ts";

type ScrollToTopProps = {
  /** The middle is taken: it stands at the right edge. */
  readonly isAside?: boolean;
};

export function ScrollToTop({ isAside = false }: ScrollToTopProps) {
  const { t } = useTranslation();
  const isFarDown = useScrolledPast(limits.scrollToTopAfterPx);
  if (!isFarDown) return null;
  return (
    <div
      className={
        isAside
          ? "floats fixed right-8 bottom-29 z-(--z-fab) animate-rise"
          : "floats fixed bottom-29 left-1/2 z-(--z-fab) -ml-5.5 animate-rise"
      }
    >
      <IconButton
        label={t("scrollToTop")}
        icon={<ArrowUp />}
        variant="raised"
        onPress={() => window.scrollTo({ top: 0, behavior: "smooth" })}
      />
    </div>
  );
}
