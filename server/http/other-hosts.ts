import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../config/config.ts';
import { ApiError } from '../platform/http/errors.ts';

/**
 * Only while PUBLIC_URL is this machine. A page on another site can point its name to this machine (DNS rebinding) and
 * would share an origin with this server: on an empty system it could create the first account. Browsers always send a
 * name.
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

/** It contains nothing from the request. */
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
