/** How soon it is said: when the reader is free, or at once. */
type Urgency = "polite" | "assertive";

const regions = new Map<Urgency, HTMLElement>();
// a region that has just come into the page is not yet listened to
const FIRST_DELAY_MS = 100;
const FORGET_MS = 7000;

/** Has screen readers say something that is only seen otherwise. */
export function announce(text: string, urgency: Urgency = "polite"): void {
  const known = regions.get(urgency);
  const region = known?.isConnected ? known : addRegion(urgency);
  const line = document.createElement("div");
  line.textContent = text;
  setTimeout(() => region.appendChild(line), region === known ? 0 : FIRST_DELAY_MS);
  setTimeout(() => line.remove(), FORGET_MS);
}

function addRegion(urgency: Urgency): HTMLElement {
  const region = document.createElement("div");
  region.className = "sr-only";
  region.setAttribute("role", urgency === "polite" ? "log" : "alert");
  region.setAttribute("aria-live", urgency);
  // React Aria hides the page behind a dialog from readers, but not what carries this mark
  region.dataset.liveAnnouncer = "true";
  document.body.appendChild(region);
  regions.set(urgency, region);
  return region;
}
