import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { displayName } from '../../../../contract/users.ts';
import { markRow } from '../../../components/table/marked-row.ts';
import { useSavedToast } from '../../../components/table/use-saved-toast.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { type SaveContext, useReload, useSave } from '../../../lib/form/use-save.ts';
import { isGone, reasonOf } from '../../../lib/network/request-failed.ts';
import { savedUsers } from '../list/saved-users.ts';
import { type Assigned, userRowQuery } from '../users.api.ts';

export interface AssignmentOptions<Key extends readonly unknown[]> {
  query: UseQueryOptions<Assigned, Error, Assigned, Key>;
  /** Saves the ids against the version that they started from. */
  replace: (assigned: Assigned, context: SaveContext) => Promise<Assigned>;
  what: 'Roles' | 'Locations';
  userId: string;
  onClose: () => void;
}

export type Assignment = ReturnType<typeof useAssignment>;

/** The check boxes start from the stored ids. Only a reload resets them, never an answer in the background. */
export function useAssignment<Key extends readonly unknown[]>({
  query,
  replace,
  what,
  userId,
  onClose,
}: AssignmentOptions<Key>) {
  const client = useQueryClient();
  const loading = useQuery(query);
  const { data: user } = useQuery(userRowQuery(userId));
  const subject = user ? `${what} of ${displayName(user)}` : what;
  const [start, setStart] = useState(loading.data);
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(start?.ids));
  const { isSelf } = useAccess();
  const showSaved = useSavedToast(savedUsers);
  const save = useSave({
    mutationFn: replace,
    onSuccess: (stored) => {
      onClose();
      // Users who remove something from themselves may not be able to undo it.
      const undo = start && !isSelf(userId) && { ids: start.ids, updated_at: stored.updated_at };
      const changed = what === 'Roles' ? { role_ids: [...stored.ids] } : { location_ids: [...stored.ids] };
      const toast = {
        about: userId,
        text: `${subject} updated`,
        action: undo ? { label: 'Undo', run: () => undoWith(undo) } : undefined,
      };
      if (user) showSaved({ ...user, ...changed }, toast);
      else showToast(toast);
    },
  });

  const reload = useReload(query, restart);

  async function undoWith(before: Assigned): Promise<void> {
    try {
      await replace(before, { client });
      markRow(userId);
      showToast({ about: userId, text: `${subject} are as before` });
    } catch (error) {
      showToast({
        about: userId,
        tone: 'bad',
        stays: true,
        text: `${subject} are not as before: ${reasonOf(error)}`,
        ...(!isGone(error) && { action: { label: 'Try again', run: () => undoWith(before) } }),
      });
    }
  }

  function restart(from: Assigned) {
    setStart(from);
    setSelected(new Set(from.ids));
  }
  if (!start && loading.data) restart(loading.data);

  function toggle(id: string) {
    const after = new Set(selected);
    if (!after.delete(id)) after.add(id);
    setSelected(after);
  }
  const add = (ids: readonly string[]) => setSelected(new Set([...selected, ...ids]));
  const before = new Set(start?.ids);
  const change = {
    added: [...selected].filter((id) => !before.has(id)).length,
    removed: [...before].filter((id) => !selected.has(id)).length,
  };
  const isChanged = change.added + change.removed > 0;
  return {
    what,
    user,
    query: { ...loading, data: start },
    selected,
    change,
    isChanged,
    toggle,
    add,
    save,
    reload,
    onClose,
  };
}
