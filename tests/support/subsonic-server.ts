import { createFakeSubsonic, type FakeSubsonic } from "./fake-subsonic.ts";
import { type RequestServer, serveRequests } from "./serve-requests.ts";
import type { FakeLibrary } from "./subsonic-library.ts";

/** The origin has no path; any path works, such as `${origin}/subsonic`. */
export type SubsonicServer = Omit<FakeSubsonic, "handleRequest"> & RequestServer;

/** Serves a fake Subsonic server at a free port of this machine. */
export async function startSubsonicServer(library?: FakeLibrary): Promise<SubsonicServer> {
  const { handleRequest, ...subsonic } = createFakeSubsonic(library);
  return { ...subsonic, ...(await serveRequests(handleRequest)) };
}
