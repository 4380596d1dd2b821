/**
 * Sends a request that got no response once more: a server may close a connection that was kept open just when it is
 * used (RFC 9112 §9.3.1). Only for requests that may be repeated. Throws what the second attempt throws.
 */
export async function repeatOnce(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (signal.aborted) throw error;
    return send();
  }
}
