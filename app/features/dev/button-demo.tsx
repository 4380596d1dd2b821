import { Heart, Plus, Settings, Trash2, UserPlus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, type ButtonVariant, LinkButton } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import { DemoGroup, DemoSection, OnBothSurfaces } from "./demo-section.tsx";

const VARIANTS = [
  ["primary", "save"],
  ["secondary", "cancel"],
  ["raised", "save"],
  ["ghost", "skip"],
  ["outline", "provider"],
  ["live", "listen"],
  ["danger", "remove"],
  ["danger-soft", "delete"],
] as const satisfies readonly (readonly [ButtonVariant, string])[];

export function ButtonDemo() {
  const { t } = useTranslation("dev");
  return (
    <DemoSection title={t("buttons.title")}>
      <p className="mb-4 text-small text-ink-2">{t("buttons.states")}</p>
      <OnBothSurfaces>
        <div className="grid gap-3">
          {VARIANTS.map(([variant, text]) => (
            <ButtonStates key={variant} variant={variant} text={t(`sample.${text}`)} />
          ))}
        </div>
      </OnBothSurfaces>
      <TwoPressButtons />
      <IconButtons />
      <DemoGroup title={t("buttons.links")}>
        <div className="grid max-w-90 gap-3">
          <LinkButton to="#content" variant="primary">
            {t("sample.link")}
          </LinkButton>
          <Button variant="secondary" size="lg" isWide>
            {t("sample.wide")}
          </Button>
        </div>
      </DemoGroup>
    </DemoSection>
  );
}

function ButtonStates({ variant, text }: { readonly variant: ButtonVariant; readonly text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant={variant}>{text}</Button>
      <Button variant={variant} isDisabled>
        {text}
      </Button>
      <Button variant={variant} isBusy>
        {text}
      </Button>
      <Button variant={variant} icon={<Plus />}>
        {text}
      </Button>
      <Button variant={variant} size="sm" icon={<Plus />}>
        {text}
      </Button>
      <Button variant={variant} size="lg">
        {text}
      </Button>
    </div>
  );
}

function TwoPressButtons() {
  const { t } = useTranslation("dev");
  const confirm = () => notify({ title: t("sample.deleted"), variant: "success" });
  return (
    <DemoGroup title={t("buttons.second")}>
      <div className="flex flex-wrap gap-3">
        <TwoPressButton
          label={t("sample.delete")}
          armedLabel={t("sample.again")}
          announcement={t("sample.armed")}
          icon={<Trash2 />}
          onConfirm={confirm}
        />
        <TwoPressButton
          label={t("sample.delete")}
          armedLabel={t("sample.again")}
          size="sm"
          variant="danger-soft"
          onConfirm={confirm}
        />
      </div>
    </DemoGroup>
  );
}

function IconButtons() {
  const { t } = useTranslation("dev");
  const [isFavorite, setFavorite] = useState(true);
  return (
    <DemoGroup title={t("buttons.icons")}>
      <div className="flex flex-wrap items-center gap-3">
        <IconButton label={t("sample.settings")} icon={<Settings />} />
        <IconButton label={t("sample.settings")} icon={<Settings />} variant="fill" />
        <IconButton label={t("sample.settings")} icon={<Settings />} variant="strong" />
        <IconButton
          label={t("sample.favorite")}
          icon={<Heart className={isFavorite ? "fill-current text-star" : ""} />}
          isOn={isFavorite}
          onPress={() => setFavorite(!isFavorite)}
        />
        <IconButton label={t("sample.settings")} icon={<Settings />} isDisabled />
        <IconButton label={t("sample.remove")} icon={<X />} size="sm" />
        <IconButton label={t("sample.invite")} icon={<UserPlus />} size="lg" />
        <IconButton label={t("sample.invite")} icon={<UserPlus />} variant="fill" tooltip />
      </div>
    </DemoGroup>
  );
}
