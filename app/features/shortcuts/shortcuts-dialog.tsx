import { setPreference, usePreference } from "#app/app-state/preferences.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { Kbd } from "#app/ui/kbd.tsx";
import { Switch } from "#app/ui/switch.tsx";

export type ShortcutLine = {
  readonly label: string;
  /** Any of these keys, as `KeyboardEvent.key` or `KeyboardEvent.code` has them. */
  readonly keys: readonly string[];
  /** A key that is held down meanwhile. */
  readonly modifier?: "Shift" | "Alt" | "Ctrl";
};

export type ShortcutGroup = { readonly title: string; readonly lines: readonly ShortcutLine[] };

type ShortcutsDialogProps = { readonly groups: readonly ShortcutGroup[]; readonly onClose: () => void };

/** Lists keyboard shortcuts by the part of the page in which they work, and turns off those of a single character. */
export function ShortcutsDialog({ groups, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation("playback");
  return (
    <Dialog title={t("shortcuts.title")} isOpen onOpenChange={onClose} width={560}>
      <SingleKeysSwitch />
      <section
        aria-label={t("shortcuts.title")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="grid gap-5 rounded-md outline-offset-4"
      >
        {groups.map(({ title, lines }) => (
          <section key={title} aria-label={title}>
            <h3 className="text-small font-strong text-ink-2">{title}</h3>
            <dl className="mt-1">
              {lines.map((line) => (
                <Line key={line.label} line={line} />
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}

function SingleKeysSwitch() {
  const { t } = useTranslation("playback");
  const isOn = usePreference("keyboardShortcuts");
  return (
    <div className="flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="font-label">{t("shortcuts.use")}</p>
        <p className="text-small text-ink-3">{t("shortcuts.useText")}</p>
      </div>
      <Switch aria-label={t("shortcuts.use")} isSelected={isOn} onChange={(next) => setPreference("keyboardShortcuts", next)} />
    </div>
  );
}

function Line({ line: { label, keys, modifier } }: { readonly line: ShortcutLine }) {
  const { t } = useTranslation("playback");
  return (
    <div className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1.5">
      <dt>{label}</dt>
      <dd className="flex flex-wrap items-center justify-end gap-1.5">
        {modifier && (
          <>
            <Kbd>{modifier}</Kbd> +
          </>
        )}
        {keys.map((key) => (
          <Kbd key={key}>{key === " " || key === "Space" ? t("shortcuts.space") : nameKey(key)}</Kbd>
        ))}
      </dd>
    </div>
  );
}

/** The names of keys that are not on the keys themselves as they are in events. */
const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
};

/** The physical key of a letter is named `KeyA`. */
function nameKey(key: string): string {
  return NAMES[key] ?? key.replace(/^Key(?=[A-Z]$)/, "");
}
