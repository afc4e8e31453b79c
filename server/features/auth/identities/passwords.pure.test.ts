import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './passwords.pure.ts';

test('hashPassword makes an argon2id hash of 19 MiB and two passes, which verifyPassword knows', async () => {
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await verifyPassword(stored, 'correct horse')).toBe(true);
  expect(await verifyPassword(stored, 'correct horze')).toBe(false);
  expect(needsRehash(stored)).toBe(false);
});

test.each([
  { memoryCost: 8192, timeCost: 2, parallelism: 1 },
  { memoryCost: 19_456, timeCost: 1, parallelism: 1 },
  { memoryCost: 19_456, timeCost: 2, parallelism: 2 },
])('needsRehash finds a hash made with $memoryCost KiB, $timeCost passes and $parallelism lanes', async (cost) => {
  expect(needsRehash(await hash('correct horse', cost))).toBe(true);
});
