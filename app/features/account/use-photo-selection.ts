import { useEffect, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useLatest } from "#app/lib/use-latest.ts";
import { type CropArea, initialCropArea } from "./crop-area.ts";
import { type CroppedPhoto, cropPhoto } from "./crop-photo.ts";
import { type Photo, readPhoto } from "./read-photo.ts";

export type PhotoSelection = ReturnType<typeof usePhotoSelection>;

/** The chosen photo and its crop area. Closes the photo's bitmap when it is replaced or the component unmounts. */
export function usePhotoSelection() {
  const latest = useLatest();
  const [selected, setSelected] = useState<{ readonly photo: Photo; readonly area: CropArea } | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isReading, setReading] = useState(false);
  const photo = selected?.photo ?? null;
  useEffect(() => () => photo?.bitmap.close(), [photo]);

  return {
    selected,
    /** Why the file could not be read or the photo could not be cropped. */
    error,
    isReading,
    readFile(file: File) {
      setError(null);
      setReading(true);
      void latest.run(
        (signal) => readUnlessAborted(file, signal),
        (read) => {
          setReading(false);
          if (read.ok) setSelected({ photo: read.value, area: initialCropArea(read.value) });
          else setError(read.error);
        },
      );
    },
    setArea: (area: CropArea) => photo && setSelected({ photo, area }),
    clear() {
      setSelected(null);
      setError(null);
    },
    /** Returns null, and sets `error`, if the photo cannot be cropped. */
    crop(): CroppedPhoto | null {
      if (!selected) return null;
      const cropped = cropPhoto(selected.photo, selected.area);
      setError(cropped.ok ? null : cropped.error);
      return cropped.ok ? cropped.value : null;
    },
  };
}

async function readUnlessAborted(file: File, signal: AbortSignal) {
  const read = await readPhoto(file);
  if (signal.aborted && read.ok) read.value.bitmap.close();
  return read;
}
