import type { ObjectId } from "#app/domain/ids.ts";
import type { SeekMap } from "#app/domain/seek-map.ts";
import { mapKey } from "./keys.ts";

const JSON_OBJECT = { httpMetadata: { contentType: "application/json" } };

export async function putSeekMap({ MEDIA }: Env, audioObject: ObjectId, seekMap: SeekMap): Promise<void> {
  await MEDIA.put(mapKey(audioObject), JSON.stringify(seekMap), JSON_OBJECT);
}
