import { useTranslation } from "#app/i18n/use-translation.ts";
import { Cover } from "#app/ui/cover.tsx";
import { Equalizer } from "#app/ui/equalizer.tsx";
import { Mark, Wordmark } from "#app/ui/logo.tsx";
import { RoomArtwork, RoomArtworkLines } from "#app/ui/room-artwork.tsx";
import { DemoGroup, DemoSection } from "./demo-section.tsx";

const SEEDS = ["kitchen", "plates", "rooftop", "focus"];

export function ArtworkDemo() {
  const { t } = useTranslation("dev");
  return (
    <DemoSection title={t("art.title")}>
      <DemoGroup title={t("art.logo")}>
        <div className="flex flex-wrap items-center gap-8">
          <Wordmark height={28} />
          <Mark height={26} />
          <Equalizer isOn />
          <Equalizer isOn={false} />
        </div>
      </DemoGroup>
      <RoomArtworks />
      <DemoGroup title={t("art.together")}>
        <div className="grid gap-4 lg:grid-cols-[380px_1fr]">
          <div className="h-90 overflow-hidden rounded-xl bg-roll-bg">
            <RoomArtworkLines />
          </div>
          <div className="h-78 overflow-hidden rounded-xl bg-roll-bg">
            <RoomArtworkLines shape="wide" />
          </div>
        </div>
      </DemoGroup>
      <Covers />
    </DemoSection>
  );
}

function RoomArtworks() {
  const { t } = useTranslation("dev");
  return (
    <DemoGroup title={t("art.rooms")}>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-4">
        {[true, false].map((isActive) =>
          SEEDS.map((seed) => (
            <div key={`${seed} ${isActive}`} className="h-28 overflow-hidden rounded-lg">
              <RoomArtwork seed={seed} isActive={isActive} />
            </div>
          )),
        )}
      </div>
    </DemoGroup>
  );
}

function Covers() {
  const { t } = useTranslation("dev");
  return (
    <DemoGroup title={t("art.covers")}>
      <div className="flex flex-wrap items-end gap-4">
        <Cover src="/icon-maskable.svg" size={160} />
        <Cover src="/icon-maskable.svg" size={40} />
        <Cover src="/icon-maskable.svg" size={40} isDimmed />
        <Cover src={null} size={40} />
        <Cover src={null} size={56} />
        <div className="w-24">
          <Cover src={null} size="fill" />
        </div>
      </div>
    </DemoGroup>
  );
}
