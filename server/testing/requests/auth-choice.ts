import { randomUUID } from 'node:crypto';
import * as auth from '../worlds/auth-cast.ts';
import { goodPassword } from '../worlds/auth-world.ts';
import type { AuthChoice } from './auth-endpoint-table.ts';

/** The kinds of things that a request names. */
export type NamedKind = 'address' | 'app' | 'challenge' | 'recoveryCode';
export type Sides = Partial<Record<NamedKind, 'foreign' | 'unknown'>>;

/** The actor's own things. */
type Own = Pick<AuthChoice, 'app' | 'challenge' | 'proof' | 'recoveryCode'>;

/** An id that is neither an app nor a set of codes. */
const wrongCode = 'wrong code';

/**
 * Ids, codes and emails for one request of an actor: their own, or those that `sides` names. `kinds` then contains
 * the kinds that the request named.
 */
export function chooseAuth(cast: auth.AuthCast, name: auth.AuthActor, sides: Sides = {}) {
  const { foreign, account } = cast;
  const own = ownOf(cast, name);
  const kinds = new Set<NamedKind>();
  async function pick<T>(kind: NamedKind, mine: () => Promise<T>, theirs: T, nobodys: T): Promise<T> {
    kinds.add(kind);
    return sides[kind] === 'foreign' ? theirs : sides[kind] === 'unknown' ? nobodys : mine();
  }
  const at = (email: string) => ({ ...account, email });
  const nobody = auth.newAddress();
  const wrong = (id: string) => ({ id, code: wrongCode });
  const choice: AuthChoice = {
    ...((name === 'admin' || name === 'halfway') && { password: goodPassword }),
    address: () => pick('address', async () => auth.newAddress(), foreign.address, nobody),
    account: () => pick('address', async () => account, at(foreign.address), at(nobody)),
    app: () => pick('app', own.app, wrong(foreign.app), wrong(randomUUID())),
    challenge: (app) =>
      sides.app
        ? Promise.resolve(randomUUID())
        : pick('challenge', () => own.challenge(app), foreign.challenge, randomUUID()),
    proof: own.proof,
    codes: async () => void (await own.recoveryCode()),
    recoveryCode: () => pick('recoveryCode', own.recoveryCode, foreign.codes[0] ?? '', wrongCode),
    refreshToken: () => auth.newRefreshToken(cast),
    link: () => auth.newInvitation(cast),
  };
  return { choice, kinds };
}

function ownOf(cast: auth.AuthCast, name: auth.AuthActor): Own {
  const user = cast.users[name];
  if (auth.isOutsider(name)) return ofNobody;
  return name === 'halfway' ? ofHalfway(user, cast.halfwayApp) : ofInsider(user);
}

/** Without a session nothing can be created; this only has the same form. */
const ofNobody: Own = {
  app: async () => ({ id: randomUUID(), code: wrongCode }),
  challenge: async () => randomUUID(),
  proof: async () => {},
  recoveryCode: async () => wrongCode,
};

/** The actor stays between password and code: the codes are wrong. */
function ofHalfway(user: auth.AuthUser, id: string): Own {
  return {
    ...ofNobody,
    app: async () => ({ id, code: wrongCode }),
    challenge: (app) => auth.startChallenge(user, app),
  };
}

function ofInsider(user: auth.AuthUser): Own {
  const proof = async () => void (await auth.setUpApp(user));
  return {
    app: () => auth.beginApp(user),
    challenge: (app) => auth.startChallenge(user, app),
    proof,
    async recoveryCode() {
      await proof();
      return (await auth.makeCodes(user))[0] ?? '';
    },
  };
}
