import { expect, test } from 'vitest';
import { canonicalTimeZone } from './time-zone.ts';
import { followingTimeZone, proposeTimeZone } from './time-zone-of-address.ts';

test.each([
  ['NY', '12207', 'America/New_York'],
  ['tx', '75201', 'America/Chicago'],
  ['TX', '79901-1234', 'America/Denver'],
  ['FL', '32501', 'America/Chicago'],
  ['FL', '32456', 'America/New_York'],
  ['IN', '46204', 'America/Indianapolis'],
  ['IN', '46402', 'America/Chicago'],
  ['KY', '42101', 'America/Chicago'],
  ['MI', '49938', 'America/Chicago'],
  ['TN', '37402', 'America/New_York'],
  ['NE', '69361', 'America/Denver'],
  ['ND', '58601', 'America/Denver'],
  ['SD', '57601', 'America/Chicago'],
  ['ID', '83814', 'America/Los_Angeles'],
  ['OR', '97914', 'America/Boise'],
  ['AZ', '85001', 'America/Phoenix'],
  ['AZ', '86515', 'America/Denver'],
  ['PR', '00901', 'America/Puerto_Rico'],
  ['ON', 'K1A 0B1', null],
  ['', '', null],
])('a location in %s %s is proposed the time zone %s', (state, zip, zone) => {
  expect(proposeTimeZone(state, zip)).toBe(zone);
  if (zone) expect(canonicalTimeZone(zone)).toBe(zone);
});

test('a time zone follows the address until somebody chose another one', () => {
  const ofAddress = { state: 'TX', zip: '75201', time_zone: 'America/Chicago' };
  expect(followingTimeZone(ofAddress, { zip: '79901' })).toBe('America/Denver');
  expect(followingTimeZone({ ...ofAddress, time_zone: 'America/Denver' }, { state: 'NY' })).toBe(
    'America/Denver',
  );
  expect(followingTimeZone(ofAddress, { state: 'ON' })).toBe('America/Chicago');
  expect(followingTimeZone({ state: '', zip: '', time_zone: '' }, { state: 'NY' })).toBe('America/New_York');
});

test.each([
  ['america/chicago', 'America/Chicago'],
  ['US/Central', 'America/Chicago'],
  ['UTC', 'UTC'],
  ['EST', null],
  ['+05:00', null],
  ['Etc/GMT+5', null],
  ['America/Nowhere', null],
  ['', null],
])('the time zone %j is %j', (name, zone) => {
  expect(canonicalTimeZone(name)).toBe(zone);
});
