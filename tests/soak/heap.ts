import { openInspector } from "#tests/support/inspector.ts";

type HeapUsage = { readonly usedSize: number };

/** The heap of the Worker after a garbage collection, bytes. Needs `--inspect`. */
export async function measureHeapBytes(inspectorPort: number): Promise<number> {
  const inspector = await openInspector(inspectorPort);
  try {
    await inspector.call("HeapProfiler.enable");
    await inspector.call("HeapProfiler.collectGarbage");
    return (await inspector.call<HeapUsage>("Runtime.getHeapUsage")).usedSize;
  } finally {
    inspector.close();
  }
}
