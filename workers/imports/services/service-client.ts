import type { ResolvedTarget, ServiceFinds, ServiceTarget } from "#app/domain/imports/service.ts";
import type { Result } from "#app/domain/result.ts";
import type { LinkFailure } from "#workers/imports/link-failure.ts";

/** Why a service did not do what was asked, with the values that the error text contains. Never contains a token or a password. */
export type ServiceFailure = LinkFailure;

/** Where the file of a track can be downloaded, for a short time. */
export type DownloadSource = {
  /** May contain credentials: it is neither logged nor sent to a browser. */
  readonly link: string;
  /** Names the track if its tags do not, such as "Artist - Title.mp3". */
  readonly fileName: string;
};

/** A music service, in the name of one account. Every request gives up when the signal aborts. */
export type ServiceClient = {
  /** Checks the credentials. Returns the name of the account. */
  check(signal: AbortSignal): Promise<Result<string, ServiceFailure>>;
  search(query: string, signal: AbortSignal): Promise<Result<ServiceFinds, ServiceFailure>>;
  /** The playlists, favorites and newest albums of the account. Null for a service without accounts. */
  readonly browse: ((signal: AbortSignal) => Promise<Result<ServiceFinds, ServiceFailure>>) | null;
  resolve(target: ServiceTarget, signal: AbortSignal): Promise<Result<ResolvedTarget, ServiceFailure>>;
  /** Prepares the download of a track in the best format that the account may have. Null for a service without audio. */
  readonly locate: ((trackId: string, signal: AbortSignal) => Promise<Result<DownloadSource, ServiceFailure>>) | null;
  /** The lyrics of a track as plain text or LRC; null if the service has none. Null for a service without lyrics. */
  readonly fetchLyrics: ((trackId: string, signal: AbortSignal) => Promise<Result<string | null, ServiceFailure>>) | null;
  /**
   * The address of a cover, about 300 pixels wide. It may contain credentials. Null for a cover that is not of this service: the
   * argument comes from a browser.
   */
  coverLink(cover: string): string | null;
};
