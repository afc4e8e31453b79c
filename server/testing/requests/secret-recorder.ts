const kinds = {
  password: 'password',
  current_password: 'password',
  token_hash: 'link',
  access_token: 'access token',
  refresh_token: 'refresh token',
  secret: 'TOTP secret',
  codes: 'recovery code',
} as const;

export type SecretKind =
  | (typeof kinds)[keyof typeof kinds]
  | 'device cookie'
  | 'signing key'
  | 'operator’s key';

export interface SecretRecorder {
  /** `fetch` that also records every secret that it sends or gets. */
  fetch: typeof fetch;
  add(kind: SecretKind, value: string): void;
  /** Adds the secret of every link in a text. */
  addLinks(text: string): void;
  known(kind: SecretKind): Set<string>;
}

/** Records the secrets that pass between browsers and the server, by kind. */
export function recordSecrets(): SecretRecorder {
  const secrets = new Map<SecretKind, Set<string>>();
  const known = (kind: SecretKind) => {
    const found = secrets.get(kind) ?? new Set();
    secrets.set(kind, found);
    return found;
  };

  function add(kind: SecretKind, value: string) {
    known(kind).add(value);
    // The secret part of a token, without the parts that everybody may know.
    if (kind === 'access token') known(kind).add(value.split('.').at(-1) ?? '');
    if (kind === 'refresh token')
      known(kind).add(Buffer.from(value, 'base64url').subarray(20).toString('base64url'));
  }

  function addLinks(text: string) {
    for (const [, token = ''] of text.matchAll(/token_hash=([\w-]+)/g)) add('link', token);
  }

  function addMembers(value: unknown) {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const kind = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : null;
      for (const text of [member].flat()) if (kind && typeof text === 'string') add(kind, text);
      addMembers(member);
    }
  }

  function addText(text: string) {
    addLinks(text);
    if (/^[[{]/.test(text) && isJson(text)) addMembers(JSON.parse(text));
  }

  return {
    add,
    addLinks,
    known,
    async fetch(input, init) {
      if (typeof init?.body === 'string') addText(init.body);
      const answer = await fetch(input, { ...init, redirect: 'manual' });
      addText(await answer.clone().text());
      const fragment = new URLSearchParams(answer.headers.get('location')?.split('#')[1]);
      addMembers(Object.fromEntries(fragment));
      const cookie = /canopy_device=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
      if (cookie) add('device cookie', cookie);
      return answer;
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
