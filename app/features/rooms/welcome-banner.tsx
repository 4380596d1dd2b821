import { openDialog } from "#app/app-state/dialogs.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { RoomArtworkLines } from "#app/ui/room-artwork.tsx";

/** Introduces the product to guests. */
export function WelcomeBanner() {
  const { t } = useTranslation("home");
  return (
    <section className="relative mb-2 overflow-hidden rounded-xl bg-roll-bg md:h-78">
      <div className="absolute inset-0 max-md:opacity-25">
        <RoomArtworkLines shape="wide" />
      </div>
      <div className="relative flex h-full max-w-165 flex-col justify-center px-6 py-8 md:px-14">
        <h2 className="text-h1 font-bold md:text-display">{t("intro.title")}</h2>
        <p className="mt-3 mb-6 max-w-120 text-lead text-ink-2">{t("intro.text")}</p>
        <Button
          variant="primary"
          size="lg"
          className="self-start"
          onPress={() => openDialog({ name: "sign-in", tab: "register" })}
        >
          {t("intro.register")}
        </Button>
      </div>
    </section>
  );
}
