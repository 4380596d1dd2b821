import { useEffect, useRef } from "react";
import { coverOf } from "./now-playing-line.tsx";
import { startSilence, stopSilence } from "./silence.ts";
import type { Player } from "./use-player.ts";

type Action = MediaSessionAction;

/**
 * Media keys, headset buttons and the lock screen. Browsers give these to pages that play a media element, which our
 * sound is not: a silent one plays beside it. What is pressed starts it on the spot, as iOS wants it; here it follows.
 */
export function useMediaSession(player: Player): void {
  const latest = useRef(player);
  latest.current = player;
  const { entry, isPlaying, status, canControl, durationMs, view } = player;
  const isSounding = status.sound === "on" && isPlaying;
  const cover = coverOf(player);
  const playback = view.state?.playback;

  useEffect(() => {
    if (isSounding) startSilence();
    else stopSilence();
    return stopSilence;
  }, [isSounding]);

  useEffect(() => {
    const session = navigator.mediaSession;
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
  }, [entry, cover, isSounding]);

  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    return () => {
      session.metadata = null;
      session.playbackState = "none";
    };
  }, []);

  useEffect(() => {
    if (!navigator.mediaSession?.setPositionState || durationMs <= 0 || !playback) return;
    const position = Math.min(durationMs, latest.current.positionMs()) / 1000;
    navigator.mediaSession.setPositionState({ duration: durationMs / 1000, position, playbackRate: 1 });
  }, [durationMs, playback]);

  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    const act = (run: (player: Player) => void) => () => run(latest.current);
    const handlers: Partial<Record<Action, MediaSessionActionHandler>> = canControl
      ? {
          play: act((now) => !now.isPlaying && now.togglePlay()),
          pause: act((now) => now.isPlaying && now.togglePlay()),
          nexttrack: act((now) => now.next()),
          previoustrack: act((now) => now.previous()),
          seekto: ({ seekTime }) => seekTime !== undefined && latest.current.seek(seekTime * 1000),
        }
      : {};
    const actions = Object.entries(handlers) as [Action, MediaSessionActionHandler][];
    for (const [action, handler] of actions) session.setActionHandler(action, handler);
    return () => {
      for (const [action] of actions) session.setActionHandler(action, null);
    };
  }, [canControl]);
}
