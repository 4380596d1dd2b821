/** The version of the built pages, which changes with each build. */
export async function readBuild(): Promise<string> {
  // imported on first use, so that WebSockets and media never wait for it
  const { assets } = await import("virtual:remix/server-build");
  return assets.version;
}
