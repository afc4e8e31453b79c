import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { registerFileMaxBytes } from '../../../contract/fields/limits.ts';
import * as limits from '../../features/registers/read/limits.pure.ts';
import { type ZippedFile, zipOf } from '../../platform/write-zip.ts';
import {
  type Bytes,
  type Hostile,
  repeated as repeatedIn,
  sendable,
  type Times,
  x,
} from './hostile-inputs.ts';
import {
  atAllLimits,
  beyondAllLimits,
  codes,
  counts,
  documents,
  figures,
  many,
  names,
  numbers,
  one,
} from './hostile-register-files.ts';

const fileIn =
  (maxBytes: number) =>
  (name: string, texts: Iterable<string>): ZippedFile => ({
    name,
    bytes: sendable(texts, maxBytes),
  });

/** Files that are sent one by one, or in one zip. */
export function hostileRegisterFiles(times: Times, maxBytes = registerFileMaxBytes): Hostile<ZippedFile[]>[] {
  const file = fileIn(maxBytes);
  const alone = (name: string, texts: () => Iterable<string>): Hostile<ZippedFile[]> => ({
    name,
    make: () => [file(`${name}.xml`, texts())],
  });
  return [
    {
      name: 'codes',
      make: () =>
        codes.map(([kind, slot]) =>
          file(`${kind} ${slot}.xml`, one(kind, { [slot]: x(times * limits.codeMaxLength) })),
        ),
    },
    {
      name: 'names',
      make: () =>
        names.map(([kind, slot]) =>
          file(`${kind} ${slot}.xml`, one(kind, { [slot]: x(times * limits.nameMaxLength) })),
        ),
    },
    {
      name: 'sums',
      make: () =>
        figures.map(([kind, slot, places]) => {
          const half = String(limits.figureMax / 10 ** places / 2 - 1000);
          return file(
            `${kind} ${slot}.xml`,
            many(kind, 2 * times, () => ({ [slot]: half })),
          );
        }),
    },
    {
      name: 'numbers',
      make: () =>
        numbers.map(([kind, slot, most, beyond], index) =>
          file(`${kind} ${slot} ${index}.xml`, one(kind, { [slot]: times === 1 ? most : beyond })),
        ),
    },
    ...counts.map(([name, max, make]) => alone(name, () => make(times * max))),
    ...Object.keys(documents).map((kind) =>
      alone(`all of ${kind}`, () => (times === 1 ? atAllLimits(kind) : beyondAllLimits(kind))),
    ),
  ];
}

const journal = '<NAXML-POSJournal><JournalReport>';
const journalEnd = '</JournalReport></NAXML-POSJournal>';
const saleOf = (text: string) => `${journal}<SaleEvent><Note>${text}`;
const dateOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + (index % 40))).toISOString().slice(0, 10);

/** What a limit of sizes alone does not stop. */
export function registerTricks(maxBytes = registerFileMaxBytes): Hostile<ZippedFile[]>[] {
  const file = fileIn(maxBytes);
  const repeated = (start: string, text: string, end = '', bytes = maxBytes) =>
    repeatedIn(start, text, end, bytes);
  const tricks: [name: string, texts: () => Iterable<string>][] = [
    ['an empty file', () => ['']],
    [
      'entities of entities',
      () => [
        `<!DOCTYPE a [<!ENTITY a "${x(1000)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${'&a;'.repeat(10)}">`).join('')}]><a>&a9;</a>`,
      ],
    ],
    ['an entity', () => [saleOf('&nothing;')]],
    ['a million levels', () => repeated(journal, '<a>', '', 3_000_000)],
    ['levels in a document that is not read', () => repeated('<Other>', '<a>')],
    ['a text', () => repeated(saleOf(''), 'x')],
    ['a text of characters by number', () => repeated(saleOf(''), '&#x41;')],
    ['a text between events', () => repeated(journal, 'x')],
    ['white space before the root', () => repeated('', ' ', '<a/>')],
    ['white space between events', () => repeated(journal, '\n', journalEnd)],
    ['CDATA', () => repeated(`${saleOf('')}<![CDATA[`, 'x')],
    ['a comment', () => repeated(`${journal}<!--`, 'x')],
    ['comments', () => repeated(journal, '<!---->', journalEnd)],
    ['a processing instruction', () => repeated(`${journal}<?a `, 'x')],
    ['the name of an element', () => repeated(`${journal}<`, 'x')],
    ['names of elements', () => repeated(journal, `<${x(60_000)}/>`, journalEnd)],
    ['the name of an attribute', () => repeated(`${journal}<a `, 'x')],
    ['an attribute', () => repeated(`${journal}<a b="`, 'x')],
    ['attributes of elements', () => repeated(journal, `<a ${attributes}/>`, journalEnd)],
    ['empty elements', () => repeated(journal, '<a/>', journalEnd)],
    ['empty elements of a document that is not read', () => repeated('<Other>', '<a/>', '</Other>')],
    ['empty events', () => repeated(journal, '<SaleEvent/>', journalEnd)],
    ['events of 20,000 elements', () => repeated(journal, fullEvent, journalEnd)],
    [
      'texts of 64 kB',
      () => repeated(journal, `<OtherEvent><Note>${x(65_000)}</Note></OtherEvent>`, journalEnd),
    ],
    [
      'digits',
      () => repeated(journal, `<OtherEvent><Note>${'4'.repeat(60_000)}</Note></OtherEvent>`, journalEnd),
    ],
    [
      'digits with spaces',
      () => repeated(journal, `<OtherEvent><Note>${'4 '.repeat(30_000)}</Note></OtherEvent>`, journalEnd),
    ],
    ['bytes of zero', () => repeated('', '\0')],
    ['bytes of an UTF-16 document', () => repeated('\uFEFF<\0a\0>\0', 'x\0')],
    [
      'sales of 40 dates',
      () =>
        many('PJR', 60_000, (index) => ({
          ...{ date: dateOf(index), transaction: `${index}` },
          name: `Coffee ${(index * 104_729) % 1_000_003} ${(index * 7919) % 100_003}`,
        })),
    ],
    [
      'sales of one date',
      () => many('PJR', 9_999, (index) => ({ transaction: `${index}`, item: `${index}` })),
    ],
  ];
  return tricks.map(([name, texts]) => ({ name, make: () => [file(`${name}.xml`, texts())] }));
}

const attributes = Array.from({ length: limits.attributesMaxCount }, (_, index) => `a${index}="b"`).join(' ');
const fullEvent = `<SaleEvent><BusinessDate>2026-03-13</BusinessDate>${'<a/>'.repeat(limits.nodesMaxCount - 10)}</SaleEvent>`;
/** What packs too well is refused unread: with a comment that does not pack. */
export const withNoise = ({ name, bytes }: ZippedFile): ZippedFile => {
  const noise = `<!--${randomBytes(Math.min(400_000, Math.ceil(bytes.length / 60))).toString('base64')}-->`;
  return { name, bytes: Uint8Array.from(Buffer.concat([bytes, Buffer.from(noise)])) };
};

const central = Buffer.from([0x50, 0x4b, 1, 2]);
const small = () => sendable(one('TLM', {}), 10_000);
/** Two numbers, so that no two files are the same. */
const tlm = (index: number) =>
  sendable(
    one('TLM', { date: dateOf(index), till: `${index % limits.tillsMaxCount}`, tax: `${index}.01` }),
    10_000,
  );
const numbered = (count: number, bytesOf: (index: number) => Uint8Array): ZippedFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}.xml`, bytes: bytesOf(index) }));

/** Archives as they are sent. */
export const archives: Hostile<Promise<Bytes> | Bytes>[] = [
  { name: 'a gzip bomb', make: () => Uint8Array.from(gzipSync(Buffer.alloc(64_000_000, ' '), { level: 9 })) },
  { name: 'a zip bomb', make: () => zipOf([{ name: 'a.xml', bytes: Buffer.alloc(64_000_000, ' ') }]) },
  { name: 'a zip of bombs', make: () => zipOf(numbered(50, () => Buffer.alloc(1_000_000, ' '))) },
  {
    name: 'a zip of 32 MB files',
    make: async () => {
      const [file] =
        registerTricks()
          .find(({ name }) => name === 'sales of 40 dates')
          ?.make() ?? [];
      return zipOf(numbered(9, () => file?.bytes ?? small()));
    },
  },
  { name: 'a zip of 10,000 files', make: () => zipOf(numbered(10_000, tlm)) },
  { name: 'a zip of 10,000 empty files', make: () => zipOf(numbered(10_000, () => Buffer.alloc(0))) },
  { name: 'a zip of 11,000 files', make: () => zipOf(numbered(11_000, small)) },
  {
    name: 'a zip of files in one place',
    make: async () => {
      const zip = Buffer.from(await zipOf(numbered(2000, small)));
      for (let entry = zip.indexOf(central); entry >= 0; entry = zip.indexOf(central, entry + 4))
        zip.writeUInt32LE(0, entry + 42);
      return Uint8Array.from(zip);
    },
  },
  {
    name: 'a zip in a zip',
    make: async () => zipOf([{ name: 'a.zip', bytes: await zipOf(numbered(1, small)) }]),
  },
];
