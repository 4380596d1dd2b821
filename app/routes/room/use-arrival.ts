import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";

/** The state of the navigation to a room from a page that leads to adding tracks. */
type Arrival = {
  /** The room has just been created, or was chosen for shared files or a shared link. */
  readonly addTracks: boolean;
  /** The shared link. Null without one. */
  readonly link: string | null;
};

/** The state with which the page was opened. It applies once: a reload and the back button show an ordinary room. */
export function useArrival(): Arrival {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [arrival] = useState(() => readArrival(state));
  const { addTracks } = readArrival(state);
  useEffect(() => {
    if (addTracks) navigate(".", { replace: true, state: null });
  }, [addTracks, navigate]);
  return arrival;
}

/** The shared link, until the dialog that adds it is closed. */
export function useSharedLink({ link }: Arrival, isDialogOpen: boolean): string | null {
  const [shared, setShared] = useState(link);
  useEffect(() => {
    if (!isDialogOpen) setShared(null);
  }, [isDialogOpen]);
  return shared;
}

function readArrival(state: unknown): Arrival {
  const given: Partial<Record<keyof Arrival, unknown>> = typeof state === "object" && state !== null ? state : {};
  const addTracks = given.addTracks === true;
  return { addTracks, link: addTracks && typeof given.link === "string" ? given.link : null };
}
