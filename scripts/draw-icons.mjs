// Draws the PNG icons of the installed app from the SVG files in `public`: `node scripts/draw-icons.mjs`. The PNG files are part
// of the sources; draw them again when the logo changes.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium } from "@playwright/test";
import { ROOT } from "./project.mjs";
import { ensureChromium } from "./system-programs.mjs";

/** The launcher masks a maskable icon, and iOS rounds its corners: these fill the square. */
const ICONS = [
  { from: "favicon.svg", to: "icons/icon-192.png", sidePx: 192 },
  { from: "favicon.svg", to: "icons/icon-512.png", sidePx: 512 },
  { from: "icon-maskable.svg", to: "icons/maskable-512.png", sidePx: 512 },
  { from: "icon-maskable.svg", to: "apple-touch-icon.png", sidePx: 180 },
];

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
try {
  for (const icon of ICONS) await draw(icon);
} finally {
  await browser.close();
}

async function draw({ from, to, sidePx }) {
  const svg = readFileSync(join(ROOT, "public", from), "utf8");
  const path = join(ROOT, "public", to);
  mkdirSync(dirname(path), { recursive: true });
  const page = await browser.newPage({ viewport: { width: sidePx, height: sidePx } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`);
  await page.screenshot({ path, omitBackground: true });
  await page.close();
  console.log(`public/${to}`);
}
