import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../config/config.ts';
import { ApiError } from '../kernel/errors.ts';

/**
 * A page of another site can give its own name the address of this machine (DNS rebinding) and is then of one
 * origin with a server that answers to any name: on an empty system it would make the first account. A proxy on this
 * machine passes on the name by which it was asked; without one (HTTP/1.0) no browser asks.
 */
export function refuseOtherHosts(config: Config) {
  const page = pageOf(config);
  return async ({ headers: { host, accept } }: FastifyRequest, reply: FastifyReply) => {
    const name = host?.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
    if (name === undefined || isLoopback(name) || name.endsWith('.localhost')) return;
    if (!accept?.includes('text/html')) {
      throw new ApiError(
        'misdirected',
        `This server answers at ${config.public_url} only. If people open it under another name, set PUBLIC_URL to it.`,
      );
    }
    return reply
      .code(421)
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
      .send(page);
  };
}

/** For a user. Nothing of the request is in it. */
function pageOf({ product_name, public_url }: Config): string {
  const name = escapeHtml(product_name);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${name} does not answer at this address</title>
<h1>${name} does not answer at this address</h1>
<p>It is set up for one computer alone. On that computer, open <a href="${public_url}">${public_url}</a>.
<p>To let other people open it, set <code>PUBLIC_URL</code> to the address that they use and start it again.
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
