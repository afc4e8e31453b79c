import { builtInRoles } from '../../contract/access/permissions.ts';
import type { OwnProfile } from '../../contract/profile.ts';

const id = '11111111-1111-4111-8111-111111111111';
const time = '2026-11-20T21:05:00.000Z';

/** A signed-in user with the permissions of the named built-in roles. */
export function profileWith(
  roles: readonly string[] = ['admin'],
  changes: Partial<OwnProfile> = {},
): OwnProfile {
  const held = builtInRoles.filter(({ name }) => roles.includes(name));
  return {
    id,
    email: 'maria@northline.example',
    full_name: 'Maria Alvarez',
    phone: null,
    employee_number: null,
    is_active: true,
    invitation: null,
    last_sign_in_at: null,
    has_second_factor: null,
    has_registers: true,
    has_districts: true,
    second_factor: { is_set_up: false, is_required: false },
    created_at: time,
    updated_at: time,
    roles: held.map(({ name, description }) => ({ id: `role-${name}`, name, description, color: null })),
    locations: [],
    districts: [],
    permissions: held.flatMap(({ permissions }) => [...permissions]),
    ...changes,
  };
}

/** The identity in the form of the auth server. */
export function authUser(changes: Record<string, unknown> = {}) {
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: 'maria@northline.example',
    phone: '',
    app_metadata: { provider: 'email' },
    user_metadata: { full_name: 'Maria Alvarez' },
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
    ...changes,
  };
}

export function authSession(changes: Record<string, unknown> = {}) {
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  return {
    access_token: accessToken({ exp: expires_at }),
    refresh_token: 'refresh-token',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user: authUser(),
    ...changes,
  };
}

/** An authenticator app in the form of the auth server. */
export const phone = {
  id: '22222222-2222-4222-8222-222222222222',
  friendly_name: 'My phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: time,
  updated_at: time,
};

/** The session of a user with a second factor: before the code, or after it. */
export function guardedSession(aal: 'aal1' | 'aal2', factors: unknown[] = [phone]) {
  const { expires_at } = authSession();
  return authSession({
    access_token: accessToken({ exp: expires_at, aal }),
    refresh_token: `refresh-token of ${aal}`,
    user: authUser({ factors }),
  });
}

function accessToken(claims: Record<string, unknown>) {
  const part = (value: unknown) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return `${part({ alg: 'ES256' })}.${part({ sub: id, email: 'maria@northline.example', ...claims })}.c2lnbmF0dXJl`;
}
