import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { App } from '../../kernel/context.ts';
import { getAccount, updateAccount } from './accounts/account.service.ts';
import { requestEmail } from './accounts/answer-requests.service.ts';
import * as redirects from './accounts/link-redirect.pure.ts';
import { signIn } from './accounts/sign-in.service.ts';
import { signUp } from './accounts/sign-up.service.ts';
import { verifyLink } from './accounts/verification.service.ts';
import { addCompanySignIn, backchannelRoutes } from './company/company.routes.ts';
import { exchangeCode } from './company/company-accounts.service.ts';
import { AuthError } from './protocol/auth-error.pure.ts';
import * as bodies from './protocol/bodies.schema.ts';
import type { AccountHooks, AddRoute, AuthContext } from './protocol/context.pure.ts';
import { authLimits, consumeNetworkAttempt } from './protocol/limits.service.ts';
import * as protocol from './protocol/protocol.pure.ts';
import { addSecondFactor } from './second-factor/second-factor.routes.ts';
import { refreshSession } from './sessions/refresh.service.ts';
import {
  createContexts,
  requireAnyLevel,
  requireUser,
  withDeviceCookie,
} from './sessions/request-context.service.ts';
import { signOut } from './sessions/session-lifecycle.service.ts';

interface Options {
  app: App;
  hooks: AccountHooks;
}

/** In the protocol of the auth client (docs/auth-protocol.md). */
export async function authRoutes(server: FastifyInstance, { app, hooks }: Options): Promise<void> {
  const contexts = createContexts(app, hooks);
  server.addHook('onClose', () => contexts.idle());
  server.addHook('onSend', protocol.echoVersion);
  server.setErrorHandler(protocol.answerError);
  server.setNotFoundHandler(refuseUnknownPath);
  protocol.readJsonOnly(server);

  const known = new Map<string, HTTPMethods[]>();
  const addTo =
    (server: FastifyInstance): AddRoute =>
    (method, url, handler) => {
      known.set(url, [...(known.get(url) ?? []), method]);
      server.route({
        method,
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => {
          reply.header('cache-control', 'no-store');
          return handler(contexts.of(request, reply), { request, reply });
        },
      });
    };

  const add = addTo(server);
  addSignIn(add);
  addCompanySignIn(add);
  await server.register(backchannelRoutes, { addTo });
  addLinks(add);
  addAccount(add);
  addSecondFactor(add);
  addPublic(add);
  refuseOtherMethods(server, known);
  // A route of its own: without it, the wildcard that serves the web app's files would answer.
  for (const url of ['/', '/*']) server.route({ method: [...allMethods], url, handler: refuseUnknownPath });
}

function refuseUnknownPath(): never {
  throw new AuthError('not_found', 'There is nothing at this address.');
}

function addSignIn(add: AddRoute) {
  add('POST', '/signup', (ctx, { request }) => signUp(ctx, bodies.parse(bodies.signUpBody, request.body)));

  add('POST', '/token', async (ctx, { request, reply }) => {
    const { grant_type } = bodies.parse(bodies.tokenQuery, request.query);
    if (grant_type === 'password') {
      const session = await signIn(ctx, bodies.parse(bodies.passwordGrantBody, request.body));
      return withDeviceCookie(ctx, reply, session);
    }
    if (grant_type === 'refresh_token') {
      const { refresh_token } = bodies.parse(bodies.refreshGrantBody, request.body);
      return refreshSession(ctx, refresh_token);
    }
    if (grant_type === 'pkce') {
      await consumeNetworkAttempt(ctx, 'company', authLimits.companySignIns);
      const session = await exchangeCode(ctx, bodies.parse(bodies.pkceGrantBody, request.body));
      return withDeviceCookie(ctx, reply, session);
    }
    throw new AuthError('unsupported_grant_type', 'grant_type must be password, refresh_token or pkce');
  });

  add('POST', '/logout', async (ctx, { request, reply }) => {
    const { scope } = bodies.parse(bodies.logoutQuery, request.query);
    await signOut(ctx, await requireAnyLevel(ctx), scope);
    return reply.code(204).send();
  });
}

function addLinks(add: AddRoute) {
  add('POST', '/recover', async (ctx, { request }) => {
    const { email } = bodies.parse(bodies.recoverBody, request.body);
    await requestEmail(ctx, 'recovery', bodies.parseEmail(email));
    return {};
  });

  add('POST', '/resend', async (ctx, { request }) => {
    const { type, email } = bodies.parse(bodies.resendBody, request.body);
    const kind = type === 'signup' ? 'resend_sign_up' : 'resend_email_change';
    await requestEmail(ctx, kind, bodies.parseEmail(email));
    return {};
  });

  add('POST', '/verify', async (ctx, { request, reply }) => {
    const { type, secret } = bodies.parseVerification(request.body);
    return withDeviceCookie(ctx, reply, await verifyLink(ctx, type, secret));
  });

  add('GET', '/verify', async (ctx, { request, reply }) => {
    const site = ctx.app.config.public_url;
    const query = request.query as Record<string, unknown>;
    const page = redirects.landingPage(site, query.type, query.redirect_to);
    page.hash = await linkOutcome(ctx, request, reply);
    return reply.header('referrer-policy', 'no-referrer').redirect(page.href, 303);
  });

  // Mail scanners send HEAD before users open a link, so HEAD must not use the link.
  add('HEAD', '/verify', async (_ctx, { reply }) => reply.header('referrer-policy', 'no-referrer').send());
}

async function linkOutcome(ctx: AuthContext, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  try {
    const { type, secret } = bodies.parseVerificationQuery(request.query);
    const outcome = await verifyLink(ctx, type, secret);
    if ('msg' in outcome) return redirects.messageFragment(outcome.msg);
    return redirects.sessionFragment(withDeviceCookie(ctx, reply, outcome), type);
  } catch (error) {
    const known = protocol.toAuthError(error);
    if (!known) request.log.error({ err: error }, 'a link could not be used');
    return redirects.errorFragment(known ?? protocol.unexpectedFailure());
  }
}

function addAccount(add: AddRoute) {
  add('GET', '/user', async (ctx) => getAccount(ctx, await requireAnyLevel(ctx)));

  add('PUT', '/user', async (ctx, { request, reply }) => {
    const user = await requireUser(ctx);
    const account = await updateAccount(ctx, user, bodies.parse(bodies.userBody, request.body));
    return withDeviceCookie(ctx, reply, account);
  });
}

function addPublic(add: AddRoute) {
  add('GET', '/settings', async ({ app: { config } }) => ({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: config.signups === 'closed',
    mailer_autoconfirm: false,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
  }));

  add('GET', '/health', async ({ app: { config } }) => ({
    version: config.version,
    name: config.product_name,
    description: config.product_description,
  }));

  add('GET', '/.well-known/jwks.json', async (ctx, { reply }) => {
    reply.header('cache-control', 'public, max-age=600');
    return { keys: ctx.app.keys.publicKeys() };
  });
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function refuseOtherMethods(server: FastifyInstance, known: Map<string, HTTPMethods[]>) {
  for (const [url, methods] of known) {
    server.route({
      method: allMethods.filter((method) => !methods.includes(method)),
      url,
      handler: (_request, reply) => {
        reply.header('allow', methods.join(', '));
        throw new AuthError('method_not_allowed', `Only ${methods.join(' and ')} work here.`);
      },
    });
  }
}
