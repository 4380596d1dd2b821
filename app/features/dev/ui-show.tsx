import { useTranslation } from "react-i18next";
import { ScrollToTop } from "#app/ui/scroll-to-top.tsx";
import { ShowArt } from "./show-art.tsx";
import { ShowBadges } from "./show-badges.tsx";
import { ShowButtons } from "./show-buttons.tsx";
import { ShowChoices } from "./show-choices.tsx";
import { ShowFields } from "./show-fields.tsx";
import { ShowLoading } from "./show-loading.tsx";
import { ShowNotices } from "./show-notices.tsx";
import { ShowOverlays } from "./show-overlays.tsx";

/** Every base component in its states. */
export function UiShow() {
  const { t } = useTranslation("dev");
  return (
    <div className="mx-auto max-w-360 px-4 pt-4 pb-24 md:px-8">
      <h1 className="text-h1 font-bold">{t("ui")}</h1>
      <p className="mt-1 text-lead text-ink-2">{t("uiText")}</p>
      <ShowButtons />
      <ShowFields />
      <ShowChoices />
      <ShowOverlays />
      <ShowBadges />
      <ShowNotices />
      <ShowLoading />
      <ShowArt />
      <ScrollToTop />
    </div>
  );
}
