import { EyeOff, Globe, Mail } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Badge } from "#app/ui/badge.tsx";
import { RadioGroup } from "#app/ui/radio-group.tsx";

export function RadioGroups() {
  const { t } = useTranslation(["dev", "shell"]);
  const [theme, setTheme] = useState<"light" | "dark" | "black">("light");
  const [visibility, setVisibility] = useState<"public" | "hidden" | "invited">("public");
  return (
    <>
      <RadioGroup
        label={t("choices.radio")}
        options={[
          { id: "light", label: t("shell:theme.light") },
          { id: "dark", label: t("shell:theme.dark") },
          { id: "black", label: t("shell:theme.black"), isDisabled: true },
        ]}
        selected={theme}
        onSelect={setTheme}
      />
      <RadioGroup
        label={t("choices.visibility")}
        variant="cards"
        options={[
          { id: "public", label: t("choices.public"), text: t("choices.publicText"), icon: <Globe /> },
          { id: "hidden", label: t("choices.hidden"), text: t("choices.hiddenText"), icon: <EyeOff /> },
          {
            id: "invited",
            label: (
              <>
                {t("choices.invited")} <Badge>{t("choices.soon")}</Badge>
              </>
            ),
            text: t("choices.invitedText"),
            icon: <Mail />,
            isDisabled: true,
          },
        ]}
        selected={visibility}
        onSelect={setVisibility}
      />
    </>
  );
}
