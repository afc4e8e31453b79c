import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { isWatchable, type View, type ViewList } from '../../../contract/views.ts';
import { IconButton } from '../../components/button/icon-button.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconBell, IconCheck, IconPencil, IconTrash } from '../../components/icons/icons.ts';
import { Popover } from '../../components/overlay/popover.tsx';
import type { OpenPopup } from '../../lib/browser/popup.ts';
import { type ListView, parseListSearch } from '../../lib/url/list-search.ts';
import type { ViewDialog } from './view-dialogs.tsx';
import { isSavedOf, searchOf, useMayChange, viewText } from './view-text.ts';
import { viewsQuery, watchesQuery } from './views.api.ts';
import type { Watchable } from './watch-dialog.tsx';

export interface ViewsPopoverProps {
  popup: OpenPopup;
  list: ViewList;
  builtIn: readonly ListView[];
  current: string;
  isNameless: boolean;
  onAct: (dialog: ViewDialog) => void;
}

export function ViewsPopover({ popup, list, builtIn, current, isNameless, onAct }: ViewsPopoverProps) {
  const views = useQuery(viewsQuery(list));
  // Without it the bells look as for views that are not watched; their dialog says when it cannot load.
  const watched = new Set<string | undefined>(useQuery(watchesQuery).data?.map(({ view_id }) => view_id));
  const { density } = parseListSearch(useSearch({ strict: false }));
  const link = (name: string, search: ListView['search']) => (
    <Link
      to={`/${list}`}
      search={{ ...search, ...(density && { density }) }}
      activeOptions={{ exact: true, includeSearch: true }}
      onClick={popup.close}
      className="flex min-h-9 min-w-0 flex-1 items-center justify-between gap-3 rounded-control px-2 -outline-offset-2 hover:bg-surface-raised active:bg-line aria-[current=page]:font-semibold aria-[current=page]:text-petrol max-md:min-h-11"
    >
      <span className="min-w-0 py-1 wrap-anywhere">{name}</span>
      {viewText(search) === current && <IconCheck size={16} aria-hidden="true" className="shrink-0" />}
    </Link>
  );
  const savedOf = (view: ListView) => views.data?.find(isSavedOf(view));
  const watchable = (view: ListView): Watchable => ({
    ...{ list, name: view.name, query: viewText(view.search) },
    ...savedOf(view),
  });
  const copies = new Set(builtIn.map(savedOf));
  const bell = (view: Watchable) =>
    isWatchable(list) && (
      <IconButton
        label={`Watch the view ${view.name}`}
        tooltip={watched.has(view.id) ? 'Watched' : 'Watch'}
        aria-pressed={watched.has(view.id)}
        icon={<IconBell size={16} aria-hidden="true" />}
        className={watched.has(view.id) ? 'text-petrol!' : undefined}
        onClick={() => onAct({ act: 'watch', view })}
      />
    );
  const saved = (title: string, rows: View[]) =>
    rows.length > 0 && (
      <section>
        <h3 className="mt-3 px-2 text-small text-ink-soft">{title}</h3>
        <ul>
          {rows.map((view) => (
            <li key={view.id}>
              <div className="flex items-center">
                {link(view.name, searchOf(view))}
                {bell(view)}
                <ViewButtons view={view} onAct={onAct} />
              </div>
              {view.gone.length > 0 && (
                <p className="px-2 pb-1 text-small text-amber-ink">{describeGone(view)}</p>
              )}
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <Popover title="Views" isTitleHidden popup={popup} align="start">
      <div className="max-h-[60dvh] w-90 max-w-[calc(100vw-3rem)] overflow-y-auto">
        <ul>
          {builtIn.map((view) => (
            <li key={view.name} className="flex items-center">
              {link(view.name, view.search)}
              {views.data && bell(watchable(view))}
            </li>
          ))}
        </ul>
        <QueryView query={views} loading="Loading views...">
          {(rows) => (
            <>
              {saved(
                'My views',
                rows.filter((view) => !view.is_shared && !copies.has(view)),
              )}
              {saved(
                'Shared views',
                rows.filter((view) => view.is_shared),
              )}
            </>
          )}
        </QueryView>
        {isNameless && (
          <div className="mt-2 border-t border-line pt-2">
            <button
              type="button"
              className="flex min-h-9 w-full items-center rounded-control px-2 text-left font-semibold text-petrol -outline-offset-2 hover:bg-surface-raised active:bg-line max-md:min-h-11"
              onClick={() => onAct({ act: 'save', query: current })}
            >
              Save current view…
            </button>
          </div>
        )}
      </div>
    </Popover>
  );
}

function ViewButtons({ view, onAct }: Pick<ViewsPopoverProps, 'onAct'> & { view: View }) {
  const mayChange = useMayChange();
  if (!mayChange(view)) return null;
  return (
    <>
      <IconButton
        label={`Edit the view ${view.name}`}
        tooltip="Edit"
        icon={<IconPencil size={16} aria-hidden="true" />}
        onClick={() => onAct({ act: 'edit', view })}
      />
      <IconButton
        label={`Delete the view ${view.name}`}
        tooltip="Delete"
        tone="danger"
        icon={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => onAct({ act: 'delete', view })}
      />
    </>
  );
}

function describeGone({ gone }: View) {
  return `A ${gone.join(' and a ')} in its filters is no longer available.`;
}
