import { ArrowUp } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import type { ShownView } from "./shown-rooms.ts";

type WaitingRoomsButtonProps = { readonly waiting: ShownView["waiting"]; readonly onPress: () => void };

/** Shows the changes of the list that wait. It floats above the first cards, which it does not move. */
export function WaitingRoomsButton({ waiting, onPress }: WaitingRoomsButtonProps) {
  const { t } = useTranslation("home");
  return (
    <div
      aria-live="polite"
      className="pointer-events-none sticky top-3 z-(--z-sticky) flex h-0 justify-center [&_button]:pointer-events-auto [&_button]:rounded-full [&_button]:shadow-2"
    >
      {waiting && (
        <Button variant="raised" size="sm" icon={<ArrowUp />} onPress={onPress} className="-mt-3 animate-rise">
          {waiting.newRooms > 0 ? t("waiting.rooms", { count: waiting.newRooms }) : t("waiting.changes")}
        </Button>
      )}
    </div>
  );
}
