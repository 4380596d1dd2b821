import { useNavigate } from "@remix-run/react";
import { CircleAlert, Trash2, TriangleAlert } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import type { SessionUser } from "#app/protocol/http.ts";
import type { RemovalPlan } from "#app/server-client/account/account.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Note } from "#app/ui/note.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { useSecondPress } from "#app/ui/use-second-press.ts";
import { useRemoval } from "./use-removal.ts";

type RemovalDialogProps = { readonly user: SessionUser; readonly onClose: () => void };

/** Says exactly what happens, asks for proof of who it is, and for a second press. */
export function RemovalDialog({ user, onClose }: RemovalDialogProps) {
  const { t } = useTranslation(["settings", "shell"]);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const removal = useRemoval(user, () => {
    onClose();
    notify({ title: t("settings:removal.done") });
    navigate("/");
  });
  const { plan, error } = removal;
  const textOf = (code: NonNullable<typeof error>["code"]) =>
    code === "username-wrong" ? t("settings:removal.usernameWrong") : errorText(code);
  const isName = plan !== null && !plan.hasPassword;
  const formId = useId();
  const form = useFocusInvalid(error);
  const sure = useSecondPress({
    announcement: t("settings:removal.confirmArmed"),
    onConfirm: () => plan && void removal.remove(plan),
  });
  /** The second half of a double click is no second thought. */
  const isDoubleClick = useRef(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!plan || removal.isBusy) return;
    if (removal.check(plan)) sure.press({ isDoubleClick: isDoubleClick.current });
    else sure.disarm();
  };
  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !sure.isArmed) return;
    // not also the dialog
    event.stopPropagation();
    sure.disarm();
  };

  return (
    <Dialog
      title={t("settings:removal.title")}
      isOpen
      onOpenChange={onClose}
      width={480}
      isDismissable={!removal.isBusy}
      footer={
        <>
          <span className="flex-1 max-md:hidden" />
          <Button variant="ghost" onPress={onClose} isDisabled={removal.isBusy}>
            {t("shell:cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={sure.isArmed ? "danger" : "danger-soft"}
            icon={<Trash2 />}
            isDisabled={!plan}
            isBusy={removal.isBusy}
            onPress={(press) => {
              isDoubleClick.current = press.isDoubleClick;
            }}
            onBlur={sure.disarm}
            onKeyDown={leaveOnEscape}
          >
            {t(sure.isArmed ? "settings:removal.confirmAgain" : "settings:removal.confirm")}
          </Button>
        </>
      }
    >
      {removal.isUnknown && (
        <RetryNote text={t("settings:removal.loadFailed")} label={t("shell:tryAgain")} onRetry={removal.lookAgain} />
      )}
      {!plan && !removal.isUnknown && (
        <p role="status" className="flex items-center gap-3 text-ink-2">
          <Spinner /> {t("shell:loading")}
        </p>
      )}
      {plan && (
        <>
          <Note tone="danger" icon={<TriangleAlert />}>
            {t("settings:removal.final")}
          </Note>
          <Consequences plan={plan} />
          <form ref={form} id={formId} noValidate onSubmit={submit}>
            <Proof>
              <TextField
                label={isName ? t("settings:removal.username", { username: user.username }) : t("settings:removal.password")}
                type={isName ? "text" : "password"}
                autoComplete={isName ? "off" : "current-password"}
                {...(isName && { prefix: "@" })}
                value={removal.proof}
                onChange={removal.prove}
                isReadOnly={removal.isBusy}
                error={error && textOf(error.code)}
              />
            </Proof>
          </form>
        </>
      )}
      {removal.failure && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(removal.failure)}
        </Note>
      )}
    </Dialog>
  );
}

/** It comes once it is known what happens: the dialog has the focus at its button that closes until then. */
function Proof({ children }: { readonly children: ReactNode }) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector("input")?.focus({ preventScroll: true }), []);
  return <div ref={field}>{children}</div>;
}

function Consequences({ plan: { rooms, tracks } }: { readonly plan: RemovalPlan }) {
  const { t } = useTranslation("settings");
  return (
    <div className="grid gap-3">
      {rooms.length > 0 && (
        <section aria-labelledby="rooms-lost" className="grid gap-1">
          <h3 id="rooms-lost" className="font-label">
            {t("removal.rooms", { count: rooms.length })}
          </h3>
          <ul className="grid max-h-40 list-disc gap-1 overflow-y-auto pl-5 marker:text-ink-3">
            {rooms.map(({ id, name, heir }) => (
              <li key={id} className="break-words">
                {name} <span className="text-ink-3">— {heir ? t("removal.heir", { name: heir.name }) : t("removal.gone")}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {tracks.count > 0 && (
        <p>
          {t("removal.tracks", { count: tracks.count })}{" "}
          {tracks.inOthersRooms > 0 && t("removal.inOthers", { count: tracks.inOthersRooms })}
        </p>
      )}
      {rooms.length === 0 && tracks.count === 0 && <p>{t("removal.nothing")}</p>}
      <p className="text-ink-2">{t("removal.rest")}</p>
    </div>
  );
}
