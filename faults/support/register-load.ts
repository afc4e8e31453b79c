import { setTimeout as sleep } from 'node:timers/promises';
import { createLocation } from '../../contract/locations.ts';
import { createRegister, type FileOutcome, type RegisterReceipt } from '../../contract/registers.ts';
import { createClient } from '../../server/testing/requests/client.ts';
import { quickFetch } from '../../server/testing/requests/quick-fetch.ts';
import {
  journal,
  mcm,
  priceBook,
  type Sold,
  zipOfTexts,
} from '../../server/testing/requests/register-xml.ts';
import { persist } from './persist.ts';

const days = 20;
const zipFiles = 300;
const longEvents = 2000;
const listedItems = 2000;
/** So that large files leave some of the server to the others. */
const largePauseMs = 2000;
/** Of goods that are counted, in units. */
export const counted = 1_000_000;
const goods = ['5001', '5002', '5003', '5004', '5005'];
const fuelDepartment = '1024';

/** Cents and thousandths. */
export interface DayFigures {
  sales: number;
  merchandise: number;
  fuel: number;
}

export interface Connected {
  id: string;
  number: string;
  key: string;
}

/** What was sent until everything is answered, and what must have become of it: added up here, not by Canopy. */
export interface RegisterLoad {
  /** Of journals, by location id and business date. */
  sold: Map<string, DayFigures>;
  /** Thousandths of a unit at the location of the stock, by code. */
  units: Map<string, number>;
  /** Of the newest feed and of the newest report, by business date. */
  fed: Map<string, number>;
  reported: Map<string, number>;
  /** Of the newest price book: the codes, and the price of each of them in cents. */
  listed: { codes: Set<string>; price: number };
  at: { files: Connected[]; book: Connected; feed: Connected; reports: Connected };
  files: number;
  events: number;
  repeated: number;
  bytes: number;
  /** Outcomes that no file should have had. */
  odd: string[];
  isSending(): boolean;
  /** Resolves when all that was begun is answered. */
  end(): Promise<void>;
}

const dateOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const dollars = (cents: number) => (cents / 100).toFixed(2);
const upTo = (most: number) => 1 + Math.floor(Math.random() * most);
const pick = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)] as T;

async function connect(url: string, token: string, numbers: string[]): Promise<Connected[]> {
  const client = createClient(url, token);
  const place = { address: '1 Mill Road', city: 'Albany', state: 'NY', zip: '12207' };
  const ids: string[] = [];
  for (const number of numbers) {
    const body = { ...place, name: `Store ${number}`, number };
    ids.push((await client.call(createLocation, { body })).ok().id);
  }
  const body = { name: `Registers ${numbers.join(' ')}`, location_ids: ids };
  const { key } = (await client.call(createRegister, { body })).ok();
  return ids.map((id, index) => ({ id, number: numbers[index] ?? '', key }));
}

/** Programs with keys, each of which sends one request after the other, again until it is answered. */
export async function startRegisterLoad(url: string, token: string): Promise<RegisterLoad> {
  const files = await connect(url, token, ['401', '402', '403', '404']);
  const [[book], [feed], [reports]] = [
    await connect(url, token, ['410']),
    await connect(url, token, ['420']),
    await connect(url, token, ['430']),
  ];
  if (!book || !feed || !reports) throw new Error('A location was not connected.');
  let isOver = false;
  let sending = 0;
  const load: RegisterLoad = {
    ...{ sold: new Map(), units: new Map(), fed: new Map(), reported: new Map() },
    listed: { codes: new Set(), price: 0 },
    at: { files, book, feed, reports },
    ...{ files: 0, events: 0, repeated: 0, bytes: 0, odd: [] },
    isSending: () => sending > 0,
    async end() {
      isOver = true;
      await Promise.all(lanes);
    },
  };
  const { sendFiles, sendFeed } = createSender(url, load, (more) => {
    sending += more;
  });
  const sellers = createSellers(load);
  const works = [
    ...[0, 1].map(() => () => {
      const at = pick(files);
      return sendFiles(at, 1, sellers.file(at, upTo(3)));
    }),
    async () => {
      const texts: Record<string, string> = {};
      for (let index = 0; index < zipFiles; index++) texts[`${index}.xml`] = sellers.file(pick(files), 1);
      await sendFiles(pick(files), zipFiles, await zipOfTexts(texts));
      await sleep(largePauseMs);
    },
    async () => {
      const at = pick(files);
      await sendFiles(at, 1, sellers.file(at, longEvents, 5));
      await sleep(largePauseMs);
    },
    async () => {
      await sendFiles(book, 1, nextBook(load));
      await sleep(largePauseMs);
    },
    () => sendFeed(feed, nextFeed(load)),
    () => sendFiles(reports, 1, nextReport(load)),
  ];
  await sendFeed(stocked(load), countedStock(load));
  const lanes = works.map(async (work) => {
    while (!isOver) await work();
  });
  return load;
}

/** Each request again until it is answered. An outcome other than that of a good file is noted. */
function createSender(url: string, load: RegisterLoad, count: (more: number) => void) {
  const send = async (to: Connected, path: string, body: string | Uint8Array<ArrayBuffer>) => {
    const type = path.endsWith('feed') ? 'application/json' : 'application/octet-stream';
    const headers = { authorization: `Bearer ${to.key}`, 'content-type': type };
    count(1);
    const { reply, isRepeated } = await persist(() =>
      quickFetch(`${url}${path}`, { method: 'POST', headers, body }),
    );
    count(-1);
    if (isRepeated) load.repeated += 1;
    load.bytes += body.length;
    if (!reply.ok) load.odd.push(`${path} answered ${reply.status}: ${await reply.text()}`);
    return { answer: reply.ok ? await reply.json() : {}, isRepeated };
  };
  const note = (rows: { outcome: FileOutcome }[], isRepeated: boolean) => {
    const good = isRepeated ? ['accepted', 'replaced', 'duplicate'] : ['accepted'];
    load.odd.push(...rows.map(({ outcome }) => outcome).filter((outcome) => !good.includes(outcome)));
  };
  return {
    async sendFiles(to: Connected, files: number, body: string | Uint8Array<ArrayBuffer>) {
      const { answer, isRepeated } = await send(to, '/api/register-files', body);
      const outcomes = (answer as Partial<RegisterReceipt>).files ?? [];
      note(outcomes, isRepeated);
      load.files += files;
      if (outcomes.length !== files) load.odd.push(`${outcomes.length} outcomes of ${files} files`);
    },
    async sendFeed(to: Connected, body: object) {
      const { answer, isRepeated } = await send(to, '/api/register-feed', JSON.stringify(body));
      note([...(answer.days ?? []), ...(answer.stock ?? [])], isRepeated);
    },
  };
}

function stocked({ at }: RegisterLoad): Connected {
  return at.files[0] as Connected;
}

/** Before anything is sold. */
function countedStock(load: RegisterLoad): object {
  const counted_at = `${dateOf(days + 5)}T06:00:00`;
  const head = { location: stocked(load).number, on_hand: counted, reorder_point: null, counted_at };
  return { stock: goods.map((code) => ({ ...head, code })) };
}

/** Journals, and what they add to the expected figures. */
function createSellers(load: RegisterLoad) {
  let transaction = 0;
  const sell = ({ id }: Connected, items: number): Sold => {
    transaction += 1;
    const business_date = dateOf(upTo(days));
    const minute = String(transaction % 60).padStart(2, '0');
    const day = load.sold.get(`${id} ${business_date}`) ?? { sales: 0, merchandise: 0, fuel: 0 };
    day.sales += 1;
    const isFuel = transaction % 3 === 0;
    const sold = Array.from({ length: items }, () => {
      const [code, cents, quantity] = [pick(goods), upTo(5000), upTo(9)];
      day.merchandise += cents;
      if (id === stocked(load).id) load.units.set(code, (load.units.get(code) ?? 0) + 1000 * quantity);
      return { department: '12', code, amount: dollars(cents), quantity: String(quantity) };
    });
    const gas = isFuel ? upTo(9000) : 0;
    day.fuel += gas;
    load.sold.set(`${id} ${business_date}`, day);
    load.events += 1;
    return {
      ...{
        transaction: String(transaction),
        business_date,
        began: `${business_date}T1${transaction % 10}:${minute}:00`,
      },
      items: sold,
      ...(isFuel && {
        fuel: [{ grade: '001', volume: '10.000', amount: dollars(gas), department: fuelDepartment }],
      }),
    };
  };
  return {
    file: (at: Connected, events: number, items = 1) =>
      journal(
        Array.from({ length: events }, () => sell(at, items)),
        at.number,
      ),
  };
}

/** Each lists some codes less and some more than the one before, at another price. */
function nextBook({ listed, at }: RegisterLoad): string {
  listed.price += 1;
  const first = 10_000 + 50 * listed.price;
  const codes = Array.from({ length: listedItems }, (_, index) => String(first + index));
  listed.codes = new Set(codes);
  const items = codes.map((code) => ({ code, name: `Item ${code}`, price: dollars(listed.price) }));
  return priceBook(items, { store: at.book.number });
}

let version = 0;

function nextFeed({ fed, at }: RegisterLoad): object {
  version += 1;
  const rows = Array.from({ length: 10 }, (_, index) => {
    const [business_date, gross] = [dateOf(1 + index), upTo(1_000_000)];
    fed.set(business_date, gross);
    return {
      ...{ location: at.feed.number, business_date, currency: 'USD', version },
      ...{ began: `${business_date}T06:00:00`, ended: `${business_date}T22:00:00`, fuel: [] },
      departments: [{ code: '12', name: null, gross, discounts: 0, refunds: 0 }],
      ...{ tax: 0, sales: 1, refunds: 0 },
    };
  });
  return { days: rows };
}

let sequence = 0;

/** Corrects one of few closed days. */
function nextReport({ reported, at }: RegisterLoad): string {
  sequence += 1;
  const [business_date, cents] = [dateOf(1 + (sequence % 5)), upTo(1_000_000)];
  reported.set(business_date, cents);
  const span = { began: `${business_date}T06:00:00`, ended: `${business_date}T22:00:00` };
  return mcm({ store: at.reports.number, business_date, ...span, sequence }, [
    { code: '12', amount: dollars(cents) },
  ]);
}
