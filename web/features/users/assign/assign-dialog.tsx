import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { describeOwnLoss } from '../../../../contract/access/own-access.ts';
import type { CoverEnd } from '../../../../contract/covers.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { ChangedNote } from '../../../components/dialog/followed.tsx';
import { SaveDialog, type SaveDialogProps } from '../../../components/dialog/save-dialog.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { showSaved } from '../../../components/table/marked-row.ts';
import { withRetry } from '../../../components/toast/with-retry.ts';
import { useAccess } from '../../../lib/account/access.ts';
import type { Conflict, Followed } from '../../../lib/form/follow-row.ts';
import { type SaveContext, useReload, useSave } from '../../../lib/form/use-save.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { type Chosen, chosenOf, toggled, withAll } from '../../../lib/list/chosen.ts';
import { useLastActor } from '../../../lib/list/last-actor.ts';
import { type Assigned, userRowQuery } from '../users.api.ts';

export interface AssignDialogProps
  extends Pick<SaveDialogProps, 'title' | 'note' | 'isChanged' | 'save' | 'reload' | 'onSubmit' | 'onClose'> {
  user: UserRow | undefined;
  isLoaded: boolean;
  /** The words after 'You will lose'; null for nothing. */
  lost: string | null;
  isRefused: boolean;
  followed: Followed<string> | null;
  children: ReactNode;
}

export function AssignDialog(props: AssignDialogProps) {
  const { user, isLoaded, lost, isRefused, followed, children, ...dialog } = props;
  const by = useLastActor({ user: user?.id ?? '' }, followed?.at);
  // The focus starts above the content, which is still loading, so that Tab leads into it.
  const start = useRef<HTMLDivElement>(null);
  return (
    <SaveDialog
      {...dialog}
      line={followed && <ChangedNote followed={followed} by={by} labels={{}} />}
      width="wide"
      isTall
      submitLabel="Update Assignments"
      isDisabled={!isLoaded || isRefused || !dialog.isChanged}
      initialFocus={start}
    >
      <div ref={start} tabIndex={-1} className="outline-none">
        {user && <ClippedText className="-mt-2 mb-3 text-ink-soft">{displayName(user)}</ClippedText>}
        {children}
        {isLoaded && lost && (
          <Alert tone="info" className="mt-3">
            {isRefused
              ? describeOwnLoss(lost)
              : `You will lose ${lost}. Only an administrator can give it back.`}
          </Alert>
        )}
      </div>
    </SaveDialog>
  );
}

interface Saving {
  after: Assigned<Ref>;
  /** Undo saves it. */
  before: Assigned<Ref>;
}

type Ref = { id: string };
type Named = Ref & { name: string };

export interface AssignmentOptions<Row extends Named, Whole extends Named, Key extends readonly unknown[]> {
  query: UseQueryOptions<Assigned<Row, Whole>, Error, Assigned<Row, Whole>, Key>;
  /** Saves the rows against the version that they started from. */
  replace: (assigned: Assigned<Ref>, context: SaveContext) => Promise<Assigned<Ref>>;
  what: 'Roles' | 'Locations';
  /** Locations until a time: they are not assigned. */
  covers?: { ends: ReadonlyMap<string, string>; stored: CoverEnd[]; isChanged: boolean };
  userId: string;
  onClose: () => void;
}

/**
 * The check boxes start from what is stored. When others change it, boxes that nobody touched follow; to a choice of one's
 * own the row below the title offers theirs.
 */
export function useAssignment<Row extends Named, Whole extends Named, Key extends readonly unknown[]>({
  query,
  replace,
  what,
  covers,
  userId,
  onClose,
}: AssignmentOptions<Row, Whole, Key>) {
  const client = useQueryClient();
  const loading = useQuery(query);
  const { data: user } = useQuery(userRowQuery(userId));
  const subject = user ? `${what} of ${displayName(user)}` : what;
  const stored = loading.data;
  /** What the dialog showed first: the list keeps its order. */
  const [opened, setOpened] = useState(stored);
  const [start, setStart] = useState(stored);
  const [news, setNews] = useState<News | null>(null);
  const [selected, setSelected] = useState<Chosen<Row>>(() => chosenOf(start?.rows ?? []));
  const [districts, setDistricts] = useState<Chosen<Ref>>(() => chosenOf(start?.districts ?? []));
  const ofRows = changeOf(start?.rows ?? [], selected);
  const ofDistricts = changeOf(start?.districts ?? [], districts);
  const isWholeChanged = ofDistricts.added + ofDistricts.removed > 0;
  const { isSelf } = useAccess();
  const save = useSave({
    mutationFn: ({ after }: Saving, context) => replace(after, context),
    onSuccess: ({ updated_at }, { before }) => {
      onClose();
      // Users who remove something from themselves may not be able to undo it.
      const undo = !isSelf(userId) && { ...before, updated_at };
      const action = undo ? { label: 'Undo', run: () => undoWith(undo) } : undefined;
      showSaved({ id: userId }, { about: userId, text: `${subject} updated`, action });
    },
  });
  const reload = useReload(query, restart);

  function undoWith(before: Assigned<Ref>): Promise<void> {
    return withRetry(userId, `${subject} are not as before`, async () => {
      await replace(before, { client });
      showSaved({ id: userId }, { about: userId, text: `${subject} are as before` });
    });
  }

  function choose({ rows, districts = [] }: Assigned<Row, Whole>) {
    setSelected(chosenOf(rows));
    setDistricts(chosenOf(districts));
  }

  function restart(from: Assigned<Row, Whole>) {
    setOpened(from);
    setStart(from);
    choose(from);
    setNews(null);
  }
  if (!start && stored) restart(stored);
  if (start && stored && stored.updated_at > start.updated_at && !save.isPending) follow(start, stored);

  function follow(seen: Assigned<Row, Whole>, now: Assigned<Row, Whole>) {
    const [before, after] = [idsIn(allOf(seen)), idsIn(allOf(now))];
    const mine = idsIn([...selected.values(), ...districts.values()]);
    setStart(now);
    if (mine === before) choose(now);
    if (before !== after) setNews({ at: now.updated_at, isConflict: mine !== before && mine !== after });
  }

  const keepMine = () => setNews((before) => before && { ...before, isConflict: false });
  const takeTheirs = () => {
    if (start) choose(start);
    keepMine();
  };
  const followed =
    opened && start && news && describeNews(what, opened, start, { ...news, keepMine, takeTheirs });

  const added = ofRows.added + ofDistricts.added;
  const removed = ofRows.removed + ofDistricts.removed;
  const onSubmit = () => {
    if (!start) return;
    save.mutate(savingOf(start, { selected, districts, isWholeChanged, covers }));
  };
  return {
    query: { ...loading, data: opened },
    selected,
    districts,
    toggleDistrict: (district: Ref) => setDistricts(toggled(districts, district)),
    toggle: (row: Row) => setSelected(toggled(selected, row)),
    add: (rows: readonly Row[]) => setSelected(withAll(selected, rows)),
    dialog: {
      ...{ user, save, reload, onSubmit, onClose, followed: followed ?? null },
      title: `Assign ${what}`,
      note: describeChange(added, removed),
      isChanged: added + removed > 0 || covers?.isChanged === true,
    },
  };
}

interface Choice<Row> {
  selected: Chosen<Row>;
  districts: Chosen<Ref>;
  isWholeChanged: boolean;
  covers: AssignmentOptions<Named, Named, readonly unknown[]>['covers'];
}

/** Districts and covers that did not change are left out, and stay. */
function savingOf<Row extends Ref>(
  start: Assigned<Row, Ref>,
  { selected, districts, isWholeChanged, covers }: Choice<Row>,
): Saving {
  const rows = [...selected.values()].filter(({ id }) => !covers?.ends.has(id));
  const ends = [...(covers?.ends ?? [])].map(([location_id, ends_at]) => ({ location_id, ends_at }));
  const changed = (rows: readonly Ref[], whole: Iterable<Ref>, ends: CoverEnd[] = []): Assigned<Ref> => ({
    rows,
    districts: isWholeChanged ? [...whole] : undefined,
    covers: covers?.isChanged ? ends : undefined,
    updated_at: start.updated_at,
  });
  return {
    after: changed(rows, districts.values(), ends),
    before: changed(start.rows, start.districts ?? [], covers?.stored),
  };
}

function changeOf(before: readonly Ref[], chosen: Chosen<unknown>) {
  const stay = before.filter(({ id }) => chosen.has(id)).length;
  return { added: chosen.size - stay, removed: before.length - stay };
}

function describeChange(added: number, removed: number) {
  if (added > 0) return removed > 0 ? `Add ${added}, remove ${removed}` : `Add ${added}`;
  return removed > 0 ? `Remove ${removed}` : 'No changes yet';
}

interface News {
  at: string;
  isConflict: boolean;
}

function describeNews(
  what: string,
  opened: Assigned<Named, Named>,
  now: Assigned<Named, Named>,
  { at, isConflict, ...acts }: News & Pick<Conflict, 'keepMine' | 'takeTheirs'>,
): Followed<string> {
  const name = what.toLowerCase();
  const [before, after] = [namesIn(allOf(opened), allOf(now)), namesIn(allOf(now), allOf(opened))];
  const conflicts = isConflict ? { [name]: { theirs: after, ...acts } } : {};
  return { changed: [{ name, before, after }], at, conflicts, marked: new Set() };
}

const allOf = ({ rows, districts = [] }: Assigned<Named, Named>) => [...rows, ...districts];
const idsIn = (rows: Iterable<Ref>) =>
  Array.from(rows, ({ id }) => id)
    .sort()
    .join();

const namesShown = 3;

/** Those that are not among the others come first. */
function namesIn(rows: readonly Named[], others: readonly Named[]): string {
  const common = chosenOf(others);
  const inOrder = rows.toSorted((a, b) => Number(common.has(a.id)) - Number(common.has(b.id)));
  const names = inOrder.slice(0, namesShown).map(({ name }) => name);
  const rest = rows.length - names.length;
  return `${names.join(', ') || 'None'}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`;
}
