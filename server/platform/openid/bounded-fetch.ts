import type { CustomFetch } from 'openid-client';

export const answerMaxMs = 10_000;
/** Discovery documents and key sets have some kilobytes, a token with hundreds of groups some more. */
export const answerMaxBytes = 256 * 1024;

/** The answer of a provider that nothing is read from. The text is for operators. */
export class RefusedAnswer extends Error {
  override name = 'RefusedAnswer';
}

/** Encrypted, or on this machine. */
export function isSafeUrl(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Bounded in time and size. No redirects: what the provider names is what is asked. */
export const boundedFetch: CustomFetch = async (address, options) => {
  const url = new URL(address);
  if (!isSafeUrl(url)) throw new RefusedAnswer(`${url.origin} is not https`);
  const response = await fetch(url, {
    ...(options as RequestInit),
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(answerMaxMs), ...(options.signal ? [options.signal] : [])]),
  });
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    throw new RefusedAnswer(`${url.href} redirects to another address`);
  }
  const { status, headers } = response;
  return new Response(await readBounded(response, url), { status, headers });
};

async function readBounded({ body }: Response, url: URL): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > answerMaxBytes)
      throw new RefusedAnswer(`${url.href} answered more than ${answerMaxBytes} bytes`);
    parts.push(part);
  }
  return bytes === 0 ? null : Uint8Array.from(Buffer.concat(parts));
}
