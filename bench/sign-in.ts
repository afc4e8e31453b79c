import { hash, verify } from '@node-rs/argon2';
import type { Fixture } from './fixture.ts';
import type { Process } from './process.ts';
import { atLeast, type Measure, median } from './report.ts';

const atOnce = 4;
/** As the server does it: server/features/auth/identities/passwords.ts. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const hashesAtOnce = 2;

/** Sign-ins a second against the bare comparison of a password with its hash, which is nearly all of the work. */
export async function measureSignIn(
  fixture: Fixture,
  pace: { rounds: number; roundMs: number },
): Promise<Measure> {
  const canopy = await fixture.startCanopy();
  const stored = await hash(fixture.admin.password, cost);
  try {
    const signIns = () => repeat(atOnce, pace.roundMs, () => signIn(canopy, fixture.admin));
    const hashes = () => repeat(hashesAtOnce, pace.roundMs, () => verify(stored, fixture.admin.password));
    await signIns();
    const seen: { canopy: number; bare: number }[] = [];
    for (let round = 0; round < pace.rounds; round++) {
      seen.push({ canopy: await signIns(), bare: await hashes() });
    }
    return {
      what: 'sign-in (bare: argon2 alone)',
      canopy: `${median(seen.map((round) => round.canopy)).toFixed(0)}/s`,
      bare: `${median(seen.map((round) => round.bare)).toFixed(0)}/s`,
      ...atLeast(median(seen.map((round) => round.canopy / round.bare)), 0.8),
    };
  } finally {
    await canopy.stop();
  }
}

async function repeat(lanes: number, milliseconds: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() < startedAt + milliseconds) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done / ((performance.now() - startedAt) / 1000);
}

export async function signIn({ url }: Process, body: { email: string; password: string }): Promise<void> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
}
