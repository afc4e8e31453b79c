import { expect, test } from 'vitest';
import { modeled } from '../testing/access-model.ts';
import { contractEndpoints, nameOf } from '../testing/requests/contract-endpoints.ts';
import { type Decision, openCourt, shrink } from '../testing/worlds/court.ts';
import { randomActor, randomAsk } from '../testing/worlds/random-ask.ts';
import { randomWorld } from '../testing/worlds/random-world.ts';
import { chooserOf, seededRandom, testSeed } from '../testing/worlds/seeded-random.ts';

/** `npm run faults -- model` sets it. */
const decisions = Number(process.env.MODEL_DECISIONS ?? 2000);
const perWorld = 250;
/** So many differences end the test, and are shown in their smallest worlds. */
const enough = 3;

/** Asks random questions about one world. Calls `onDifference` for each answer that is not the model's. */
async function compareIn(seed: number, onDifference: (decision: Decision) => void): Promise<void> {
  const choose = chooserOf(seededRandom(seed));
  const world = randomWorld(choose);
  const court = await openCourt(world);
  try {
    for (let n = 0; n < perWorld; n++) {
      const actor = randomActor(choose, world);
      const ask = randomAsk(choose, world, actor);
      if (await court.compare({ actor, ask })) onDifference({ world, actor, ask });
    }
  } finally {
    await court.close();
  }
}

test(
  `the server decides as the model of access, ${decisions} times`,
  async () => {
    const found: Decision[] = [];
    const seed = testSeed();
    let made = 0;
    for (; made < decisions && found.length < enough; made += perWorld) {
      await compareIn(seed * 1_000_003 + made / perWorld, (decision) => found.push(decision));
    }
    const shown: string[] = [];
    for (const decision of found.slice(0, enough)) shown.push(await shrink(decision));
    console.info(`seed ${seed}: ${made} decisions, ${found.length} differences`);
    expect(found.length, [`TEST_SEED=${seed}`, ...shown].join('\n\n')).toBe(0);
  },
  600_000 + decisions * 50,
);

/** The endpoints without a rule in the model, and why. */
const left: Record<string, string[]> = {
  'the same for everybody': [
    'GET /api/config',
    'POST /api/invitations/describe',
    'GET /api/imports/template.csv',
  ],
  'about the own session, or one that the world does not have': [
    'DELETE /api/profile/sessions/:id',
    'DELETE /api/users/:id/sessions/:session_id',
  ],
  'the same rows as the list beside it': [
    'GET /api/audit.csv',
    'POST /api/users/export.csv',
    'POST /api/locations/export.csv',
  ],
  'needs a mail server': ['GET /api/mails/:id', 'POST /api/mails/:id/send', 'POST /api/mails/test'],
  'reads of a run beside its lines': ['GET /api/runs/:id/result.csv', 'GET /api/runs/:id/unknown-words'],
  'reads and changes at locations in scope, which the access table and tests of registers try': [
    'GET /api/registers',
    'POST /api/registers',
    'PATCH /api/registers/:id',
    'POST /api/registers/:id/revoke',
    'GET /api/registers/:id/departments',
    'PUT /api/registers/:id/departments',
    'GET /api/register-files',
    'POST /api/register-files/by-hand',
    'POST /api/register-files/:id/read-again',
    'GET /api/sales',
    'GET /api/sales/export.csv',
    'GET /api/sales/dates',
    'GET /api/sales/reporting',
    'GET /api/locations/:id/sales',
    'GET /api/locations/:id/sales/:business_date',
    'GET /api/products',
    'GET /api/dashboard/sales',
    'GET /api/stock',
    'GET /api/stock/export.csv',
  ],
  'the own rows of the actor': [
    'GET /api/notification-settings',
    'PUT /api/notification-settings',
    'GET /api/notifications',
    'PUT /api/notifications/:id/read',
    'PUT /api/notifications/read',
    'PUT /api/notifications/seen',
    'GET /api/profile/access',
    'GET /api/recent',
    'POST /api/recent',
    'GET /api/view-watches',
    'PUT /api/view-watches/:id',
    'DELETE /api/view-watches/:id',
  ],
  'a signed link decides': ['POST /api/unsubscribe'],
  'tests of their own try them: changes, stream, search and organization': [
    'GET /api/changes',
    'GET /api/stream',
    'GET /api/search',
    'GET /api/organization',
    'PATCH /api/organization',
  ],
  'steps of a run, whose lines the use cases above decide': [
    'POST /api/imports',
    'PUT /api/runs/:id/plan',
    'POST /api/runs/:id/apply',
    'POST /api/runs/:id/cancel',
    'DELETE /api/runs/:id',
    'POST /api/runs/:id/retry',
    'POST /api/runs/:id/undo',
    'POST /api/runs/:id/invite-links.csv',
  ],
};

test('every endpoint of the contract has a rule in the model, or a reason why not', async () => {
  const contract = (await contractEndpoints()).map(nameOf);
  expect([...modeled, ...Object.values(left).flat()].sort()).toEqual(contract.sort());
});
