import { useEffect } from "react";
import { startSilentAudio, stopSilentAudio } from "#app/audio/silent-audio.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { getCoverUrl } from "./now-playing-line.tsx";
import type { Player } from "./use-player.ts";

/**
 * Connects the player with media keys, headset buttons and the lock screen. Browsers offer them only to pages that play a
 * media element. The engine is not one, so silent audio plays too. The press that starts the sound starts it as well, as iOS
 * requires. It also plays while the room is paused: a second output that opens later would shift the first one.
 * A silent device has no session: the first call of one takes the browser long, and no media key would reach it.
 */
export function useMediaSession(player: Player): void {
  const isListening = player.sound === "on";
  const isSounding = isListening && player.isPlaying;
  useEffect(() => {
    if (isListening) startSilentAudio();
    else stopSilentAudio();
    return stopSilentAudio;
  }, [isListening]);
  // missing in older browsers
  const session = isListening ? (navigator.mediaSession ?? null) : null;
  useMetadata(session, player, isSounding);
  usePositionState(session, player);
  useActionHandlers(session, player);
}

function useMetadata(session: MediaSession | null, player: Player, isSounding: boolean): void {
  const { entry } = player;
  const cover = getCoverUrl(player);
  useEffect(() => {
    if (!session) return;
    session.metadata = entry
      ? new MediaMetadata({
          title: entry.track.title,
          artist: entry.track.artist,
          album: entry.track.album,
          ...(cover && { artwork: [{ src: cover, sizes: "512x512" }] }),
        })
      : null;
    session.playbackState = isSounding ? "playing" : entry ? "paused" : "none";
  }, [session, entry, cover, isSounding]);

  useEffect(() => {
    if (!session) return;
    return () => {
      session.metadata = null;
      session.playbackState = "none";
    };
  }, [session]);
}

function usePositionState(session: MediaSession | null, { durationMs, positionMs, view }: Player): void {
  const latestPositionMs = useLatestRef(positionMs);
  const playback = view.state?.playback;
  useEffect(() => {
    if (!session?.setPositionState || durationMs <= 0 || !playback) return;
    const position = Math.min(durationMs, latestPositionMs.current()) / 1000;
    session.setPositionState({ duration: durationMs / 1000, position, playbackRate: 1 });
  }, [session, durationMs, playback, latestPositionMs]);
}

function useActionHandlers(session: MediaSession | null, player: Player): void {
  const { canControl } = player;
  const latest = useLatestRef(player);
  useEffect(() => {
    if (!session || !canControl) return;
    const handlers: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[] = [
      ["play", () => !latest.current.isPlaying && latest.current.togglePlay()],
      ["pause", () => latest.current.isPlaying && latest.current.togglePlay()],
      ["nexttrack", () => latest.current.next()],
      ["previoustrack", () => latest.current.previous()],
      ["seekto", ({ seekTime }) => seekTime !== undefined && latest.current.seek(seekTime * 1000)],
    ];
    for (const [action, handler] of handlers) session.setActionHandler(action, handler);
    return () => {
      for (const [action] of handlers) session.setActionHandler(action, null);
    };
  }, [session, canControl, latest]);
}
