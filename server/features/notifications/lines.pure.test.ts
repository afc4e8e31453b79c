import { expect, test } from 'vitest';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import { foldLines, type NoticeRow, pathOf } from './lines.pure.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
let made = 0;
const row = (changes: Partial<NoticeRow> = {}): NoticeRow => {
  const id = `id-${String(made++).padStart(4, '0')}`;
  return {
    ...{ id, line: id, isOfLocation: true, kind: 'location_users', subject_type: 'location' },
    ...{
      subject_id: 'place',
      subject_name: 'Mill Road',
      location_id: 'place',
      details: {},
      run_id: null,
      count: 1,
    },
    ...{ first_at: at(made), last_at: at(made), isRead: true, list: null, query: null, ...changes },
  };
};

test('rows of a line are counted together, in the words of the newest and with the id of the first', () => {
  const [a, b] = [row({ line: 'joined', details: { name: 'Tom' } }), row({ line: 'joined', isRead: false })];
  const c = row({ line: 'joined', count: 3, details: { name: 'Una' } });
  const [line, ...others] = foldLines([c, a, b]);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ id: a.id, count: 5, first_at: a.first_at, last_at: c.last_at, isRead: false });
  expect(line?.details).toEqual({ name: 'Una' });
  expect(line?.rows).toEqual([a, b, c]);
});

test('a run that closes several locations is one line, which says how many', () => {
  const closed = (subject_name: string) => {
    const details = { act: 'closed', in_run: true, by: 'Ada Owner' };
    return row({ line: 'run:1', run_id: '1', kind: 'location_closed', subject_name, details });
  };
  expect(foldLines([closed('Elm Street')]).map(notificationText)).toEqual(['Elm Street was closed']);
  const lines = foldLines([closed('Elm Street'), closed('Oak Street'), closed('Ash Street')]);
  expect(lines.map(notificationText)).toEqual(['Ada Owner closed or reopened 3 of your locations']);
  expect(lines.map(pathOf)).toEqual(['/runs/1']);
});

test('a run that changes the own access says who started it', () => {
  const details = { what: 'locations', added: 1, removed: 0, in_run: true, by: 'Ada Owner' };
  const told = row({ kind: 'access_changed', subject_type: 'account', subject_name: '', details });
  expect(notificationText(told)).toBe('Your locations changed: 1 added, by Ada Owner');
});

test('who accepted an invitation is told by name, and several of a day by their number', () => {
  const accepted = (subject_name: string, minute: number) =>
    row({
      ...{ kind: 'invitation_accepted', subject_type: 'user', subject_id: subject_name, subject_name },
      ...{ isOfLocation: false, first_at: at(minute), last_at: at(minute) },
    });
  expect(foldLines([accepted('Ann Lee', 1)]).map(notificationText)).toEqual([
    'Ann Lee accepted your invitation',
  ]);
  const lines = foldLines([accepted('Ann Lee', 1), accepted('Bo Diaz', 2), accepted('Cy Fox', 24 * 60)]);
  expect(lines.map((line) => [notificationText(line), pathOf(line)])).toEqual([
    ['Cy Fox accepted your invitation', '/users/Cy Fox'],
    ['2 people accepted your invitation', '/users'],
  ]);
});

test('an invitation that failed or expires leads to inviting again', () => {
  const of = {
    isOfLocation: false,
    subject_type: 'user',
    subject_id: 'nora',
    subject_name: 'Nora New',
  } as const;
  const rows = [row({ ...of, kind: 'invitation_failed' }), row({ ...of, kind: 'invitation_expiring' })];
  const path = '/users/nora?dialog=invitation&id=nora';
  expect(foldLines(rows).map(pathOf)).toEqual([path, path]);
});

test('the twenty lines of a kind that a day began with stay, and those after them are one', () => {
  const day = Array.from({ length: 23 }, (_, n) => row({ count: n < 20 ? 1 : 2 }));
  const other = row({ kind: 'location_closed' });
  const tomorrow = row({ first_at: at(24 * 60), last_at: at(24 * 60) });
  const lines = foldLines([...day, other, tomorrow].reverse());
  expect(lines).toHaveLength(23);
  expect(lines[0]?.id).toBe(tomorrow.id);
  expect(lines[1]?.id).toBe(other.id);
  const more = lines.find(({ details }) => details.more === true);
  expect(more).toMatchObject({ id: day[20]?.id, count: 6, last_at: day[22]?.last_at });
  // Another row of one of the twenty is added to it.
  const added = foldLines([...day, row({ line: day[3]?.line ?? '' })]);
  expect(added).toHaveLength(21);
  expect(added[0]).toMatchObject({ id: day[3]?.id, count: 2 });
});
