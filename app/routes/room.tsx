import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useState } from "react";

export async function clientLoader({ params }: ClientLoaderFunctionArgs) {
  const { openLiveRoom } = await import("#app/features/room/live-room.client.ts");
  return { room: await openLiveRoom(params.id ?? "") };
}
clientLoader.hydrate = true as const;
export const shouldRevalidate = () => false;
export function HydrateFallback() {
  return <main>…</main>;
}
export default function Room() {
  const { room } = useLoaderData<typeof clientLoader>() as never as { room: import("#app/features/room/live-room.client.ts").LiveRoom };
  const [, set] = useState(0);
  useEffect(() => {
    (window as never as { room: unknown }).room = room;
    const t = setInterval(() => set((n) => n + 1), 500);
    return () => clearInterval(t);
  }, [room]);
  return (
    <main>
      <button type="button" id="listen" onClick={() => void room.engine.unlock()}>Listen</button>
      <button type="button" id="play" onClick={() => void room.connection.command({ type: "play" })}>Play</button>
      <pre>{JSON.stringify(room.engine.status(), null, 1)}</pre>
      <pre>{JSON.stringify(room.connection.view().confirmed?.playback)}</pre>
    </main>
  );
}
