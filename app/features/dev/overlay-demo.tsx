import { ArrowUp, Ellipsis, Globe, Palette, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Wordmark } from "#app/ui/logo.tsx";
import { MenuItem, MenuSection, MenuSeparator, MenuTrigger, SubmenuItem, TwoPressMenuItem } from "#app/ui/menu.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { Panel } from "#app/ui/panel.tsx";
import { PopoverPanel } from "#app/ui/popover.tsx";
import { RoomArtworkLines } from "#app/ui/room-artwork.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { Tooltip } from "#app/ui/tooltip.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { DemoSection } from "./demo-section.tsx";

export function OverlayDemo() {
  const { t } = useTranslation("dev");
  const [isPanelOpen, setPanelOpen] = useState(false);
  return (
    <DemoSection title={t("overlays.title")}>
      <div className="flex flex-wrap items-center gap-3">
        <PlainDialog />
        <WideDialog />
        <Button onPress={() => setPanelOpen(!isPanelOpen)}>{t("overlays.panel")}</Button>
        <PopoverPanel trigger={<Button>{t("overlays.popover")}</Button>} label={t("overlays.popover")}>
          {(close) => (
            <div className="grid gap-4 p-5">
              <p>{t("overlays.popoverText")}</p>
              <Button onPress={close}>{t("sample.save")}</Button>
            </div>
          )}
        </PopoverPanel>
        <SampleMenu />
        <Tooltip text={t("overlays.tooltipText")}>
          <Button variant="ghost">{t("overlays.tooltip")}</Button>
        </Tooltip>
      </div>
      <Panel title={t("overlays.panel")} count={1904} isOpen={isPanelOpen} onOpenChange={setPanelOpen}>
        <p className="p-3 text-ink-2">{t("overlays.panelText")}</p>
      </Panel>
    </DemoSection>
  );
}

function PlainDialog() {
  const { t } = useTranslation("dev");
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState<string>(t("sample.room"));
  const close = () => setOpen(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t("overlays.dialog")}</Button>
      <Dialog
        title={t("overlays.dialog")}
        isOpen={isOpen}
        onOpenChange={setOpen}
        footer={
          <>
            <TwoPressButton label={t("sample.delete")} armedLabel={t("sample.again")} icon={<Trash2 />} onConfirm={close} />
            <span className="hidden flex-1 md:block" />
            <Button variant="ghost" onPress={close}>
              {t("sample.cancel")}
            </Button>
            <Button variant="primary" onPress={close}>
              {t("sample.save")}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t("overlays.dialogText")}</p>
        <TextField label={t("sample.roomName")} value={name} onChange={setName} />
      </Dialog>
    </>
  );
}

function WideDialog() {
  const { t } = useTranslation(["dev", "auth"]);
  const [isOpen, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  return (
    <>
      <Button onPress={() => setOpen(true)}>{t("overlays.wideDialog")}</Button>
      <Dialog
        title={t("auth:signIn")}
        isTitleHidden
        isOpen={isOpen}
        onOpenChange={setOpen}
        width={880}
        aside={
          <>
            <RoomArtworkLines className="absolute inset-0" />
            <div className="absolute inset-x-8 bottom-8 grid gap-4">
              <Wordmark height={30} />
              <p className="text-h2 font-label">{t("auth:caption")}</p>
            </div>
          </>
        }
      >
        <h3 className="text-sheet font-bold">{t("auth:welcome")}</h3>
        <TextField label={t("auth:emailOrUsername")} value={email} onChange={setEmail} />
        <Button variant="primary" size="lg" isWide onPress={() => setOpen(false)}>
          {t("auth:signIn")}
        </Button>
      </Dialog>
    </>
  );
}

function SampleMenu() {
  const { t } = useTranslation(["dev", "shell"]);
  const [theme, setTheme] = useState("light");
  return (
    <MenuTrigger
      label={t("overlays.menu")}
      trigger={<IconButton label={t("overlays.menu")} icon={<Ellipsis />} variant="fill" tooltip />}
    >
      <MenuItem icon={<Play />} shortcut="Enter" onAction={() => notify({ title: t("overlays.playNow") })}>
        {t("overlays.playNow")}
      </MenuItem>
      <MenuItem icon={<ArrowUp />} shortcut="Alt ↑">
        {t("overlays.moveUp")}
      </MenuItem>
      <MenuItem isDisabled icon={<ArrowUp />}>
        {t("overlays.crash")}
      </MenuItem>
      <MenuSeparator />
      <SubmenuItem label={t("overlays.language")} icon={<Globe />}>
        <MenuItem>{t("shell:language.en")}</MenuItem>
        <MenuItem>{t("shell:language.ru")}</MenuItem>
      </SubmenuItem>
      <MenuSection header={t("overlays.theme")} selected={theme} onSelect={setTheme}>
        <MenuItem id="light" icon={<Palette />}>
          {t("shell:theme.light")}
        </MenuItem>
        <MenuItem id="dark" icon={<Palette />}>
          {t("shell:theme.dark")}
        </MenuItem>
      </MenuSection>
      <MenuSeparator />
      <TwoPressMenuItem
        icon={<Trash2 />}
        label={t("overlays.removeTrack")}
        armedLabel={t("overlays.removeAgain")}
        onConfirm={() => notify({ title: t("overlays.removed") })}
      />
    </MenuTrigger>
  );
}
