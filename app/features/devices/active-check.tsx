import { AudioLines, Square } from "lucide-react";
import { useRef } from "react";
import { activeSoundChecks } from "#app/app-state/sound-checks.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { BeatLight } from "./beat-light.tsx";
import { findForeignCheck } from "./foreign-check.ts";
import type { MetronomeRun } from "./metronome-run.ts";
import { useDeviceRequests } from "./use-device-requests.ts";
import { useFocusAfterRemoval } from "./use-focus-after-removal.ts";

/** Shows that another device has this one play test sounds, and lets this one stop. */
export function ActiveCheck({ metronome }: { readonly metronome: MetronomeRun }) {
  const check = findForeignCheck(useStore(activeSoundChecks), useStore(metronome.state));
  return (
    // receives the focus of the button when the check ends
    <div tabIndex={-1} className="outline-none">
      {check && <CheckNote key={check.id} check={check} />}
    </div>
  );
}

function CheckNote({ check }: { readonly check: SoundCheck }) {
  const { t } = useTranslation(["devices", "room"]);
  const { send } = useDeviceRequests();
  const note = useRef<HTMLDivElement>(null);
  useFocusAfterRemoval(note);
  return (
    <div ref={note} className="px-3 py-3">
      <Note icon={<AudioLines />}>
        <p role="status">
          <b>{t("room:player.soundCheck")}</b> {t("devices:tools.activeText")}
        </p>
        {check.sound === "beat" && <BeatLight check={check} />}
        <Button
          size="sm"
          variant="raised"
          icon={<Square />}
          className="mt-2"
          onPress={() => void send({ type: "stop", id: check.id })}
        >
          {t("devices:tools.stop")}
        </Button>
      </Note>
    </div>
  );
}
