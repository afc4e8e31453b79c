import type { Endpoint, Sent } from '../../../contract/http/endpoint.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';
import { type Insider, insiders } from '../worlds/cast.ts';
import type { Client } from './client.ts';
import type { Parts } from './send.ts';

/** Returns the ids that a request names. The test chooses which of them are outside the actor's scope. */
export interface Choice {
  user(): Promise<string>;
  location(): Promise<string>;
  /** A location that may be deleted. */
  spareLocation(): Promise<string>;
  role(): Promise<string>;
  employeeRole: string;
  email(): Promise<string>;
  /** A view that the administrator shares; like a role, it belongs to no location. */
  sharedView(): Promise<string>;
  /**
   * A row of another kind that belongs to a location. `create` adds it there, as the administrator, and returns its
   * id.
   */
  at(create: (admin: Client, location_id: string) => Promise<string>): Promise<string>;
}

export interface Row {
  endpoint: Endpoint;
  /** A valid request. The test chooses its sender and its ids. */
  request(choice: Choice): Promise<Parts>;
  /** The status that each insider gets for rows at Mill Road. */
  expected: Record<Insider, number>;
  /** The test of what it shows and changes for whom, if the access model has no rule for it. */
  provenBy?: string;
}

/** With the file of an upload. */
type Request<E extends Endpoint> = Sent<E> & Pick<Parts, 'file'>;

/**
 * Who may call an endpoint. `cells` has seven statuses, 'ok' for the one of success: no role · viewer · employee · manager ·
 * manager of another location · own role with everything but access to all locations · admin. Users without a live
 * session get 401 everywhere, unless anyone may call. `provenBy` as in `Row`.
 */
export function row<const E extends Endpoint>(
  endpoint: E,
  request: (choice: Choice) => Request<E> | Promise<Request<E>>,
  cells: string,
  provenBy?: string,
): Row {
  const ok = serverPartOf(endpoint).response || endpoint.download || endpoint.stream ? 200 : 204;
  const statuses = cells.split(' ').map((cell) => (cell === 'ok' ? ok : Number(cell)));
  if (statuses.length !== insiders.length)
    throw new Error(`${endpoint.path} needs ${insiders.length} cells: ${cells}`);
  return {
    endpoint,
    ...(provenBy !== undefined && { provenBy }),
    request: async (choice) => (await request(choice)) as Parts,
    expected: Object.fromEntries(insiders.map((name, index) => [name, statuses[index]])) as Record<
      Insider,
      number
    >,
  };
}

export const nothing = () => ({});
export const everything = () => ({ query: {} });
export const aUser = async ({ user }: Choice) => ({ params: { id: await user() } });
export const aLocation = async ({ location }: Choice) => ({ params: { id: await location() } });
