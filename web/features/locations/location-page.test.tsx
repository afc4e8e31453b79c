import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../contract/endpoint.ts';
import { getLocation } from '../../../contract/locations.ts';
import { assignPerson, listLocationPeople, type ReachPerson, removePerson } from '../../../contract/reach.ts';
import { person, serveChain, store } from '../../testing/fake-chain.ts';
import { FakeServer, type Seen } from '../../testing/fake-server.ts';
import { profileWith } from '../../testing/people.ts';
import { openApp } from '../../testing/render-app.tsx';

const millRoad = store({ name: 'Mill Road 104', address: '12 Mill Road' });
const role = (name: string) => ({ id: `role-${name}`, name, description: '', color: null });
const assigned = { at: '2026-11-20T21:05:00.000Z', by: 'Ada Owner' };

function linked(full_name: string, changes: Partial<ReachPerson> = {}): ReachPerson {
  const email = `${full_name.toLowerCase().replaceAll(' ', '.')}@northline.example`;
  return {
    ...{ id: `person-${full_name}`, email, full_name, is_active: true, last_sign_in_at: null },
    ...{ roles: [role('employee')], assigned, all_stores_roles: [], obstacles: [] },
    ...changes,
  };
}

const ada = linked('Ada Owner', { roles: [role('admin')], assigned: null, all_stores_roles: ['admin'] });
const eva = linked('Eva Employee', { last_sign_in_at: '2026-11-21T14:30:00.000Z' });
const lea = linked('Lea Leaver', { is_active: false, obstacles: ['deactivated'] });
const riley = linked('Riley Roleless', {
  roles: [],
  obstacles: ['no_role'],
  assigned: { ...assigned, by: null },
});

type Page = Answer<typeof listLocationPeople>;

/** Opens the store's page over a server that holds these people; the array may change meanwhile. */
async function openStore(people: ReachPerson[], page: Partial<Page> = {}, roles = ['admin']) {
  const server = new FakeServer();
  const chain = serveChain(server, { locations: [millRoad] });
  server.answer(listLocationPeople, ({ query }) => pageOf(people, query, page));
  const opened = await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith(roles) });
  await screen.findByRole('heading', { name: 'Mill Road 104', level: 1 });
  return { ...opened, chain };
}

function pageOf(people: ReachPerson[], { list, q = '' }: Seen['query'], page: Partial<Page>): Page {
  const seeing = people.filter((one) => one.obstacles.length === 0);
  const kept = people.filter((one) => one.obstacles.length > 0);
  const rows = (list === 'cannot_see' ? kept : seeing).filter((one) => one.email.includes(q));
  const counts = { total: rows.length, can_see: seeing.length, cannot_see: kept.length };
  return { people: rows, ...counts, next: null, unnamed: 0, is_open_to_all: false, ...page };
}

const listOf = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .flatMap((item) => (item.querySelector('ul') ? [item.textContent] : []));

describe('the page of a store', () => {
  test('says of everybody why they see it and when they last signed in', async () => {
    await openStore([ada, eva]);
    const [first, second] = await listOf('People who can see this store');
    expect(first).toContain('admin: all stores');
    expect(first).toContain('Last sign-in: Never');
    expect(second).toContain('Assigned by Ada Owner on Nov 20, 2026');
    expect(second).toMatch(/Last sign-in: Nov 2\d, 2026/);
    screen.getByText('2 people can see this store');
  });

  test('sets apart those who are linked to it but cannot see it, with what keeps them', async () => {
    await openStore([ada, lea, riley]);
    const [first, second] = await listOf('People who cannot see this store');
    expect(first).toContain('Deactivated: cannot sign in');
    expect(second).toContain('Assigned by somebody else on Nov 20, 2026');
    expect(second).toContain('Has no role that lets them see it');
    screen.getByRole('heading', { name: '2 people linked to this store cannot see it' });
  });

  test('counts people of the head office whom the reader may not know', async () => {
    await openStore([eva], { unnamed: 2 }, ['manager']);
    await screen.findByText('2 more people reach every store through their role.');
    screen.getByText('3 people can see this store');
  });

  test('warns where access is not enforced', async () => {
    await openStore([eva], { is_open_to_all: true });
    await screen.findByText(/everybody who signs in reaches every store/);
  });

  test('shows more people on demand', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    server.answer(listLocationPeople, ({ query }) =>
      pageOf(
        [query.after ? lea : eva].map((one) => ({ ...one, obstacles: [] })),
        query,
        {
          total: 2,
          next: query.after ? null : eva.id,
        },
      ),
    );
    const { user } = await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText('Lea Leaver');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('says why there is nothing to see, and leads back', async () => {
    const server = new FakeServer();
    serveChain(server);
    server.refuse(getLocation, 'not_found', 'This store does not exist, or is not one of yours.');
    await openApp('/locations/other', { server, signedInAs: profileWith(['manager']) });
    await screen.findByText('This store does not exist, or is not one of yours.');
    screen.getByRole('link', { name: 'Go to Locations' });
  });

  test('shows the store to somebody who may not see its people, and says why', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    server.refuse(listLocationPeople, 'forbidden', 'You are not allowed to do this. Ask your administrator.');
    await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith([]) });
    await screen.findByText('12 Mill Road, Albany, NY 12207');
    await screen.findByText('You are not allowed to do this. Ask your administrator.');
    expect(screen.getByRole('button', { name: 'Assign people' })).toHaveProperty('disabled', true);
  });

  test('does not say that nobody was found while the next search is on its way', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    const reply = Promise.withResolvers<void>();
    server.answer(listLocationPeople, async ({ query }) => {
      if (query.q === 'eva') await reply.promise;
      return pageOf([eva], query, {});
    });
    const { user } = await openApp(`/locations/${millRoad.id}?q=xyz`, { server, signedInAs: profileWith() });
    await screen.findByText('No people found');
    const box = screen.getByRole('searchbox', { name: /^Search people/ });
    await user.clear(box);
    await user.type(box, 'eva');
    await screen.findByText('Searching...');
    expect(screen.queryByText('No people found')).toBeNull();
    reply.resolve();
    await screen.findByText('Eva Employee');
  });

  test('says what failed, and tries again', async () => {
    const server = new FakeServer();
    serveChain(server, { locations: [millRoad] });
    server.refuse(listLocationPeople, 'conflict', 'Not now');
    const { user } = await openApp(`/locations/${millRoad.id}`, { server, signedInAs: profileWith() });
    await screen.findByText('Failed to fetch people: Not now');
    server.answer(listLocationPeople, ({ query }) => pageOf([eva], query, {}));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Eva Employee');
  });
});

describe('assigning and removing', () => {
  test('offers people who are not there yet, assigns the picked ones and shows them', async () => {
    const people = [ada];
    const { server, user, chain } = await openStore(people);
    chain.users.push(
      person({ id: 'person-eva', full_name: 'Eva Employee' }),
      person({ id: 'person-there', full_name: 'Already There', location_ids: [millRoad.id] }),
    );
    server.answer(assignPerson, () => {
      people.push(eva);
      return undefined;
    });
    await user.click(screen.getByRole('button', { name: 'Assign people' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign People' }));
    await dialog.findByRole('searchbox');
    expect(dialog.queryByText('Already There')).toBeNull();
    dialog.getByText('0 person(s) selected');
    await user.click(await dialog.findByRole('checkbox', { name: /Eva Employee/ }));
    await user.click(dialog.getByRole('button', { name: 'Assign' }));
    await screen.findByText('Assigned by Ada Owner on Nov 20, 2026');
    expect(screen.queryByRole('dialog')).toBeNull();
    const [put] = server.requests('PUT', `/api/locations/${millRoad.id}/people/person-eva`);
    expect(put?.body).toBeUndefined();
  });

  test('keeps the dialog open and says whom a refusal met', async () => {
    const { server, user, chain } = await openStore([ada]);
    chain.users.push(person({ full_name: 'Bob Boss' }));
    server.refuse(assignPerson, 'forbidden', 'This person has rights that you do not have.');
    await user.click(screen.getByRole('button', { name: 'Assign people' }));
    await user.click(await screen.findByRole('checkbox', { name: /Bob Boss/ }));
    await user.click(screen.getByRole('button', { name: 'Assign' }));
    await screen.findByText(
      'Bob Boss: Failed to assign the person: This person has rights that you do not have.',
    );
    screen.getByText('1 person(s) selected');
  });

  test('asks before removing, and takes the person off the list', async () => {
    const people = [ada, eva];
    const { server, user } = await openStore(people);
    server.answer(removePerson, () => {
      people.pop();
      return undefined;
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Eva Employee' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove from Store' }));
    question.getByText('Are you sure you want to remove "Eva Employee" from "Mill Road 104"?');
    question.getByText('They lose sight of it at once.');
    await user.click(question.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Eva Employee')).toBeNull());
  });

  test('is refused beforehand to a manager at her only location, and warned of at one of several', async () => {
    const profile = profileWith(['manager']);
    const own = linked('Maria Alvarez', { id: profile.id, roles: [role('manager')] });
    const openAs = async (locations: { id: string }[]) => {
      const server = new FakeServer();
      serveChain(server, { locations: [millRoad] });
      server.answer(listLocationPeople, ({ query }) => pageOf([own], query, {}));
      const signedInAs = { ...profile, locations: locations as typeof profile.locations };
      const { user } = await openApp(`/locations/${millRoad.id}`, { server, signedInAs });
      await user.click(await screen.findByRole('button', { name: 'Remove Maria Alvarez' }));
      return within(await screen.findByRole('alertdialog', { name: 'Remove from Store' }));
    };
    const last = await openAs([millRoad]);
    last.getByText('You would lose access to Mill Road 104. Ask an administrator to do this.');
    expect(last.getByRole('button', { name: 'Remove' })).toHaveProperty('disabled', true);
    const several = await openAs([millRoad, store()]);
    several.getByText('You lose sight of it at once. Only an administrator can give it back.');
    expect(several.getByRole('button', { name: 'Remove' })).toHaveProperty('disabled', false);
  });

  test('is greyed out for somebody who holds more than the reader', async () => {
    const boss = linked('Bob Boss', { roles: [role('admin')], all_stores_roles: ['admin'] });
    await openStore([boss, eva], {}, ['manager']);
    const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
    await screen.findByText('Bob Boss');
    await waitFor(() => expect(isDisabled('Remove Bob Boss')).toBe(true));
    expect(isDisabled('Remove Eva Employee')).toBe(false);
  });
});
