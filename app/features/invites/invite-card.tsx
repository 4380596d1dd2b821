import { CircleAlert, MailOpen, MailX } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { useJoin } from "./use-join.ts";

/** What a link leads to. */
export type InviteView = FunctionValue<"invites.look">;

/** The door that a link opens: who invites, where to, as what. */
export function InviteCard({ code, invite }: { readonly code: string; readonly invite: InviteView }) {
  const { t } = useTranslation("invites");
  const { room } = invite;
  const { isBusy, error, join } = useJoin(code);
  if (error === "invite-gone") return <InviteGone />;
  return (
    <Card seed={room._id} isLit icon={<MailOpen />}>
      {!invite.isMember && (
        <p className="-mb-3 flex items-center gap-2 text-small text-ink-3">
          <Avatar name={invite.inviter.name} avatar={invite.inviter.avatar} size={24} />
          <span className="min-w-0 wrap-anywhere">{t("page.from", { name: invite.inviter.name })}</span>
        </p>
      )}
      <h2 className="text-sheet font-bold wrap-anywhere">{room.name}</h2>
      {invite.isMember ? (
        <>
          <p className="-mt-2.5 text-ink-2">{t("page.already")}</p>
          <LinkButton to={`/room/${room.room_url}`} variant="primary" size="lg" isWide>
            {t("page.open")}
          </LinkButton>
        </>
      ) : (
        <>
          <p className="-mt-2.5 text-ink-2">
            <b className="font-strong text-ink">{t(`page.as.${invite.role}`)}</b>
            <br />
            {t(`page.may.${invite.role}`)}
          </p>
          {error && <Refusal error={error} />}
          <JoinButton isBusy={isBusy} onPress={join} />
        </>
      )}
    </Card>
  );
}

/** Whatever ended it: the answer does not tell a link that was never made from one that is over. */
export function InviteGone() {
  const { t } = useTranslation(["invites", "shell"]);
  return (
    <Card seed="tutti" isLit={false} icon={<MailX />}>
      <h2 className="text-sheet font-bold">{t("page.gone")}</h2>
      <p className="-mt-2.5 text-ink-2">{t("page.goneText")}</p>
      <LinkButton to="/" variant="primary" size="lg" isWide>
        {t("shell:backToRooms")}
      </LinkButton>
    </Card>
  );
}

function JoinButton({ isBusy, onPress }: { readonly isBusy: boolean; readonly onPress: () => void }) {
  const { t } = useTranslation("invites");
  const isSignedIn = useUser() !== null;
  return (
    <Button variant="primary" size="lg" isWide isBusy={isBusy} onPress={onPress}>
      {t(isSignedIn ? "page.join" : "page.signIn")}
    </Button>
  );
}

function Refusal({ error }: { readonly error: Parameters<ReturnType<typeof useErrorText>>[0] }) {
  const errorText = useErrorText();
  return (
    <Note tone="danger" icon={<CircleAlert />} role="alert">
      {errorText(error)}
    </Note>
  );
}

type CardProps = {
  readonly seed: string;
  readonly isLit: boolean;
  readonly icon: ReactNode;
  readonly children: ReactNode;
};

function Card({ seed, isLit, icon, children }: CardProps) {
  return (
    <div className="floats mx-auto max-w-110 rounded-xl bg-overlay shadow-2">
      <div className="relative h-30">
        <div className="h-full overflow-hidden rounded-t-xl">
          <RoomArtwork seed={seed} isLit={isLit} />
        </div>
        <span
          aria-hidden
          className="absolute -bottom-6 left-6 grid size-12 place-items-center rounded-full bg-ink text-on-ink ring-4 ring-overlay md:left-8 [&_svg]:size-5 [&_svg]:stroke-[1.75]"
        >
          {icon}
        </span>
      </div>
      <div className="grid gap-4 px-6 pt-10 pb-6 md:px-8 md:pb-8">{children}</div>
    </div>
  );
}
