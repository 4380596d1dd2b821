import { useCallback, useRef } from "react";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { useDevices } from "./devices-context.ts";
import { useBeatFlash } from "./use-beat-flash.ts";

/** A light that flashes on the beat of a metronome. @param check null on a device that does not play it itself */
export function BeatLight({ check }: { readonly check: SoundCheck | null }) {
  const { t } = useTranslation("devices");
  const { engine } = useDevices();
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const light = useRef<HTMLSpanElement>(null);
  const serverNowMs = useCallback(() => engine.serverNowMs(), [engine]);
  useBeatFlash({ light, check: isStill ? null : check, serverNowMs });
  return (
    <span className="flex min-h-8 items-center gap-2 text-caption text-ink-3">
      <span ref={light} aria-hidden className="forced-edge size-3 shrink-0 rounded-full bg-ink opacity-20" />
      {t(isStill ? "tools.stillText" : "tools.flashText")}
    </span>
  );
}
