import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import type { ObjectId } from "#app/domain/ids.ts";
import { seekMapKey } from "./object-keys.ts";

const JSON_OBJECT = { httpMetadata: { contentType: "application/json" } };

export async function putSeekMap({ MEDIA }: Env, audioObject: ObjectId, seekMap: SeekMap): Promise<void> {
  await MEDIA.put(seekMapKey(audioObject), JSON.stringify(seekMap), JSON_OBJECT);
}
