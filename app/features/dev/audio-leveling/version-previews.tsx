import { CircleAlert, Play, Square } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import type { LevelingFacts } from "./analyze-file.ts";
import { toLeveledBars } from "./leveled-bars.ts";
import { createPreviewPlayer, type PreviewPlayer, type PreviewVersion } from "./preview-player.ts";
import { Waveform } from "./waveform.tsx";

const BARS = 160;
const COLORS = { before: "fill-wave-to", after: "fill-accent-wave" } as const satisfies Record<PreviewVersion, string>;

type VersionPreviewsProps = { readonly file: File; readonly facts: LevelingFacts };

/** The waveform of each version, with a button that plays it. */
export function VersionPreviews({ file, facts: { gainDb, waveform } }: VersionPreviewsProps) {
  const { t } = useTranslation("devAudio");
  const player = usePreviewPlayer(file, gainDb);
  const { hasFailed } = useStore(player.state);
  const bars = useMemo(() => toLeveledBars(waveform, gainDb, BARS), [waveform, gainDb]);
  return (
    <div className="grid gap-6">
      <VersionPreview version="before" bars={bars.before} player={player} />
      <VersionPreview version="after" bars={bars.after} player={player} />
      {hasFailed && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {t("leveling.notPlayable")}
        </Note>
      )}
    </div>
  );
}

type VersionPreviewProps = {
  readonly version: PreviewVersion;
  readonly bars: readonly number[];
  readonly player: PreviewPlayer;
};

function VersionPreview({ version, bars, player }: VersionPreviewProps) {
  const { t } = useTranslation("devAudio");
  const isPlaying = useStore(player.state).playing === version;
  const name = t(`leveling.${version}`);
  return (
    <section aria-label={name} className="grid gap-2">
      <div className="flex items-center gap-3">
        <Button
          size="sm"
          icon={isPlaying ? <Square /> : <Play />}
          aria-label={t(isPlaying ? "leveling.stopVersion" : "leveling.playVersion", { version: name })}
          onPress={() => (isPlaying ? player.stop() : player.play(version))}
        >
          {t(isPlaying ? "leveling.stop" : "leveling.play")}
        </Button>
        <h2 className="font-label">{name}</h2>
      </div>
      <Waveform label={t("leveling.waveform", { version: name })} bars={bars} className={COLORS[version]} />
    </section>
  );
}

function usePreviewPlayer(file: File, gainDb: number): PreviewPlayer {
  const player = useMemo(() => createPreviewPlayer(file, gainDb), [file, gainDb]);
  useEffect(() => player.close, [player]);
  return player;
}
