import { Download, Share2 } from "lucide-react";
import { type RefObject, useState } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import { hasPublicContent } from "#app/domain/room/public-content.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { Button } from "#app/ui/button.tsx";
import { notify } from "#app/ui/notice-store.ts";
import { saveBlob } from "#app/ui/save-blob.ts";
import { Switch } from "#app/ui/switch.tsx";
import { type PictureContent, toPictureContent } from "./picture-content.ts";
import { PICTURE } from "./picture-layout.ts";
import { canSharePictures, sharePicture, toPng } from "./share-picture.ts";
import { usePicture } from "./use-picture.ts";
import type { SessionView } from "./use-session.ts";

type PictureSectionProps = {
  readonly session: SessionView;
  readonly info: RoomInfo;
  readonly media: MediaGrant | null;
  /** The people in the room. */
  readonly present: readonly Person[];
};

/** A picture of the session, with buttons that share and save it. */
export function PictureSection({ session, info, media, present }: PictureSectionProps) {
  const { t, language } = useTranslation("session");
  const isPublic = hasPublicContent(info);
  const [isNameChosen, setNameChosen] = useState(false);
  const isRoomNamed = isPublic || isNameChosen;
  const content = toPictureContent(session, { info, media, present, isRoomNamed, language, t });
  return (
    <section aria-labelledby="session-picture" className="grid gap-3">
      <h3 id="session-picture" className="text-small font-strong text-ink-2">
        {t("picture.heading")}
      </h3>
      {!isPublic && <NameSwitch isSelected={isNameChosen} onChange={setNameChosen} />}
      <Picture content={content} />
    </section>
  );
}

type NameSwitchProps = { readonly isSelected: boolean; readonly onChange: (isSelected: boolean) => void };

function NameSwitch({ isSelected, onChange }: NameSwitchProps) {
  const { t } = useTranslation("session");
  return (
    <div className="flex items-center gap-4">
      <div aria-hidden className="min-w-0 flex-1">
        <p className="font-label">{t("picture.showName")}</p>
        <p className="text-small text-ink-3">{t("picture.showNameText")}</p>
      </div>
      <Switch
        aria-label={`${t("picture.showName")}. ${t("picture.showNameText")}`}
        isSelected={isSelected}
        onChange={onChange}
      />
    </div>
  );
}

function Picture({ content }: { readonly content: PictureContent }) {
  const { t } = useTranslation("session");
  const { canvas, isReady } = usePicture(content);
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t("picture.label", { facts: content.facts })}
        aria-busy={!isReady}
        width={PICTURE.width}
        height={PICTURE.height}
        className="w-full max-w-72 justify-self-center rounded-md shadow-1"
      />
      <PictureButtons canvas={canvas} isReady={isReady} />
    </>
  );
}

type PictureButtonsProps = { readonly canvas: RefObject<HTMLCanvasElement | null>; readonly isReady: boolean };

function PictureButtons({ canvas, isReady }: PictureButtonsProps) {
  const { t } = useTranslation("session");
  const fileName = `tutti-${new Date().toISOString().slice(0, 10)}.png`;
  const withPng = async (use: (png: Blob) => Promise<boolean> | boolean) => {
    const png = canvas.current && (await toPng(canvas.current));
    if (!png || !(await use(png))) notify({ variant: "error", title: t("picture.failed") });
  };
  const save = (png: Blob) => {
    saveBlob(png, fileName);
    return true;
  };
  const share = (png: Blob) => sharePicture(png, fileName);
  return (
    <div className="flex flex-wrap gap-2">
      {canSharePictures() && (
        <Button variant="primary" icon={<Share2 />} isBusy={!isReady} onPress={() => void withPng(share)}>
          {t("picture.share")}
        </Button>
      )}
      <Button icon={<Download />} isBusy={!isReady} onPress={() => void withPng(save)}>
        {t("picture.save")}
      </Button>
    </div>
  );
}
