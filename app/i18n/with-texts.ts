import i18next from "i18next";
import { loadTextsOf } from "./load-texts.ts";

/** For the loader of a page whose texts not every page needs: they come while its data does. */
export async function withTexts<T>(request: Request, loading: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([loading, loadTextsOf(i18next, new URL(request.url).pathname)]);
  return loaded;
}
