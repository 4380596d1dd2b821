import { CheckCheck, TimerOff, Unlink } from "lucide-react";
import type { ReactNode } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import type { ResetState } from "./use-password-reset.ts";

type ResetStatusProps = {
  readonly state: ResetState;
  readonly onRetry: () => void;
  readonly onNewLink: () => void;
};

/** Explains that a reset link is being checked or why it cannot be used, with a button for the next step. */
export function ResetStatus({ state, onRetry, onNewLink }: ResetStatusProps) {
  const { t } = useTranslation("auth");
  switch (state.status) {
    case "valid":
      return null;
    case "verifying":
      return <Row icon={<Spinner size={20} />} title={t("reset.verifying")} text={t("reset.verifyingText")} />;
    case "invalid":
    case "expired":
    case "missing":
      return <UnusableLink status={state.status} onNewLink={onNewLink} />;
    case "used":
      return <UsedLink />;
    case "failed":
      return <FailedCheck text={state.text} onRetry={onRetry} />;
  }
}

const UNUSABLE = {
  invalid: { icon: <Unlink />, title: "reset.invalid", code: "reset-link-invalid" },
  expired: { icon: <TimerOff />, title: "reset.expired", code: "reset-link-expired" },
  missing: { icon: <Unlink />, title: "reset.missing", code: "reset-token-missing" },
} as const;

function UnusableLink({ status, onNewLink }: { readonly status: keyof typeof UNUSABLE; readonly onNewLink: () => void }) {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  const { icon, title, code } = UNUSABLE[status];
  return (
    <Row icon={icon} tone="danger" title={t(title)} text={errorText(code)}>
      <Button size="sm" onPress={onNewLink}>
        {t("reset.newLink")}
      </Button>
    </Row>
  );
}

function UsedLink() {
  const { t } = useTranslation("auth");
  const errorText = useErrorText();
  return (
    <Row icon={<CheckCheck />} tone="plain" title={t("reset.used")} text={errorText("reset-link-used")}>
      <LinkButton to="/auth" size="sm">
        {t("signIn")}
      </LinkButton>
    </Row>
  );
}

function FailedCheck({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const { t } = useTranslation(["auth", "shell"]);
  return (
    <Row icon={<Unlink />} tone="danger" title={t("auth:reset.failed")} text={text}>
      <Button size="sm" onPress={onRetry}>
        {t("shell:tryAgain")}
      </Button>
    </Row>
  );
}

const TONES = { danger: "bg-danger-soft text-danger-ink", plain: "bg-sunken text-ink-2" } as const;

type RowProps = {
  readonly icon: ReactNode;
  readonly tone?: keyof typeof TONES;
  readonly title: string;
  readonly text: string;
  /** A button. */
  readonly children?: ReactNode;
};

function Row({ icon, tone, title, text, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span
        className={joinClasses(
          "grid shrink-0 place-items-center [&_svg]:size-5.5 [&_svg]:stroke-[1.75]",
          tone && "size-11 rounded-full",
          tone && TONES[tone],
        )}
      >
        {icon}
      </span>
      <div className="min-w-50 flex-1">
        <h2 tabIndex={-1} className="font-bold outline-none">
          {title}
        </h2>
        <p className="text-small text-ink-2">{text}</p>
      </div>
      {children}
    </div>
  );
}
