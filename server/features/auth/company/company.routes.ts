import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { companyProvider } from '../../../../contract/auth/auth-links.ts';
import { explainOpenId, OpenIdError } from '../../../platform/openid/explain-openid.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import * as bodies from '../protocol/bodies.schema.ts';
import type { AddRoute, AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeNetworkAttempt } from '../protocol/limits.service.ts';
import { toAuthError } from '../protocol/protocol.pure.ts';
import { requireUser } from '../sessions/request-context.service.ts';
import {
  beginFlow,
  errorPage,
  findProviderOfDomain,
  finishFlow,
  requireProvider,
  returnPage,
} from './company-flow.service.ts';
import { beginConnecting, disconnect, endSessionsOfProvider } from './own-connections.service.ts';

/** Auth protocol, section 10. */
export function addCompanySignIn(add: AddRoute) {
  add('GET', '/authorize', async (ctx, { request, reply }) => {
    const query = parseAuthorize(request.query);
    const { invite_token, code_challenge, max_age } = query;
    const redirect_to = wantedPage(ctx, request.query);
    const begun = { redirect_to, code_challenge, max_age };
    const invited = invite_token && ({ purpose: 'invite', invitation_hash: digest(invite_token) } as const);
    const url = await orErrorPage(ctx, redirect_to, async () => {
      await consumeNetworkAttempt(ctx, 'company', authLimits.companySignIns);
      return beginFlow(ctx, await requireProvider(ctx), { ...(invited || { purpose: 'sign_in' }), ...begun });
    });
    return reply.header('referrer-policy', 'no-referrer').redirect(url, 303);
  });

  add('GET', '/callback', async (ctx, { request, reply }) => {
    const url = await finishFlow(ctx, new URL(request.url, ctx.app.config.public_url).searchParams);
    return reply.header('referrer-policy', 'no-referrer').redirect(url, 303);
  });

  add('POST', '/sso', async (ctx, { request }) => {
    const { domain, redirect_to, code_challenge } = bodies.parse(bodies.ssoBody, request.body);
    await consumeNetworkAttempt(ctx, 'company', authLimits.companySignIns);
    const provider = await findProviderOfDomain(ctx, domain ?? '');
    const begun = { purpose: 'sign_in', max_age: null, code_challenge } as const;
    return { url: await beginFlow(ctx, provider, { ...begun, redirect_to: returnPage(ctx, redirect_to) }) };
  });

  add('GET', '/user/identities/authorize', async (ctx, { request }) => {
    const user = await requireUser(ctx);
    const { code_challenge, max_age } = parseAuthorize(request.query);
    const redirect_to = wantedPage(ctx, request.query);
    return { url: await beginConnecting(ctx, user, { redirect_to, code_challenge, max_age }) };
  });

  add('DELETE', '/user/identities/:id', async (ctx, { request }) => {
    const user = await requireUser(ctx);
    await disconnect(ctx, user, (request.params as { id: string }).id.toLowerCase());
    return {};
  });
}

function wantedPage(ctx: AuthContext, query: unknown): string {
  return returnPage(ctx, (query as Record<string, unknown>).redirect_to);
}

function parseAuthorize(query: unknown) {
  const parsed = bodies.parse(bodies.authorizeQuery, query);
  const max_age = parsed.max_age === undefined ? null : Number(parsed.max_age);
  if (parsed.provider === companyProvider) return { ...parsed, max_age };
  throw new AuthError('validation_failed', `provider must be ${companyProvider}`);
}

/** The browser is on its way, so an error is shown by a page. */
async function orErrorPage(
  ctx: AuthContext,
  redirect_to: string,
  begin: () => Promise<string>,
): Promise<string> {
  try {
    return await begin();
  } catch (error) {
    const known = toAuthError(error);
    if (!known) throw error;
    return errorPage(ctx, redirect_to, known);
  }
}

const logoutBody = z.object({ logout_token: z.string().check(z.maxLength(16_384)) });

/** The provider sends a form, which no other route reads. */
export async function backchannelRoutes(
  server: FastifyInstance,
  { addTo }: { addTo(server: FastifyInstance): AddRoute },
) {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
  );
  addTo(server)('POST', '/backchannel-logout', async (ctx, { request, reply }) => {
    await consumeNetworkAttempt(ctx, 'backchannel', authLimits.companySignIns);
    const { logout_token } = bodies.parse(logoutBody, request.body);
    try {
      await endSessionsOfProvider(ctx, logout_token);
    } catch (thrown) {
      const error = explainOpenId(thrown);
      if (!(error instanceof OpenIdError)) throw error;
      ctx.app.log.warn(
        { request: ctx.request.id, detail: error.message },
        'a sign-out of the provider was refused',
      );
      return reply.code(400).send({ error: 'invalid_request' });
    }
    return {};
  });
}
