import { type Requirement, tokenPermissions } from '../access/permissions.ts';
import type { Endpoint } from './endpoint.ts';

/** Access to all locations is not chosen: tokens without a narrower scope have what their owner has. */
const possible: ReadonlySet<Requirement> = new Set([...tokenPermissions, 'locations.all']);

/** What anyone may call needs no token, and answers with one too. */
export function isForTokens({ permission, forTokens }: Pick<Endpoint, 'permission' | 'forTokens'>): boolean {
  return permission === 'anyone' || (forTokens ?? possible.has(permission));
}
