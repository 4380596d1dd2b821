import { UserRoundPen } from "lucide-react";
import { useGuestName } from "#app/app-state/guest-name.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { PopoverPanel } from "#app/ui/popover.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";

const loadForm = () => import("./guest-name-form.tsx");

/** Lets a guest choose the name that the others in the room see. */
export function GuestNameButton() {
  const { t } = useTranslation("people");
  const name = useGuestName();
  return (
    <PopoverPanel
      label={t("guestName.label")}
      width={320}
      trigger={
        <Button size="sm" variant="raised" icon={<UserRoundPen />} className="max-w-60">
          {name === null ? t("guestName.choose") : t("guestName.yours", { name })}
        </Button>
      }
    >
      {(close) => <LazyForm name={name} onSaved={close} />}
    </PopoverPanel>
  );
}

function LazyForm({ name, onSaved }: { readonly name: string | null; readonly onSaved: () => void }) {
  const form = useLazy(loadForm, true, onSaved);
  return form && <form.GuestNameForm name={name} onSaved={onSaved} />;
}
