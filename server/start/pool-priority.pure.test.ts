import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { lowerPoolPriority } from './tune-process.ts';

test.runIf(process.platform === 'linux')(
  'the threads that hash give way to the one that serves, which keeps its place',
  async () => {
    const before = getPriority();
    await lowerPoolPriority();
    const threads = readdirSync('/proc/self/task').map((id) => ({
      name: readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim(),
      priority: getPriority(Number(id)),
    }));
    const pool = threads.filter(({ name }) => name.startsWith('libuv-worker'));
    expect(pool.length).toBeGreaterThan(0);
    expect(pool.every(({ priority }) => priority === Math.min(before + 10, 19))).toBe(true);
    expect(getPriority()).toBe(before);
  },
);
