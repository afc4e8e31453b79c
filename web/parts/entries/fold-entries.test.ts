import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/audit.ts';
import { foldEntries } from './fold-entries.ts';

const enrique = { type: 'user', id: 'enrique', name: 'Enrique Vega-Ruiz' };
const maria = { id: 'maria', name: 'Maria Alvarez' };

/** An entry so many seconds after the first. */
function entry(seconds: number, changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    ...{ id: `entry-${seconds}`, at: new Date(Date.UTC(2026, 10, 23, 9, 0, seconds)).toISOString() },
    ...{ action: 'user.updated', sentence: '', actor: maria, subject: enrique, changes: [], locations: [] },
    ...{ via: 'screen', run_id: null, token: null, ip: null, user_agent: null, device: null },
    ...changes,
  };
}

const sizes = (...entries: AuditEntry[]) => foldEntries(entries).map((group) => group.length);

test('foldEntries joins changes by one actor to one thing within 5 minutes', () => {
  expect(sizes(entry(300), entry(200), entry(60), entry(0))).toEqual([4]);
  expect(sizes(entry(301), entry(200), entry(0))).toEqual([2, 1]);
});

test('foldEntries keeps apart what another actor did, and what was done to another thing', () => {
  expect(sizes(entry(9), entry(8, { actor: { id: 'ana', name: 'Ana' } }), entry(7))).toEqual([1, 1, 1]);
  const role = { type: 'role', id: 'enrique', name: 'Enrique' };
  expect(sizes(entry(9), entry(8, { subject: role }), entry(7))).toEqual([1, 1, 1]);
});

test('foldEntries keeps two commands apart, which both have no user', () => {
  const by = (name: string) => ({ actor: { id: null, name } });
  expect(sizes(entry(2, by('Demo data')), entry(1, by('Command line')))).toEqual([1, 1]);
  expect(sizes(entry(2, by('Demo data')), entry(1, by('Demo data')))).toEqual([2]);
});

test('foldEntries folds no sign-ins, no refusals, and no changes of oneself', () => {
  const [signIn, denied] = [{ action: 'session.started' }, { action: 'access.denied' }];
  expect(sizes(entry(2, signIn), entry(1, signIn))).toEqual([1, 1]);
  expect(sizes(entry(2, denied), entry(1, denied))).toEqual([1, 1]);
  const own = { subject: { type: 'user', id: 'maria', name: 'Maria Alvarez' } };
  expect(sizes(entry(2, own), entry(1, own))).toEqual([1, 1]);
});
