import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { View, ViewList } from '../../../contract/views.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { IconChevronDown } from '../../components/icons/icons.ts';
import { lazyDialog, lazyMenu } from '../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { createPopup } from '../../lib/browser/popup.ts';
import { type ListView, parseListSearch } from '../../lib/url/list-search.ts';
import type { ViewDialog } from './view-dialogs.tsx';
import { searchOf, useMayChange, viewText } from './view-text.ts';
import { viewsQuery } from './views.api.ts';

const ViewsPopover = lazyMenu(() => import('./views-popover.tsx'), 'ViewsPopover');
const ViewDialogs = lazyDialog(() => import('./view-dialogs.tsx'), 'ViewDialogs');

const viewsPopup = createPopup('dialog');

export interface ViewsButtonProps {
  list: ViewList;
  builtIn: readonly ListView[];
  /** The names that the URL has and this list does not know: then it cannot be saved. */
  unknown?: readonly string[];
}

export function ViewsButton({ list, builtIn, unknown = [] }: ViewsButtonProps) {
  const current = viewText(parseListSearch(useSearch({ strict: false })));
  const [dialog, setDialog] = useState<ViewDialog | null>(null);
  const [first] = builtIn;
  const isEverything = first !== undefined && viewText(first.search) === current;
  // The button needs the views only for their names; the popup fetches them itself.
  const { data: saved } = useQuery({ ...viewsQuery(list), enabled: !isEverything });
  const shown = builtIn.find(({ search }) => viewText(search) === current);
  const shownSaved = shown ? undefined : saved?.find((view) => viewText(searchOf(view)) === current);
  const base = useBase(saved, shown !== undefined, shownSaved?.id);
  // A saved view that was changed can be saved again.
  const isNameless = saved !== undefined && !shown && !shownSaved && unknown.length === 0;
  const mayChange = useMayChange();
  return (
    <>
      <button type="button" {...viewsPopup.buttonProps(null)} className={`${buttonClasses('ghost')} px-2.5!`}>
        <span className="max-w-48 truncate max-md:max-w-30">
          {(shown ?? shownSaved ?? base)?.name ?? 'Views'}
        </span>
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      {isNameless && base && mayChange(base) && (
        <Button variant="link" onClick={() => setDialog({ act: 'edit', view: base, query: current })}>
          Save changes
        </Button>
      )}
      <PopupPlace of={viewsPopup}>
        {(popup) => (
          <ViewsPopover
            popup={popup}
            list={list}
            builtIn={builtIn}
            current={current}
            isNameless={isNameless}
            onAct={(next) => {
              popup.close();
              setDialog(next);
            }}
          />
        )}
      </PopupPlace>
      <Suspense>
        {dialog && <ViewDialogs list={list} dialog={dialog} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}

/** The saved view that was on screen last, until a built-in one is: a change of the list is a change of it. */
function useBase(saved: readonly View[] | undefined, isBuiltIn: boolean, shownId: string | undefined) {
  const [id, setId] = useState(shownId);
  const next = isBuiltIn ? undefined : (shownId ?? id);
  if (next !== id) setId(next);
  return saved?.find((view) => view.id === next);
}
