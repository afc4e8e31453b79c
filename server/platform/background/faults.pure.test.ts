import { expect, test } from 'vitest';
import { Counts } from '../metrics/metrics.ts';
import { createLoop, eachStep } from './background.ts';
import { createFaults } from './faults.ts';

function setUp() {
  const lines: string[] = [];
  const log = { error: (_details: object, message: string) => void lines.push(message) } as never;
  const givenUp = new Counts();
  return { faults: createFaults(log, givenUp), givenUp, lines, log };
}

const idOf = (item: string) => item;
const outage = (code: string) => Object.assign(new Error('no answer'), { code });

test('what throws twice is given up with one line for each time, and is left out without a mark', async () => {
  const { faults, givenUp, lines } = setUp();
  const done: string[] = [];
  const run = async (item: string) => {
    done.push(item);
    if (item === 'bad') throw new Error('A bug');
  };
  for (let time = 0; time < 4; time++) await faults.each(['bad', 'good'], { what: 'things', idOf, run });
  expect(done).toEqual(['bad', 'good', 'bad', 'good', 'good', 'good']);
  expect(lines).toEqual(['one of the things failed', 'one of the things failed twice, and is given up']);
  expect(givenUp.of('things')).toBe(1);
});

test('what was marked as given up has two more tries when it comes again', async () => {
  const { faults, lines } = setUp();
  const marked: string[] = [];
  const work = {
    ...{ what: 'things', idOf },
    run: async () => Promise.reject(new Error('A bug')),
    giveUp: async (item: string) => marked.push(item),
  };
  for (let time = 0; time < 4; time++) await faults.each(['bad'], work);
  expect(marked).toEqual(['bad', 'bad']);
  expect(lines).toHaveLength(4);
});

test('a success in between is a new start', async () => {
  const { faults, givenUp } = setUp();
  let isBad = true;
  const run = async () => {
    if (isBad) throw new Error('A bug');
  };
  for (isBad of [true, false, true, false, true]) await faults.each(['one'], { what: 'things', idOf, run });
  expect(givenUp.of('things')).toBe(0);
});

test('an outage of the database is no fault of an item, and ends the loop', async () => {
  const { faults, givenUp, lines } = setUp();
  const run = () => Promise.reject(outage('ECONNREFUSED'));
  for (let time = 0; time < 3; time++) {
    await expect(faults.each(['one'], { what: 'things', idOf, run })).rejects.toThrow('no answer');
    await expect(faults.together(['one'], { what: 'things', idOf, run })).rejects.toThrow('no answer');
  }
  expect(lines).toEqual([]);
  expect(givenUp.of('things')).toBe(0);
});

test('an item for which the database is busy waits, and the others have their turn', async () => {
  const { faults, givenUp, lines } = setUp();
  const done: string[] = [];
  const run = async (item: string) => {
    done.push(item);
    if (item !== 'good') throw outage('57014');
  };
  const items = ['bad', 'good', 'worse'];
  for (let time = 0; time < 3; time++) await faults.each(items, { what: 'things', idOf, run });
  expect(done).toEqual([...items, ...items, ...items]);
  expect(lines).toEqual(Array(3).fill('some of the things wait, because the database is busy'));
  expect(givenUp.of('things')).toBe(0);
});

test('what is done together is done one by one when that throws', async () => {
  const { faults } = setUp();
  const calls: string[] = [];
  const run = async (items: readonly string[]) => {
    calls.push(items.join());
    if (items.includes('bad')) throw new Error('A bug');
  };
  for (let time = 0; time < 3; time++)
    await faults.together(['a', 'bad', 'c'], { what: 'things', idOf, run });
  expect(calls).toEqual(['a,bad,c', 'a', 'bad', 'c', 'a,c', 'bad', 'a,c']);
});

test('a loop says once what fails, until it works again', async () => {
  const { log, lines } = setUp();
  let failure = 'A bug';
  const work = async () => {
    if (failure) throw new Error(failure);
  };
  const loop = createLoop({ everyMs: 1000, work, log, fault: 'the work failed' });
  for (failure of ['A bug', 'A bug', 'Another bug', '', 'Another bug', 'Another bug']) await loop.run();
  expect(lines).toHaveLength(3);
});

test('steps run each, whatever the others do', async () => {
  const { log, lines } = setUp();
  const done: string[] = [];
  await eachStep(log, {
    first: () => Promise.reject(new Error('A bug')),
    second: async () => done.push('second'),
    third: () => Promise.reject(new Error('A bug')),
    fourth: async () => done.push('fourth'),
  });
  expect(done).toEqual(['second', 'fourth']);
  expect(lines).toEqual(['first could not be cleaned up', 'third could not be cleaned up']);
});
