import { FileAudio, ImageOff, ImagePlus, Undo2 } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { FileInput } from "#app/ui/file-input.tsx";
import { type CoverChoice, createCover } from "./track-cover.ts";

type CoverFieldProps = {
  /** URL of the current cover. Null without a cover, undefined if the tracks have different covers. */
  readonly currentUrl: string | null | undefined;
  readonly choice: CoverChoice;
  readonly error: ErrorCode | null;
  readonly onChoose: (choice: CoverChoice) => void;
  readonly onError: (error: ErrorCode) => void;
  /** Uses the picture that the track's file contains. */
  readonly onFromFile: () => void;
  /** Whether that picture is being loaded. */
  readonly isLoading: boolean;
};

/** Shows the cover, and lets the user replace or remove it. */
export function CoverField(props: CoverFieldProps) {
  const { currentUrl, choice, error } = props;
  const { t } = useTranslation("trackEdit");
  const errorText = useErrorText();
  const pictureUrl = usePictureUrl(choice);
  const keptUrl = choice.type === "keep" ? (currentUrl ?? null) : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex box everywhere
    <div role="group" aria-label={t("cover")} className="flex items-start gap-4">
      <Cover src={choice.type === "picture" ? pictureUrl : keptUrl} size={112} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2">
        <CoverActions {...props} />
        {error ? (
          <p role="alert" className="text-small text-danger-ink">
            {errorText(error)}
          </p>
        ) : (
          <CoverHint choice={choice} isMixed={currentUrl === undefined} />
        )}
      </div>
    </div>
  );
}

function CoverActions({ currentUrl, choice, onChoose, onError, onFromFile, isLoading }: CoverFieldProps) {
  const { t } = useTranslation("trackEdit");
  const choosePicture = async (picture: File) => {
    const cover = await createCover(picture);
    if (cover.ok) onChoose({ type: "picture", cover: cover.value });
    else onError(cover.error);
  };
  return (
    <PictureInput onPicture={(picture) => void choosePicture(picture)}>
      <Button size="sm" icon={<FileAudio />} isBusy={isLoading} onPress={onFromFile}>
        {t("coverFromFile")}
      </Button>
      {choice.type === "keep" && currentUrl !== null && (
        <Button size="sm" variant="ghost" icon={<ImageOff />} onPress={() => onChoose({ type: "none" })}>
          {t("removeCover")}
        </Button>
      )}
      {choice.type !== "keep" && (
        <Button size="sm" variant="ghost" icon={<Undo2 />} onPress={() => onChoose({ type: "keep" })}>
          {t("keepCover")}
        </Button>
      )}
    </PictureInput>
  );
}

type PictureInputProps = { readonly onPicture: (picture: File) => void; readonly children: ReactNode };

/** The button that opens the browser's file dialog, before other buttons. */
function PictureInput({ onPicture, children }: PictureInputProps) {
  const { t } = useTranslation("trackEdit");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileInput ref={input} accept="image/*" data-testid="cover" onFiles={([picture]) => picture && onPicture(picture)} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<ImagePlus />} onPress={() => input.current?.click()}>
          {t("choosePicture")}
        </Button>
        {children}
      </div>
    </>
  );
}

function CoverHint({ choice, isMixed }: { readonly choice: CoverChoice; readonly isMixed: boolean }) {
  const { t } = useTranslation("trackEdit");
  const hints = {
    keep: isMixed ? t("mixedCovers") : t("coverHint"),
    none: t("coverRemoval"),
    picture: t("coverHint"),
    "from-file": t("coverFromEach"),
  } satisfies Record<CoverChoice["type"], string>;
  return <p className="text-small text-ink-3">{hints[choice.type]}</p>;
}

/** An object URL of the chosen picture, revoked when the picture changes. */
function usePictureUrl(choice: CoverChoice): string | null {
  const image = choice.type === "picture" ? choice.cover.image : null;
  const url = useMemo(() => (image ? URL.createObjectURL(image) : null), [image]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return url;
}
