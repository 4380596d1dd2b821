import type { ClientLoaderFunctionArgs } from "@remix-run/react";

/**
 * The client loader of a page that needs nothing but the data of its server loader. Every page with a server loader needs a
 * client loader: without one, Remix 2 renders the page with `null` as its data if the visitor comes from a room that was opened
 * first and is still connecting (`singleFetchLoaderNavigationStrategy` sends no request before the first page is initialized).
 */
export const loadFromServer = ({ serverLoader }: ClientLoaderFunctionArgs) => serverLoader();
