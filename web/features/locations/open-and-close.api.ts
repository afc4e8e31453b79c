import type { Location } from '../../../contract/locations.ts';
import { markRow } from '../../components/table/marked-row.ts';
import { showToast } from '../../components/toast/toasts.ts';
import { withRetry } from '../../components/toast/with-retry.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { closeLocation, moveLocation, reopenLocation } from './locations.api.ts';

type Named = Pick<Location, 'id' | 'name'>;

/** Closes a location and shows a toast, whose Undo opens it again. */
export async function closeWithUndo({ id, name }: Named, closedOn: string, context: SaveContext) {
  await closeLocation(id, closedOn, context);
  const { client } = context;
  showDone(id, `${name} closed`, `Failed to reopen ${name}`, () =>
    reopenWithUndo({ id, name }, closedOn, { client }),
  );
}

/** Opens a location again and shows a toast, whose Undo closes it on the same day as before. */
export async function reopenWithUndo({ id, name }: Named, closedOn: string, context: SaveContext) {
  await reopenLocation(id, context);
  const { client } = context;
  showDone(id, `${name} reopened`, `Failed to close ${name}`, () =>
    closeWithUndo({ id, name }, closedOn, { client }),
  );
}

type Place = { id: string; name: string } | null;

/** Moves a location to another district, or out of its own, and shows a toast, whose Undo moves it back. */
export async function moveWithUndo(
  seen: Location,
  { from, to }: { from: Place; to: Place },
  context: SaveContext,
) {
  const moved = await moveLocation(seen, to?.id ?? null, context);
  const { client } = context;
  const { id, name } = seen;
  const text = to ? `${name} moved to ${to.name}` : `${name} is in no district now`;
  showDone(id, text, `Failed to move ${name} back`, () =>
    moveWithUndo(moved, { from: to, to: from }, { client }),
  );
}

function showDone(about: string, text: string, undoFailure: string, undo: () => Promise<void>) {
  markRow(about);
  showToast({ about, text, action: { label: 'Undo', run: () => withRetry(about, undoFailure, undo) } });
}
