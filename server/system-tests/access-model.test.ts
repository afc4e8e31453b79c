import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { modeled } from '../testing/access-model.ts';
import { contractEndpoints, exportedEndpoints, nameOf } from '../testing/requests/contract-endpoints.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { type Decision, openCourt, shrink } from '../testing/worlds/court.ts';
import { randomActor, randomAsk, randomTokenOf } from '../testing/worlds/random-ask.ts';
import { randomWorld } from '../testing/worlds/random-world.ts';
import { chooserOf, seededRandom, testSeed } from '../testing/worlds/seeded-random.ts';

/** `npm run faults -- model` sets it. */
const decisions = Number(process.env.MODEL_DECISIONS ?? 2000);
const perWorld = 250;
/** So many differences end the test. The first one is shown in its smallest world. */
const enough = 3;

/** Asks random questions about one world. Calls `onDifference` for each answer that is not the model's. */
async function compareIn(seed: number, onDifference: (decision: Decision) => void): Promise<void> {
  const choose = chooserOf(seededRandom(seed));
  const world = randomWorld(choose);
  const court = await openCourt(world);
  try {
    for (let n = 0; n < perWorld; n++) {
      const actor = randomActor(choose, world);
      const token = randomTokenOf(choose, world, actor);
      const ask = randomAsk(choose, world, actor, token);
      if (await court.compare({ actor, token, ask })) onDifference({ world, actor, token, ask });
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
    const [first] = found;
    const shown = first ? await shrink(first) : '';
    console.info(`seed ${seed}: ${made} decisions, ${found.length} differences`);
    expect(found.length, `TEST_SEED=${seed}\n\n${shown}`).toBe(0);
  },
  600_000 + decisions * 50,
);

/**
 * The endpoints without a rule in the model, why, and the test of what each shows and changes for whom. A row of
 * `server/testing/access/` may name its test itself.
 */
const left: Record<string, Record<string, string>> = {
  'the same for everybody': {
    'GET /api/config': 'server/features/settings/organization.test.ts',
    'POST /api/invitations/describe': 'server/features/users/invitations/invitations.test.ts',
    'GET /api/imports/template.csv': 'server/features/runs/import/upload.test.ts',
    'GET /api/openapi.json': 'server/http/http-server.sqlite.test.ts',
  },
  'about the own session, or one that the world does not have': {
    'DELETE /api/profile/sessions/:id': 'server/features/sessions/sessions.test.ts',
    'DELETE /api/users/:id/sessions/:session_id': 'server/features/sessions/sessions.test.ts',
  },
  'the same rows as the list beside it': {
    'GET /api/audit.csv': 'server/features/audit/audit-scope.test.ts',
    'GET /api/users/values': 'server/features/users/list/user-values.test.ts',
    'GET /api/locations/values': 'server/features/locations/location-values.test.ts',
    'GET /api/locations/same-address': 'server/features/locations/same-places.test.ts',
    'POST /api/users/export.csv': 'server/features/exports/exports.test.ts',
    'POST /api/locations/export.csv': 'server/features/exports/exports.test.ts',
  },
  'needs a mail server': {
    'GET /api/mails/:id': 'server/features/settings/email-reading.test.ts',
    'POST /api/mails/:id/send': 'server/features/settings/email-sending.test.ts',
    'POST /api/mails/test': 'server/features/settings/email-sending.test.ts',
  },
  'reads of a run beside its lines': {
    'GET /api/runs/:id/result.csv': 'server/features/runs/import/upload.test.ts',
    'GET /api/runs/:id/unknown-words': 'server/features/runs/import/meanings.test.ts',
  },
  'reads and changes at locations in scope, which the access table tries too': {
    'GET /api/registers': 'server/features/registers/registers-scope.test.ts',
    'POST /api/registers': 'server/features/registers/registers-scope.test.ts',
    'PATCH /api/registers/:id': 'server/features/registers/registers-scope.test.ts',
    'POST /api/registers/:id/revoke': 'server/features/registers/registers-scope.test.ts',
    'POST /api/registers/:id/key': 'server/features/registers/registers-scope.test.ts',
    'GET /api/registers/:id/departments': 'server/features/registers/registers-scope.test.ts',
    'PUT /api/registers/:id/departments': 'server/features/registers/registers-scope.test.ts',
    'GET /api/departments': 'server/features/registers/connections/departments.test.ts',
    'PUT /api/departments': 'server/features/registers/connections/departments.test.ts',
    'GET /api/register-files': 'server/features/registers/registers-scope.test.ts',
    'POST /api/register-files/by-hand': 'server/features/registers/registers-scope.test.ts',
    'POST /api/register-files/:id/read-again': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/export.csv': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/compared': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/compared/export.csv': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/by-location': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/by-location/export.csv': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/by-state': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/by-state/export.csv': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/left-out': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/breakdown': 'server/features/registers/registers-scope.test.ts',
    'GET /api/sales/breakdown/export.csv': 'server/features/registers/registers-scope.test.ts',
    'GET /api/fuel-grades': 'server/features/registers/registers-scope.test.ts',
    'PUT /api/fuel-grades': 'server/features/registers/registers-scope.test.ts',
    'GET /api/register-withdrawals/preview': 'server/features/registers/withdraw/withdrawals.test.ts',
    'GET /api/register-withdrawals': 'server/features/registers/withdraw/withdrawals.test.ts',
    'POST /api/register-withdrawals': 'server/features/registers/withdraw/withdrawals.test.ts',
    'POST /api/register-withdrawals/:id/undo': 'server/features/registers/withdraw/withdrawals.test.ts',
    'GET /api/sales/notes': 'server/features/registers/notes/day-notes.test.ts',
    'PUT /api/locations/:id/sales/:business_date/note': 'server/features/registers/notes/day-notes.test.ts',
    'PUT /api/locations/:id/sales/:business_date/seen':
      'server/features/registers/exceptions/exceptions.test.ts',
    'GET /api/sales/exceptions': 'server/features/registers/exceptions/exceptions.test.ts',
    'GET /api/locations/:id/cashiers': 'server/features/registers/exceptions/exceptions.test.ts',
    'GET /api/sales/reporting': 'server/features/registers/registers-scope.test.ts',
    'GET /api/locations/:id/sales': 'server/features/registers/registers-scope.test.ts',
    'GET /api/locations/:id/sales/:business_date': 'server/features/registers/registers-scope.test.ts',
    'GET /api/products': 'server/features/registers/registers-scope.test.ts',
    'GET /api/dashboard/sales': 'server/features/registers/registers-scope.test.ts',
    'GET /api/stock': 'server/features/registers/registers-scope.test.ts',
    'GET /api/stock/export.csv': 'server/features/registers/registers-scope.test.ts',
  },
  'the own rows of the actor': {
    'GET /api/notification-settings': 'server/features/notifications/notifications.test.ts',
    'PUT /api/notification-settings': 'server/features/notifications/notifications.test.ts',
    'GET /api/notifications': 'server/features/notifications/notifications.test.ts',
    'PUT /api/notifications/:id/read': 'server/features/notifications/notifications.test.ts',
    'PUT /api/notifications/read': 'server/features/notifications/notifications.test.ts',
    'PUT /api/notifications/seen': 'server/features/notifications/notifications.test.ts',
    'GET /api/profile/access': 'server/features/user-access/user-access.test.ts',
    'GET /api/recent': 'server/features/preferences/preferences.test.ts',
    'POST /api/recent': 'server/features/preferences/preferences.test.ts',
    'GET /api/locations/:id/watch': 'server/features/registers/notices/notices.test.ts',
    'PUT /api/locations/:id/watch': 'server/features/registers/notices/notices.test.ts',
    'GET /api/view-watches': 'server/features/watches/watches.test.ts',
    'PUT /api/view-watches/:id': 'server/features/watches/watches.test.ts',
    'DELETE /api/view-watches/:id': 'server/features/watches/watches.test.ts',
  },
  'for who manages all locations, or about the own session': {
    'GET /api/company-sign-in': 'server/features/auth/company/company-rules.test.ts',
    'PUT /api/company-sign-in': 'server/features/auth/company/company-rules.test.ts',
    'POST /api/company-sign-in/test': 'server/features/auth/company/company-rules.test.ts',
    'GET /api/company-sign-in/test/:code': 'server/features/auth/company/company-rules.test.ts',
    'GET /api/company-sign-in/sign-out': 'server/features/auth/company/company-sign-in.test.ts',
  },
  'a signed link decides': {
    'POST /api/unsubscribe': 'server/features/notifications/notification-emails.test.ts',
  },
  'what changed, what is found and the organization': {
    'GET /api/changes': 'server/features/changes/changes.test.ts',
    'GET /api/stream': 'server/features/changes/stream.test.ts',
    'GET /api/search': 'server/features/search/search.test.ts',
    'GET /api/organization': 'server/features/settings/organization.test.ts',
    'PATCH /api/organization': 'server/features/settings/organization.test.ts',
  },
  'steps of a run, whose lines the use cases above decide': {
    'POST /api/imports': 'server/features/runs/import/upload.test.ts',
    'PUT /api/runs/:id/plan': 'server/features/runs/import/upload.test.ts',
    'POST /api/runs/:id/apply': 'server/features/runs/run-life.test.ts',
    'POST /api/runs/:id/cancel': 'server/features/runs/run-life.test.ts',
    'DELETE /api/runs/:id': 'server/features/runs/run-life.test.ts',
    'POST /api/runs/:id/retry': 'server/features/runs/run-life.test.ts',
    'POST /api/runs/:id/undo': 'server/features/runs/run-life.test.ts',
    'POST /api/runs/:id/invite-links.csv': 'server/features/runs/bulk/invite-links.test.ts',
  },
};

const namedTests = [
  ...Object.values(left).flatMap((endpoints) => Object.entries(endpoints)),
  ...endpointTable.flatMap(({ endpoint, provenBy }) =>
    provenBy ? [[nameOf(endpoint), provenBy] as const] : [],
  ),
];

test('every endpoint of the contract has a rule in the model, or a reason why not', async () => {
  const contract = (await contractEndpoints()).map(nameOf);
  expect([...modeled, ...namedTests.map(([endpoint]) => endpoint)].sort()).toEqual(contract.sort());
});

test('an endpoint without a rule in the model is called by the test that is named beside it', async () => {
  const exported = (await exportedEndpoints()).map(([name, endpoint]) => ({ name, endpoint }));
  const uncalled = namedTests.filter(([endpoint, file]) => {
    const text = withRequests(file);
    const path = endpoint.replace(/^\w+ /, '').replaceAll('.', '\\.').replace(/:\w+/g, '[^\'"`]+');
    const names = exported.flatMap((one) => (nameOf(one.endpoint) === endpoint ? [one.name] : []));
    return !new RegExp(`['"\`}]${path}['"\`?]|\\b(${names.join('|')})\\b`).test(text);
  });
  expect(uncalled).toEqual([]);
});

/** With the requests that it shares with other tests. */
function withRequests(file: string): string {
  const text = readFileSync(file, 'utf8');
  const shared = [...text.matchAll(/from '([^']*\/testing\/requests\/[^']+)'/g)].map(([, path = '']) => path);
  return [text, ...shared.map((path) => readFileSync(join(dirname(file), path), 'utf8'))].join('\n');
}
