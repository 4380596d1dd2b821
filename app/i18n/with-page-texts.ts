import type { Area } from "./areas.ts";
import { loadAreaTexts, loadPageTexts } from "./load-texts.ts";

/** Loads the texts of the requested page in parallel with its data. */
export async function withPageTexts<T>(request: Request, loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, loadPageTexts(new URL(request.url).pathname)]);
  return loaded;
}

/** Loads an area's texts in parallel with a module that needs them. */
export async function withAreaTexts<T>(area: Area, loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, loadAreaTexts(area)]);
  return loaded;
}
