import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { User, World } from '../worlds/world.ts';

/** Ten pages of two MB: more than all buffers between the two ends hold, so a reader who pauses stops them. */
export const largeRows = 1000;
const name = 'A very long name. '.repeat(450);

/** Old entries about Mill Road, each larger than any real one. */
export async function addLargeAudit({ app, locations }: World): Promise<void> {
  const { id: location_id, name: location_name } = locations.millRoad;
  for (let start = 0; start < largeRows; start += 100) {
    const entries = Array.from({ length: 100 }, (_, n) => ({
      id: crypto.randomUUID(),
      at: new Date(Date.UTC(2020, 0, 1, 0, 0, start + n)).toISOString(),
      actor_id: null,
      actor_name: 'Command line',
      action: 'location.created',
      subject_type: 'location',
      subject_id: null,
      subject_name: name,
      details: '{}',
      via: 'command line',
      ip: '',
      user_agent: '',
    }));
    const links = entries.map(({ id, at }) => ({
      entry_id: id,
      location_id,
      at,
      location_name,
      change: null,
    }));
    await app.database.write(async (tx) => {
      await tx.insertInto('audit_entries').values(entries).execute();
      await tx.insertInto('audit_entry_locations').values(links).execute();
    });
  }
}

/** Begins to read the large entries and stops after the first piece. */
export async function stallExport(world: World, reader: User): Promise<IncomingMessage> {
  const response = await requestExport(world, reader);
  if (response.statusCode === 200) {
    await once(response, 'readable');
    return response;
  }
  // The server has not noticed yet that the export of the previous test is over.
  if (![409, 503].includes(response.statusCode ?? 0)) throw new Error(`Answered ${response.statusCode}`);
  response.resume();
  await once(response, 'end');
  return stallExport(world, reader);
}

async function requestExport({ url }: World, { token }: User): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${url}/api/audit.csv?to=2020-06-01T00:00:00Z`, { headers });
  const [response] = await once(request, 'response');
  return response;
}

/** Reads the rest; `complete` is false when it was cut off. */
export async function readExport(response: IncomingMessage): Promise<{ rows: number; isWhole: boolean }> {
  let text = '';
  try {
    for await (const piece of response) text += piece;
  } catch {
    // The connection was closed: `complete` stays false.
  }
  return { rows: text.split('\r\n').length - 2, isWhole: response.complete };
}
