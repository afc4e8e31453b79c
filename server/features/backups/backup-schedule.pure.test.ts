import { expect, test } from 'vitest';
import { intervalMs, isEmailDue, isProofDue } from './backup-schedule.pure.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const ago = (hours: number) => ({ made_at: new Date(now.getTime() - hours * 3_600_000).toISOString() });

test('intervalMs reads minutes, hours and days', () => {
  expect(['5m', '6h', '1d'].map(intervalMs)).toEqual([300_000, 21_600_000, 86_400_000]);
});

test('isProofDue proves one backup a day, and after a failure one an hour later', () => {
  expect(isProofDue({ proven: null, failed: null }, now)).toBe(true);
  expect(isProofDue({ proven: ago(22.9), failed: null }, now)).toBe(false);
  expect(isProofDue({ proven: ago(23), failed: null }, now)).toBe(true);
  expect(isProofDue({ proven: ago(30), failed: ago(0.9) }, now)).toBe(false);
  expect(isProofDue({ proven: ago(30), failed: ago(1) }, now)).toBe(true);
});

test('isEmailDue sends one email a day, and one at once when a proof was between', () => {
  expect(isEmailDue({ proven: null, notified: null }, now)).toBe(true);
  expect(isEmailDue({ proven: null, notified: ago(23) }, now)).toBe(false);
  expect(isEmailDue({ proven: ago(30), notified: ago(23) }, now)).toBe(false);
  expect(isEmailDue({ proven: ago(2), notified: ago(23) }, now)).toBe(true);
  expect(isEmailDue({ proven: null, notified: ago(24) }, now)).toBe(true);
});
