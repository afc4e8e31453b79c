import { useNavigate } from '@tanstack/react-router';
import type { Location } from '../../../../contract/locations.ts';
import type { ReachPerson } from '../../../../contract/reach.ts';
import { Button } from '../../../components/button/button.tsx';
import { Card } from '../../../components/display/card.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { IconPlus } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { useListSearch } from '../../../lib/list/list-search.ts';
import { useSearchText } from '../../../lib/list/use-search-text.ts';
import { PeopleList } from './access-list.tsx';
import { people } from './access-texts.ts';
import { AssignPeopleDialog } from './assign-users-dialog.tsx';
import { useReach } from './location-access.api.ts';
import { RemovePersonDialog } from './remove-user-dialog.tsx';

/** With fewer people the whole list is in sight. */
const searchFromPeople = 10;

/** Everybody with a link to the store: those who see it, then those whom something keeps from it. */
export function PeoplePanel({ location }: { location: Location }) {
  const { q, setQ, dialog, id, openDialog, closeDialog } = useListSearch();
  const [text, setText] = useSearchText(q, setQ);
  const { hasPermission } = useAccess();
  const seeing = useReach(location.id, 'can_see', q);
  const facts = seeing.data?.pages[0];
  const kept = useReach(location.id, 'cannot_see', q, { enabled: (facts?.cannot_see ?? 0) > 0 });
  const rows = [seeing, kept].flatMap((list) => list.data?.pages.flatMap((page) => page.people) ?? []);
  const leave = useLeave();

  const mayAssign = hasPermission('users.assign_locations');
  const remove = (person: ReachPerson) => void openDialog('remove', person.id);
  const removed = rows.find((person) => person.id === id);
  const hasSearch = q !== '' || (facts ? facts.can_see + facts.cannot_see > searchFromPeople : false);
  return (
    <Card aria-label="People" className="shrink-0">
      <header className="flex flex-wrap items-center justify-between gap-3 px-5 py-4 max-md:px-4">
        <div className="min-w-0">
          <h2 className="font-sign text-subheading font-semibold">People</h2>
          <p role="status" className="text-ink-soft">
            {facts && `${people(facts.can_see + facts.unnamed)} can see this store`}
          </p>
        </div>
        <Button
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => void openDialog('assign')}
          disabled={!mayAssign}
          title={mayAssign ? undefined : 'Your roles do not allow you to assign people'}
        >
          Assign people
        </Button>
        {hasSearch && (
          <SearchInput
            placeholder="Search people by name, email, or phone..."
            value={text}
            onValueChange={setText}
            searching={seeing.isPlaceholderData}
            hotkey
            className="w-full"
          />
        )}
      </header>
      {facts?.is_open_to_all && (
        <Alert tone="info" className="m-4">
          Access is not enforced on this server: everybody who signs in reaches every store, whatever this
          list says.
        </Alert>
      )}
      <PeopleList
        label="People who can see this store"
        heads
        list={seeing}
        isSearch={q !== ''}
        onRemove={remove}
      />
      {facts && facts.unnamed > 0 && <Unnamed count={facts.unnamed} />}
      {facts && facts.cannot_see > 0 && (
        <>
          <h3 className="border-t border-line bg-surface-raised px-5 py-2 font-semibold max-md:px-4">
            {`${people(facts.cannot_see)} linked to this store cannot see it`}
          </h3>
          <PeopleList
            label="People who cannot see this store"
            list={kept}
            isSearch={q !== ''}
            onRemove={remove}
          />
        </>
      )}
      {dialog === 'assign' && <AssignPeopleDialog location={location} onClose={closeDialog} />}
      {dialog === 'remove' && removed?.assigned && (
        <RemovePersonDialog
          location={location}
          person={removed}
          onClose={closeDialog}
          onRemoved={() => (leave.isOver(removed) ? leave.go() : closeDialog())}
        />
      )}
    </Card>
  );
}

function Unnamed({ count }: { count: number }) {
  return (
    <p className="border-t border-line px-5 py-3 text-ink-soft max-md:px-4">
      {`${formatNumber(count)} more ${count === 1 ? 'person reaches' : 'people reach'} every store through their role.`}
    </p>
  );
}

/** Who takes away their own way to the store has nothing to see here any more. */
function useLeave() {
  const { user } = useAuth();
  const { hasPermission } = useAccess();
  const navigate = useNavigate();
  return {
    isOver: (person: ReachPerson) => person.id === user?.id && !hasPermission('locations.all'),
    go: () => navigate({ to: '/locations' }),
  };
}
