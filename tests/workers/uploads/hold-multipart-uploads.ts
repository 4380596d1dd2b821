import { env } from "cloudflare:test";
import { createLatch } from "#tests/workers/support/latch.ts";
import { replaceBindings } from "#tests/workers/support/replace-bindings.ts";

/** Bindings in which a new multipart upload is returned only once there are `count` of them. */
export function holdMultipartUploads(count: number) {
  const latch = createLatch();
  const created: R2MultipartUpload[] = [];
  const media = new Proxy(env.MEDIA, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== "createMultipartUpload") return typeof value === "function" ? value.bind(target) : value;
      return async (...args: Parameters<R2Bucket["createMultipartUpload"]>) => {
        const multipart = await target.createMultipartUpload(...args);
        created.push(multipart);
        if (created.length === count) latch.release();
        await latch.released;
        return multipart;
      };
    },
  });
  return {
    bindings: replaceBindings({ MEDIA: media }),
    countOpen: async () => (await Promise.all(created.map(isOpen))).filter(Boolean).length,
  };
}

/** Whether parts can be stored. */
async function isOpen(multipart: R2MultipartUpload): Promise<boolean> {
  return multipart.uploadPart(1, new Uint8Array(1)).then(
    () => true,
    () => false,
  );
}
