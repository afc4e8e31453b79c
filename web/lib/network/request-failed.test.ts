import { expect, test } from 'vitest';
import { messageOf } from './request-failed.ts';

test('an error without words reads as its place says', () => {
  expect(messageOf(new Error(''), 'Failed to load profile')).toBe('Failed to load profile');
  expect(messageOf(undefined, 'Failed to update profile')).toBe('Failed to update profile');
  expect(messageOf(new Error('Why'), 'Failed to load profile')).toBe('Why');
});
