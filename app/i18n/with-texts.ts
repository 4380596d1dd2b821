import i18next from "i18next";
import { type Area, loadArea, loadTextsOf } from "./load-texts.ts";

/** For the loader of a page whose texts not every page needs: they come while its data does. */
export async function withTexts<T>(request: Request, loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, loadTextsOf(i18next, new URL(request.url).pathname)]);
  return loaded;
}

/** For what opens on a page and brings its own texts. */
export async function withArea<T>(area: Area, loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, loadArea(i18next, area)]);
  return loaded;
}
