import { scopeOf } from '../../../kernel/access.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import type { ActorRules } from './actor-rules.ts';
import { listLocationLinks } from './decide.repository.ts';

export function actorRules(ctx: Context): ActorRules {
  const { user_id, permissions } = ctx.actor;
  return { user_id, permissions, seesAll: scopeOf(ctx).all };
}

/** The ids of the locations in scope; null for all. */
export async function ownLocations(ctx: Context): Promise<ReadonlySet<string> | null> {
  const scope = scopeOf(ctx);
  if (scope.all) return null;
  const links = await listLocationLinks(reader(ctx), [scope.user_id]);
  return new Set(links.map((link) => link.id));
}
