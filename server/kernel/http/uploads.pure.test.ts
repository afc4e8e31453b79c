import { expect, test } from 'vitest';
import { createUploads } from './uploads.ts';

test('createUploads lets two files be read at once, and refuses a third until one is done', async () => {
  const uploads = createUploads();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const running = [first, second].map(({ promise }) => uploads.receive({ body: undefined }, () => promise));
  const third = () => uploads.receive({ body: undefined }, async () => 'third');
  await expect(third()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Other files are being read right now. Try again in a minute.',
  });
  first.resolve('first');
  expect(await running[0]).toBe('first');
  expect(await third()).toBe('third');
  second.reject(new Error('cannot be read'));
  await expect(running[1]).rejects.toThrow('cannot be read');
  expect(await Promise.all([third(), third()])).toEqual(['third', 'third']);
});
