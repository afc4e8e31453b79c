import { companySignInProblems } from '../../../../contract/auth/company-sign-in-problems.ts';
import type {
  CompanySignIn,
  CompanySignInInput,
  CompanySignInStep,
} from '../../../../contract/company-sign-in.ts';
import { type Authorized, requireAct } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { changedFields, updateStamp } from '../../../kernel/edit.ts';
import { refuseStale } from '../../../kernel/stale.ts';
import { isWithin } from '../../../platform/clock.ts';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import { isSafeUrl } from '../../../platform/openid/bounded-fetch.ts';
import { explainOpenId, OpenIdError } from '../../../platform/openid/explain-openid.ts';
import * as repository from '../identities/company.repository.ts';
import { guardBypass } from '../identities/guard-bypass.service.ts';
import { findHolder, findIdentity } from '../identities/identities.repository.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import { requireRecentProof } from '../second-factor/recent-proof.service.ts';
import { findSessionStart } from '../sessions/sessions.repository.ts';
import { type Claims, mayConnectByEmail, provenEmail, provesSecondFactor } from './company-account.rules.ts';
import { connectionFacts } from './company-accounts.service.ts';
import { type Answer, beginFlow, callbackUrl, clientOf, findFlow } from './company-flow.service.ts';

type Ctx = Authorized<'sso.manage'>;

const fields = [
  ...(['label', 'issuer', 'client_id', 'domains', 'is_trusted_for_link'] as const),
  ...(['email_verified', 'is_second_factor_by_amr', 'state'] as const),
];
/** How long a sign-in through the provider proves that it works. */
const provenMs = 3_600_000;

export async function getCompanySignIn(ctx: Ctx): Promise<CompanySignIn> {
  requireAct(ctx, 'manageCompanySignIn');
  const { config, database } = ctx.app;
  const stored = await repository.findProvider(database.read);
  const provider = stored && {
    ...Object.fromEntries(fields.map((field) => [field, stored[field]])),
    has_secret: stored.client_secret !== null,
    updated_at: stored.updated_at,
  };
  return {
    provider: (provider as CompanySignIn['provider'] | undefined) ?? null,
    redirect_uri: callbackUrl(ctx.app),
    backchannel_logout_uri: `${config.public_url}/auth/v1/backchannel-logout`,
    post_logout_redirect_uri: `${config.public_url}/login`,
    connected_users: stored ? await repository.countLinkedUsers(database.read, stored.issuer) : 0,
    bypassing_users: await repository.countBypassers(database.read),
  };
}

/** For the login page; null while it is off. */
export async function companySignInOf(db: Queryable): Promise<{ name: string; is_required: boolean } | null> {
  const provider = await repository.findProvider(db);
  if (!provider || provider.state === 'off') return null;
  return { name: provider.label, is_required: provider.state === 'required' };
}

/** @throws ApiError 403 without recent proof, and without access to all locations; 409 when it cannot be required; 412 */
export async function updateCompanySignIn(
  ctx: Ctx,
  { client_secret, ...wanted }: CompanySignInInput,
  ifMatch: string | null,
): Promise<CompanySignIn> {
  requireAct(ctx, 'manageCompanySignIn');
  if (!isSafeUrl(new URL(wanted.issuer))) throw invalid({ path: 'issuer', message: 'Must be an https URL' });
  await change(ctx, {}, async (ctx) => {
    await requireRecentProof(ctx);
    const stored = await repository.lockProvider(ctx.tx);
    const before: repository.Provider = stored ?? { ...empty, name: repository.providerName, domains: [] };
    const domains = [...new Set(wanted.domains)];
    const isSame = domains.join() === before.domains.join();
    const changed = changedFields(before, { ...wanted, domains: isSame ? before.domains : domains }, fields);
    const isNewSecret = client_secret !== undefined;
    if (!changed && !isNewSecret) return;
    if (stored) await refuseStale(ctx, stored, ifMatch);
    if (wanted.state === 'required' && before.state !== 'required') await requireProof(ctx, wanted.label);
    await repository.saveProvider(ctx.tx, {
      ...{ ...before, ...changed?.after, ...updateStamp(ctx, before) },
      ...(isNewSecret && {
        client_secret: client_secret === null ? null : repository.sealed(ctx.app, client_secret),
      }),
    });
    audit(ctx, {
      action: 'settings.company_sign_in',
      subject: { type: 'settings', id: null, name: 'Company sign-in' },
      details: {
        ...changed,
        ...(isNewSecret && { secret: client_secret === null ? 'Removed' : 'Replaced' }),
      },
    });
    guardBypass(ctx);
  });
  return getCompanySignIn(ctx);
}

const empty: Omit<repository.Provider, 'name' | 'domains'> = {
  ...{ label: '', issuer: '', client_id: '', client_secret: null, is_trusted_for_link: false },
  ...{ email_verified: 'required', is_second_factor_by_amr: false, state: 'off' },
  ...{ updated_at: '1970', updated_by: null, updated_by_name: '' },
};

/** Somebody came in through the provider just now, so that a wrong setting locks nobody out. @throws ApiError 409 */
async function requireProof(ctx: InTransaction<Ctx>, label: string): Promise<void> {
  const { session_id } = ctx.actor;
  const start = session_id === null ? undefined : await findSessionStart(ctx.tx, session_id);
  const isProof =
    start?.provider_sid != null && isWithin(provenMs, Date.parse(start.created_at), ctx.app.now().getTime());
  if (!isProof)
    throw new ApiError('conflict', `Sign in through ${label} first. Then you can require it for an hour.`);
}

/** Reads what the provider publishes, and begins a sign-in that changes nothing. */
export async function testCompanySignIn(
  ctx: Ctx,
): Promise<{ steps: CompanySignInStep[]; url: string | null }> {
  requireAct(ctx, 'manageCompanySignIn');
  const { app, actor } = ctx;
  const provider = await repository.findProvider(app.database.read);
  if (!provider) throw new ApiError('conflict', 'Save the settings first.');
  const steps: CompanySignInStep[] = [];
  try {
    const metadata = await app.openid.describe(clientOf(app, provider));
    steps.push({ name: 'Provider found', is_ok: true, detail: metadata.issuer });
    const signOut = metadata.end_session_endpoint;
    steps.push({
      ...{ name: 'Sign-out at the provider', is_ok: true },
      detail: signOut ?? 'The provider has none: users are signed out here only.',
    });
    const { user_id, session_id } = actor;
    const page = `${app.config.public_url}/settings?tab=company-sign-in`;
    const begun = {
      purpose: 'test',
      redirect_to: page,
      code_challenge: null,
      max_age: null,
      user_id,
      session_id,
    } as const;
    return { steps, url: await beginFlow(ctx, provider, begun) };
  } catch (thrown) {
    return { steps: [...steps, failedStep('Provider found', thrown, provider.label)], url: null };
  }
}

/** @throws the error when it is no answer of the provider. */
function failedStep(name: string, thrown: unknown, label: string): CompanySignInStep {
  const error = explainOpenId(thrown);
  if (error instanceof OpenIdError)
    return {
      name,
      is_ok: false,
      detail: `${companySignInProblems[error.problem](label)} (${error.message})`,
    };
  if (error instanceof AuthError) return { name, is_ok: false, detail: error.message };
  throw error;
}

/** @throws ApiError 404 for the test of somebody else, or one that was read before. */
export async function readTest(
  ctx: Ctx,
  code: string,
): Promise<{ steps: CompanySignInStep[]; claims: Record<string, unknown> }> {
  requireAct(ctx, 'manageCompanySignIn');
  const { app, actor } = ctx;
  const flow = await findFlow(ctx, code, null).catch((error) => {
    if (error instanceof AuthError) throw new ApiError('not_found', error.message);
    throw error;
  });
  const provider = await repository.findProvider(app.database.read);
  if (flow.purpose !== 'test' || flow.session_id !== actor.session_id || !provider)
    throw new ApiError('not_found', companySignInProblems.flow_state_not_found());
  await change(ctx, {}, (ctx) => repository.consumeCode(ctx.tx, flow.code_hash ?? ''));
  const { claims, failure } = repository.opened<Answer>(app, flow.answer ?? '');
  if (failure)
    return {
      claims,
      steps: [failedStep(answered, new OpenIdError(failure.problem, failure.detail), provider.label)],
    };
  const genuine = 'State, nonce, signature, issuer and audience are right.';
  const steps = [
    { name: answered, is_ok: true, detail: genuine },
    emailStep(provider, claims),
    factorStep(provider, claims),
    await whoStep(ctx, provider, claims),
  ];
  return { claims, steps };
}

const answered = 'Answer of the provider';

function emailStep(provider: repository.Provider, claims: Claims): CompanySignInStep {
  const proven = provenEmail(provider, claims);
  return 'email' in proven
    ? { name: 'Email', is_ok: true, detail: `${proven.email} counts as proven.` }
    : { name: 'Email', is_ok: false, detail: companySignInProblems[proven.problem](provider.label) };
}

function factorStep(provider: repository.Provider, claims: Claims): CompanySignInStep {
  const detail = provesSecondFactor(provider, claims)
    ? 'The provider says that a second factor was entered, which counts here.'
    : 'The provider is not believed about a second factor. Roles that require one ask for ours.';
  return { name: 'Second factor', is_ok: true, detail };
}

/** Who would sign in, by the rules of a sign-in. */
async function whoStep(ctx: Ctx, provider: repository.Provider, claims: Claims): Promise<CompanySignInStep> {
  const { read } = ctx.app.database;
  const name = 'User';
  const link = await repository.findLink(read, { issuer: claims.iss, subject: claims.sub });
  const proven = provenEmail(provider, claims);
  if (link)
    return {
      name,
      is_ok: true,
      detail: `Connected: ${(await findIdentity(read, link.user_id))?.email ?? ''} signs in.`,
    };
  if ('problem' in proven)
    return { name, is_ok: false, detail: 'Nobody would be signed in without an invitation.' };
  const known = await findHolder(read, proven.email);
  if (!known)
    return { name, is_ok: true, detail: 'A new user without a role and a location would be added.' };
  if (!known.is_active) return { name, is_ok: false, detail: companySignInProblems.user_banned() };
  const mayConnect = mayConnectByEmail(provider, await connectionFacts(read, known.id));
  return mayConnect
    ? { name, is_ok: true, detail: `${proven.email} would be connected and signed in.` }
    : { name, is_ok: false, detail: companySignInProblems.account_exists(provider.label) };
}
