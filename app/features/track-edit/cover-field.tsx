import { FileAudio, ImageOff, ImagePlus, Undo2 } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { type CoverChoice, coverFromPicture } from "./track-cover.ts";

type CoverFieldProps = {
  /** Of the track as it is; undefined: the tracks have different ones. */
  readonly src: string | null | undefined;
  readonly choice: CoverChoice;
  readonly error: ErrorCode | null;
  readonly onChoose: (choice: CoverChoice) => void;
  readonly onError: (error: ErrorCode) => void;
  readonly onFromFile: () => void;
  readonly isBusy: boolean;
};

/** A cover, and where another may come from. */
export function CoverField({ src, choice, error, onChoose, onError, onFromFile, isBusy }: CoverFieldProps) {
  const { t } = useTranslation("trackEdit");
  const errorText = useErrorText();
  const input = useRef<HTMLInputElement>(null);
  const chosen = usePictureUrl(choice);
  const shown = choice.type === "picture" ? chosen : choice.type === "keep" ? (src ?? null) : null;

  const take = async (picture: File | undefined) => {
    if (!picture) return;
    const cover = await coverFromPicture(picture);
    if (cover.ok) onChoose({ type: "picture", cover: cover.value });
    else onError(cover.error);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere
    <div role="group" aria-label={t("cover")} className="flex items-start gap-4">
      <Cover src={shown} size={112} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2">
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          data-testid="cover"
          onChange={({ target }) => {
            void take(target.files?.[0]);
            target.value = "";
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<ImagePlus />} onPress={() => input.current?.click()}>
            {t("choosePicture")}
          </Button>
          <Button size="sm" icon={<FileAudio />} isBusy={isBusy} onPress={onFromFile}>
            {t("coverFromFile")}
          </Button>
          {choice.type === "keep" && src !== null && (
            <Button size="sm" variant="ghost" icon={<ImageOff />} onPress={() => onChoose({ type: "none" })}>
              {t("removeCover")}
            </Button>
          )}
          {choice.type !== "keep" && (
            <Button size="sm" variant="ghost" icon={<Undo2 />} onPress={() => onChoose({ type: "keep" })}>
              {t("keepCover")}
            </Button>
          )}
        </div>
        {error ? (
          <p role="alert" className="text-small text-danger-ink">
            {errorText(error)}
          </p>
        ) : (
          <p className="text-small text-ink-3">{hintOf()}</p>
        )}
      </div>
    </div>
  );

  function hintOf(): string {
    if (choice.type === "none") return t("coverWillGo");
    if (choice.type === "from-file") return t("coverFromEach");
    return src === undefined && choice.type === "keep" ? t("mixedCovers") : t("coverHint");
  }
}

function usePictureUrl(choice: CoverChoice): string | null {
  const image = choice.type === "picture" ? choice.cover.image : null;
  const url = useMemo(() => (image ? URL.createObjectURL(image) : null), [image]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}
