import type { Location } from '../../../contract/locations.ts';
import { markRow } from '../../components/table/marked-row.ts';
import { showToast } from '../../components/toast/toasts.ts';
import { withRetry } from '../../components/toast/with-retry.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { closeLocation, reopenLocation } from './locations.api.ts';

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

function showDone(about: string, text: string, undoFailure: string, undo: () => Promise<void>) {
  markRow(about);
  showToast({ about, text, action: { label: 'Undo', run: () => withRetry(about, undoFailure, undo) } });
}
