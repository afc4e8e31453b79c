import type { QueryClient } from '@tanstack/react-query';
import type { Location } from '../../../contract/locations.ts';
import { markRow } from '../../components/table/marked-row.ts';
import { showToast } from '../../components/toast/toasts.ts';
import { reasonOf } from '../../lib/network/request-failed.ts';
import { closeLocation, reopenLocation } from './locations.api.ts';

type Named = Pick<Location, 'id' | 'name'>;

/** Says that a location is closed. Undo opens it again. */
export function showClosed({ id, name }: Named, closedOn: string, client: QueryClient) {
  markRow(id);
  showToast({
    about: id,
    text: `${name} closed`,
    action: {
      label: 'Undo',
      run: () =>
        withRetry(`Failed to reopen ${name}`, id, async () => {
          await reopenLocation(id, { client });
          showReopened({ id, name }, closedOn, client);
        }),
    },
  });
}

/** Says that a location is open again. Undo closes it on the same day as before. */
export function showReopened({ id, name }: Named, closedOn: string, client: QueryClient) {
  markRow(id);
  showToast({
    about: id,
    text: `${name} reopened`,
    action: {
      label: 'Undo',
      run: () =>
        withRetry(`Failed to close ${name}`, id, async () => {
          await closeLocation(id, closedOn, { client });
          showClosed({ id, name }, closedOn, client);
        }),
    },
  });
}

async function withRetry(failure: string, about: string, act: () => Promise<void>) {
  try {
    await act();
  } catch (error) {
    const again = { label: 'Try again', run: () => withRetry(failure, about, act) };
    showToast({ about, tone: 'bad', stays: true, text: `${failure}: ${reasonOf(error)}`, action: again });
  }
}
