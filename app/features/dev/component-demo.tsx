import { useTranslation } from "#app/i18n/use-translation.ts";
import { ArtworkDemo } from "./artwork-demo.tsx";
import { BadgeDemo } from "./badge-demo.tsx";
import { ButtonDemo } from "./button-demo.tsx";
import { ChoiceDemo } from "./choice-demo.tsx";
import { FieldDemo } from "./field-demo.tsx";
import { LoadingDemo } from "./loading-demo.tsx";
import { NoticeDemo } from "./notice-demo.tsx";
import { OverlayDemo } from "./overlay-demo.tsx";

/** All base components in their states. */
export function ComponentDemo() {
  const { t } = useTranslation("dev");
  return (
    <div className="mx-auto max-w-360 px-4 pt-4 pb-24 md:px-8">
      <h1 className="text-h1 font-bold">{t("ui")}</h1>
      <p className="mt-1 text-lead text-ink-2">{t("uiText")}</p>
      <ButtonDemo />
      <FieldDemo />
      <ChoiceDemo />
      <OverlayDemo />
      <BadgeDemo />
      <NoticeDemo />
      <LoadingDemo />
      <ArtworkDemo />
    </div>
  );
}
