import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDayNote } from '../../../../contract/day-notes.ts';
import { createLocation, type Location } from '../../../../contract/locations.ts';
import { emailSections, saveNotificationSettings } from '../../../../contract/notifications/notifications.ts';
import { createRegister } from '../../../../contract/registers.ts';
import { type MailCatcher, startMailCatcher } from '../../../testing/processes/mail-catcher.ts';
import { createClient } from '../../../testing/requests/client.ts';
import { fgm, mcm, summary } from '../../../testing/requests/register-xml.ts';
import { signInAs } from '../../../testing/worlds/sign-in-as.ts';
import { millRoad, startWorld, type User, type World } from '../../../testing/worlds/world.ts';
import { noticeAbsent } from '../notices/absent.service.ts';

let clock = Date.parse('2026-10-12T18:00:00.000Z');
let mails: MailCatcher;
let world: World;
beforeAll(async () => {
  mails = await startMailCatcher();
  const env = { SMTP_URL: `smtp://canopy:secret@${mails.address}`, TIME_ZONE: 'America/New_York' };
  world = await startWorld({ env, now: () => new Date(clock) });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

const again = async (user: User): Promise<User> =>
  Object.assign(user, createClient(world.url, await signInAs(world.app, user)));
const at = async (time: string) => {
  clock = Date.parse(time);
  await again(world.ada);
};
const settle = async () => {
  for (let turn = 0; turn < 2; turn++)
    await Promise.all([world.workOnNotifications(), world.workOnNotifications()]);
  await world.app.mailer.deliverDue();
};
const subjectsTo = async ({ email }: User) => {
  const query = world.app.database.read.selectFrom('mail_outbox').select('subject');
  return (await query.where('to_address', '=', email).orderBy('created_at').execute()).map(
    ({ subject }) => subject,
  );
};

/** Signs beyond ASCII come as bytes. */
const emailsTo = async ({ email }: User, count: number, part?: string) => {
  const signs = /=C2=[0-9A-F]{2}|=E2(?:=[0-9A-F]{2}){2}/g;
  const signOf = (bytes: string) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString();
  return (await mails.emailsTo(email, count, part)).map((text) =>
    text.replaceAll('\r\n', '\n').replace(signs, signOf),
  );
};

async function connect(number: string) {
  const body = { ...millRoad, name: `Store ${number}`, number };
  const location = (await world.ada.call(createLocation, { body })).ok();
  const front = { name: `Front of ${number}`, location_ids: [location.id] };
  const { key } = (await world.ada.call(createRegister, { body: front })).ok();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
  const close = async (date: string, goods: string, volume: string | null, sequence = 1) => {
    const head = { store: number, business_date: date, began: `${date}T00:10:00`, ended: `${date}T23:50:00` };
    const fuel =
      volume === null ? [] : [fgm({ ...head, sequence }, [{ grade: '001', volume, amount: volume }])];
    for (const file of [mcm({ ...head, sequence }, [{ code: '12', amount: goods }]), ...fuel])
      expect((await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers)).ok).toBe(true);
  };
  const till = async (date: string, over: string) => {
    const head = { store: number, business_date: date, began: `${date}T00:10:00`, ended: `${date}T23:50:00` };
    const file = summary(head, [
      ['statistics/overShort', over, '0'],
      ['closingBalance', '200.00', '0'],
    ]);
    expect((await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers)).ok).toBe(true);
  };
  return { location, close, till };
}
type Store = Awaited<ReturnType<typeof connect>>;

/** Of November 2026. */
const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}`;
const manager = async (name: string, at: readonly Location[]) => {
  const user = await world.newUser(name, ['manager'], [...at]);
  // Only what the email about sales says: of themselves they were told before.
  await settle();
  await world.app.database.write((tx) => tx.updateTable('notifications').set({ email: null }).execute());
  return user;
};

let stores: Store[];
let all: User;
let two: User;

test('yesterday of their locations, with its own changes, what is missing, and nothing of other locations', async () => {
  stores = [await connect('1'), await connect('2'), await connect('3')];
  const locations = stores.map(({ location }) => location);
  for (const date of ['2026-10-14', '2026-10-28', ...[4, 11, 17, 18, 19, 21, 22, 24].map(day)]) {
    // The clock goes with the days, or they would be of the future.
    await at(`${date}T23:00:00.000Z`);
    for (const { close } of stores) await close(date, '100.00', '50.000');
  }
  await at('2026-11-26T02:00:00.000Z');
  const [one, other, silent] = stores as [Store, Store, Store];
  await one.close(day(25), '110.00', '40.000');
  await other.close(day(25), '100.00', '50.000');
  await one.till(day(25), '-12.40');
  expect(silent.location.name).toBe('Store 3');
  all = await manager('Al All', locations);
  two = await manager('Tia Two', [one.location, silent.location]);
  const eve = await world.newUser('Eve Employee', ['employee'], [one.location]);
  await settle();
  // 7:00 in New York.
  await at('2026-11-26T12:00:20.000Z');
  await settle();
  expect(await subjectsTo(all)).toEqual([
    'Wed, Nov 25: 2 of 3 locations · 90 gal ▼ 10.0 % · merchandise $210 ▲ 5.0 %',
  ]);
  // Half is not fewer than half.
  expect(await subjectsTo(two)).toEqual([
    'Wed, Nov 25: 1 of 2 locations · 40 gal ▼ 20.0 % · merchandise $110 ▲ 10.0 %',
  ]);
  expect((await subjectsTo(eve)).join()).not.toContain('Nov 25');
  const [email = ''] = await emailsTo(all, 1);
  for (const part of [
    'Missing on Wed, Nov 25:\n\nStore 3: no figures\n',
    'Undecided:\n\nIncludes $210 of department 12 that nobody has decided about.',
    'Exceptions on Wed, Nov 25:\n\nStore 1: Over or short: Off by $12.40',
    'Gallons: 90 gal · from Wed, Nov 18 ▼ 10.0 % · from the last 4 Wednesdays ▼ 10.0 %',
    'Merchandise: $210 · from Wed, Nov 18 ▲ 5.0 % · from the last 4 Wednesdays ▲ 5.0 %',
    // A year before there was nothing, and no report named transactions.
    'Transactions: — · from Wed, Nov 18 — · from the last 4 Wednesdays —',
    'Compared from Wed, Nov 18: 2 of 3 locations.\n\nCompared from the last 4 Wednesdays: 2 of 3 locations.',
    'Month to date, Nov 1 to Nov 25:',
    'Merchandise: $2,610 · from the same weekdays last year —',
    'Store 1: 40 gal · from Wed, Nov 18 ▼ 20.0 % · merchandise $110 · from Wed, Nov 18 ▲ 10.0 %',
    'As of 7:00 AM, America/New_York time.',
    'sales?from=2026-11-25&to=2026-11-25',
  ])
    expect(email).toContain(part);
  expect(email).not.toContain('Last week');
  expect(email).toMatch(/<td[^>]*>Store 1<\/td>/);
  expect((await emailsTo(two, 1)).join()).not.toContain('Store 2');
});

test('a correction since the last email is named with its amount, once', async () => {
  await at('2026-11-26T15:30:00.000Z');
  const [one, other, three] = stores as [Store, Store, Store];
  for (const { close } of [one, other, three]) await close(day(26), '100.00', '50.000');
  await one.close(day(24), '87.60', '50.000', 2);
  await noticeAbsent(world.app);
  await at('2026-11-27T12:00:20.000Z');
  await settle();
  const [, email = ''] = await emailsTo(all, 2);
  expect(email).toContain('Corrected since the last email:\n\nStore 1: Tue, Nov 24, −$12.40');
  expect(email).toContain('Only one side has Thanksgiving, Nov 26.');
  // Days that were missed only now stand among the notices; what the last email named does not.
  expect(email).toContain('Store 1: Mon, Nov 23 was missing.');
  expect(email).not.toContain('Nov 25');
  // The bell says it, and the email not twice.
  expect(email.split('Nov 24').length).toBe(email.split('Tue, Nov 24, −$12.40').length);
  await at('2026-11-28T12:00:20.000Z');
  await settle();
  expect((await emailsTo(all, 3)).at(-1)).not.toContain('Corrected');
});

test('fewer than half: the subject says so, one follow-up comes at 10:00, and a marked day is not missing', async () => {
  await at('2026-11-29T02:00:00.000Z');
  const [one, other, three] = stores as [Store, Store, Store];
  await one.close(day(28), '100.00', '50.000');
  await at('2026-11-29T12:00:20.000Z');
  await settle();
  const first = (await subjectsTo(all)).at(-1);
  expect(first).toBe('Sat, Nov 28: only 1 of 3 locations · 50 gal 0.0 % · merchandise $100 0.0 %');
  await at('2026-11-29T13:00:00.000Z');
  await other.close(day(28), '120.00', '50.000');
  const mark = {
    params: { id: three.location.id, business_date: day(28) },
    body: { note: '', is_closed: true },
  };
  (await world.ada.call(setDayNote, mark)).ok();
  const before = (await subjectsTo(all)).length;
  await settle();
  expect(await subjectsTo(all)).toHaveLength(before);
  await at('2026-11-29T15:00:20.000Z');
  await settle();
  await settle();
  const after = await subjectsTo(all);
  expect(after).toHaveLength(before + 1);
  expect(after.at(-1)).toBe(
    'Update: Sat, Nov 28: 2 of 2 locations · 100 gal 0.0 % · merchandise $220 ▲ 10.0 %',
  );
  await at('2026-11-29T20:00:00.000Z');
  await settle();
  expect(await subjectsTo(all)).toHaveLength(before + 1);
});

test('the first day of the week adds the week, and many locations are the five best and worst', async () => {
  await at('2026-11-29T21:00:00.000Z');
  const more: Store[] = [];
  for (let number = 10; number < 21; number++) more.push(await connect(String(number)));
  for (const { close } of more) for (const date of [15, 22]) await close(day(date), '100.00', null);
  await at('2026-11-30T02:00:00.000Z');
  for (const [index, { close }] of more.entries()) await close(day(29), `${100 + (index - 4) * 10}.00`, null);
  const [one] = stores as [Store];
  await one.close(day(29), '100.00', '60.000');
  const boss = await manager(
    'Bo Boss',
    [...stores, ...more].map(({ location }) => location),
  );
  await settle();
  await at('2026-11-30T12:00:20.000Z');
  await settle();
  const [email = ''] = await emailsTo(boss, 1, 'Nov 29');
  expect(email).toContain('Last week, Nov 23 to Nov 29:');
  const part = (title: string) => email.split(`${title}:\n\n`)[1]?.split('\n\n')[0]?.split('\n');
  expect(part('Merchandise: gained most')).toEqual([
    'Store 20: from Sun, Nov 22 +$60 · ▲ 60.0 %',
    'Store 19: from Sun, Nov 22 +$50 · ▲ 50.0 %',
    'Store 18: from Sun, Nov 22 +$40 · ▲ 40.0 %',
    'Store 17: from Sun, Nov 22 +$30 · ▲ 30.0 %',
    'Store 16: from Sun, Nov 22 +$20 · ▲ 20.0 %',
  ]);
  expect(part('Merchandise: lost most')).toEqual([
    'Store 10: from Sun, Nov 22 −$40 · ▼ 40.0 %',
    'Store 11: from Sun, Nov 22 −$30 · ▼ 30.0 %',
    'Store 12: from Sun, Nov 22 −$20 · ▼ 20.0 %',
    'Store 13: from Sun, Nov 22 −$10 · ▼ 10.0 %',
  ]);
  expect(part('Gallons: gained most')).toEqual(['Store 1: from Sun, Nov 22 +10 gal · ▲ 20.0 %']);
  expect(email).not.toContain('Gallons: lost most');
});

test('who switches the sections off gets no email, and one without any figure says who is missing', async () => {
  const daily = { sections_off: [...emailSections] };
  (await (await again(two)).call(saveNotificationSettings, { body: { daily } })).ok();
  const before = (await subjectsTo(two)).length;
  await at('2026-12-01T12:00:20.000Z');
  await settle();
  expect(await subjectsTo(two)).toHaveLength(before);
  expect((await subjectsTo(all)).at(-1)).toContain('Mon, Nov 30: only 0 of 3 locations');
});
