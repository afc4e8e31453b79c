import { createHash } from 'node:crypto';
import { piecesOf } from '../../platform/spool.ts';
import { serveReaders } from '../../platform/threads/serve-readers.ts';

/** Has the field and the name of the class on the other side. */
class ToyRefusal extends Error {
  override name = 'ToyRefusal';
  code = 'torn';
}

function spend(ms: number): void {
  const start = process.threadCpuUsage();
  const spent = () => {
    const { user, system } = process.threadCpuUsage(start);
    return (user + system) / 1000;
  };
  while (spent() < ms);
}

let counted = 0;

/** For the tests of reader-threads.ts. */
serveReaders({
  async digest() {
    return async function* (file) {
      const hash = createHash('sha256');
      for await (const piece of piecesOf(file)) hash.update(piece);
      yield { size: file.size, sha256: hash.digest('hex') };
    };
  },
  /** Yields how many portions were made in this thread so far. */
  async count() {
    return async function* (_file, options) {
      const { from = 0 } = options as { from?: number };
      counted = from;
      try {
        for (;;) yield counted++;
      } finally {
        counted += 1000;
      }
    };
  },
  async counted() {
    return async function* () {
      yield counted;
    };
  },
  async refuse() {
    return async function* () {
      yield 1;
      throw new ToyRefusal('The toy is torn.');
    };
  },
  async fail() {
    return async function* () {
      yield 1;
      throw new RangeError('a bug');
    };
  },
  async loop() {
    return async function* () {
      yield 1;
      for (;;);
    };
  },
  /** Files that take 60 ms each. */
  async files() {
    return async function* (_file, options, startFile) {
      const { files, areCounted } = options as { files: number; areCounted: boolean };
      for (let n = 0; n < files; n++) {
        if (areCounted) startFile();
        spend(60);
        yield n;
      }
    };
  },
  async objects() {
    return async function* () {
      const kept: object[] = [];
      while (kept.length >= 0) kept.push({ kept: kept.length });
      yield kept.length;
    };
  },
  async map() {
    return async function* () {
      const kept = new Map<string, number[]>();
      while (kept.size >= 0) kept.set(`key ${kept.size}`, [kept.size]);
      yield kept.size;
    };
  },
  async bytes() {
    return async function* () {
      const kept: Buffer[] = [];
      while (kept.length >= 0) {
        kept.push(Buffer.alloc(1_000_000, 1));
        spend(1);
      }
      yield kept.length;
    };
  },
  async large() {
    return async function* (_file, options) {
      const { portions, bytes } = options as { portions: number; bytes: number };
      for (let n = 0; n < portions; n++) yield 'x'.repeat(bytes);
    };
  },
  async leave() {
    return async function* () {
      yield 1;
      process.exit(0);
    };
  },
});
