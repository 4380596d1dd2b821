/** `polite` waits until the screen reader is idle; `assertive` interrupts it. */
type Urgency = "polite" | "assertive";

const regions = new Map<Urgency, HTMLElement>();
/** Screen readers ignore text that is added to a live region together with the region itself. */
const FIRST_DELAY_MS = 100;
const LIFETIME_MS = 7000;

/** Makes screen readers speak a text. */
export function announce(text: string, urgency: Urgency = "polite"): void {
  const existing = regions.get(urgency);
  const region = existing?.isConnected ? existing : addRegion(urgency);
  const line = document.createElement("div");
  line.textContent = text;
  setTimeout(() => region.appendChild(line), region === existing ? 0 : FIRST_DELAY_MS);
  setTimeout(() => line.remove(), LIFETIME_MS);
}

function addRegion(urgency: Urgency): HTMLElement {
  const region = document.createElement("div");
  region.className = "sr-only";
  region.setAttribute("role", urgency === "polite" ? "log" : "alert");
  region.setAttribute("aria-live", urgency);
  // React Aria hides the page behind a dialog from screen readers, except for elements with this attribute
  region.dataset.liveAnnouncer = "true";
  document.body.appendChild(region);
  regions.set(urgency, region);
  return region;
}
