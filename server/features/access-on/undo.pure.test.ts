import { expect, test } from 'vitest';
import { type Entry, noGrant, Past, type Role } from './undo.pure.ts';

const day = { start: '2026-11-03T05:00:00.000Z', end: '2026-11-04T05:00:00.000Z' };
const store = { id: 'store', name: 'Store', isDeleted: false, district: null };

function begin({ apps = 0, requiresFactor = false, roles = true } = {}) {
  const past = new Past(day, []);
  const role: Role = { id: 'clerk', name: 'clerk', sees: true, seesAll: false, requiresFactor };
  past.roles.push(role);
  past.locations.set(store.id, store);
  const user = {
    id: 'ann',
    name: 'Ann',
    isDeleted: false,
    isActive: true,
    joinedAt: '2026-10-01T00:00:00.000Z',
  };
  past.users.set('ann', {
    ...{ ...user, apps, districts: new Map(), assigned: new Map([['store', noGrant()]]) },
    roles: new Map(roles ? [[role, noGrant()]] : []),
  });
  return past;
}

let made = 0;
const entry = (
  action: string,
  at: string,
  details: Entry['details'] = {},
  more: Partial<Entry> = {},
): Entry => ({
  ...{
    id: `${made++}`,
    at,
    action,
    subject_id: 'ann',
    subject_name: 'Ann',
    actor_id: 'ada',
    actor_name: 'Ada',
  },
  ...{ via: 'screen', details, links: [] },
  ...more,
});

const seenIn = (past: Past, ...entries: Entry[]) =>
  past.undoToStart(entries).map(({ why, from, until }) => ({ why, from, until }));

const later = '2026-11-05T12:00:00.000Z';
const [morning, noon] = ['2026-11-03T14:00:00.000Z', '2026-11-03T17:00:00.000Z'];

test('the second factor that a role requires counts from when it was set up until it was reset', () => {
  const past = begin({ requiresFactor: true });
  const reset = entry('user.factor_reset', noon, { before: { apps: 2 } });
  const [second, first] = [
    entry('user.factor_added', '2026-11-03T15:00:00.000Z'),
    entry('user.factor_added', morning),
  ];
  expect(seenIn(past, reset, second, first)).toEqual([{ why: 'assigned', from: morning, until: noon }]);
  expect(past.notUndone).toEqual([]);
});

test('an entry of a release that did not say what is needed is named', () => {
  const past = begin({ requiresFactor: true });
  const reset = entry('user.factor_reset', later);
  const role = { subject_id: 'old', subject_name: 'old', actor_id: null };
  const deleted = entry('role.deleted', later, { before: { permissions: ['See locations'] } }, role);
  const revoked = entry('user.roles_replaced', later, { removed: { roles: ['old'] } });
  const corrected = entry('user.email_corrected', later, { before: { email: 'a@x.example' } });
  expect(seenIn(past, reset, revoked, deleted)).toEqual([
    { why: 'assigned', from: day.start, until: day.end },
  ]);
  expect(seenIn(begin(), corrected)).toEqual([]);
  expect(past.notUndone.map(({ action }) => action)).toEqual(['user.factor_reset', 'role.deleted']);
});

test('a deleted user is named with what the entry says, and without it counts as having had access', () => {
  const links: Entry['links'] = [{ location_id: 'store', change: 'removed' }];
  const before = { roles: ['clerk'] };
  const gone = (more: object) =>
    entry('user.deleted', later, { before: { ...before, ...more } }, { subject_id: 'gus', links });
  const whole = { why: 'assigned', from: day.start, until: day.end };
  const old = begin({ roles: false });
  expect(seenIn(old, gone({}))).toEqual([whole]);
  expect(old.notUndone.map(({ action }) => action)).toEqual(['user.deleted']);
  const joined = { is_active: true, joined_at: noon, apps: 0 };
  expect(seenIn(begin({ roles: false }), gone(joined))).toEqual([{ ...whole, from: noon }]);
  for (const never of [
    { ...joined, is_active: false },
    { ...joined, joined_at: null },
  ]) {
    const past = begin({ roles: false });
    expect(seenIn(past, gone(never))).toEqual([]);
    expect(past.notUndone).toEqual([]);
  }
});

test('a permission that this version does not know is named where a user has the role', () => {
  const past = begin();
  const unknown = { subject_id: 'clerk', subject_name: 'clerk' };
  const details = { removed: { permissions: ['See stores'] } };
  seenIn(past, entry('role.updated', later, details, unknown));
  expect(past.notUndone).toMatchObject([{ action: 'role.updated', at: later }]);
});

test('an entry that does not fit what is there now is named, and one before the day is not', () => {
  const past = begin();
  const links: Entry['links'] = [{ location_id: 'store', change: 'added' }];
  const twice = [later, '2026-11-04T12:00:00.000Z'].map((at) =>
    entry('user.locations_replaced', at, {}, { links }),
  );
  expect(seenIn(past, ...twice)).toEqual([]);
  expect(past.notUndone).toMatchObject([{ at: '2026-11-04T12:00:00.000Z' }]);
  past.undo(entry('user.roles_replaced', '2026-01-01T00:00:00.000Z', { added: { roles: ['unknown'] } }));
  expect(past.notUndone).toHaveLength(1);
});
