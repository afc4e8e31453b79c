import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { DetailPage } from '../../components/detail/detail-page.tsx';
import { RowNotFound } from '../../components/detail/row-not-found.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { useIsOutageShown } from '../../components/feedback/outage.tsx';
import { IconPencil, IconPlus, IconTrash } from '../../components/icons/icons.ts';
import { showToast } from '../../components/toast/toasts.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useNamedPage } from '../../lib/browser/page-name.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { townName } from '../../lib/format/location-names.ts';
import { RequestFailed } from '../../lib/network/request-failed.ts';
import { usePageDialog } from '../../lib/url/page-url.ts';
import { districtQuery } from '../../parts/choose/district-choices.api.ts';
import { GrantGroup, GrantRow } from '../../parts/grants/grant-group.tsx';
import { GrantedBy } from '../../parts/grants/granted-by.tsx';
import { DeleteDistrictDialog, EditDistrictDialog } from './district-dialogs.tsx';
import { districtLocationsQuery, type OpenedDistrict as Opened, switchDistrict } from './districts.api.ts';
import { GiveDistrictDialog } from './give-district-dialog.tsx';

export function DistrictPage() {
  const { id } = useParams({ from: '/guarded/districts/$id' });
  const query = useQuery(districtQuery(id));
  const isOutage = useIsOutageShown();
  const maySeeLocations = useAccess().hasPermission('locations.read');
  const { data: district, error } = query;
  useNamedPage(district?.name);
  if (error instanceof RequestFailed && [400, 403, 404].includes(error.status))
    return <RowNotFound about="district" refusal={error} />;
  if (!district && error && !isOutage)
    return <ErrorState message={error.message} onRetry={() => void query.refetch()} />;
  return (
    <DetailPage
      back={{ list: '/districts', page: '/districts/$id', label: 'Districts', place: null }}
      title={district?.name}
      facts={district && <DistrictFacts district={district} />}
      acts={district && <DistrictActs district={district} />}
      banner={null}
      rail={null}
    >
      <UsersPanel key={id} district={district} readAt={query.dataUpdatedAt} />
      {/* Below the users, whose number comes with the district: it would be moved. */}
      {district && maySeeLocations && <LocationsPanel key={`locations ${id}`} district={district} />}
    </DetailPage>
  );
}

/** On a phone the links are 44 px high. */
const factLink =
  'rounded-badge underline-offset-3 hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center';

function DistrictFacts({
  district: { id, number, manager, manager_misses, location_count },
}: {
  district: Opened;
}) {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-0.5 wrap-anywhere">
      {number !== null && <li>#{number}</li>}
      <li>
        {manager ? (
          <>
            Managed by{' '}
            <Link to="/users/$userId" params={{ userId: manager.id }} className={factLink}>
              {manager.name}
            </Link>
            {manager_misses && ', who cannot see all of its locations'}
          </>
        ) : (
          'No manager'
        )}
      </li>
      <li>
        <Link to="/locations" search={{ district: id }} className={factLink}>
          {countOf(location_count, 'open location')}
        </Link>
      </li>
    </ul>
  );
}

function DistrictActs({ district }: { district: Opened }) {
  const { dialog, openDialog, closeDialog } = usePageDialog('/guarded/districts/$id');
  const mayManage = useAccess().mayAct('manageDistricts');
  const mayGive = useMayGive(district);
  const navigate = useNavigate();
  return (
    <>
      {mayManage && (
        <>
          <Button
            variant="secondary"
            icon={<IconPencil size={18} aria-hidden="true" />}
            onClick={() => openDialog('edit')}
          >
            Edit
          </Button>
          <Button
            variant="secondary"
            icon={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => openDialog('delete')}
          >
            Delete
          </Button>
        </>
      )}
      {mayManage && dialog === 'edit' && <EditDistrictDialog district={district} onClose={closeDialog} />}
      {mayManage && dialog === 'delete' && (
        <DeleteDistrictDialog
          district={district}
          onClose={closeDialog}
          onDeleted={() => navigate({ to: '/districts' })}
        />
      )}
      {mayGive && dialog === 'give' && <GiveDistrictDialog district={district} onClose={closeDialog} />}
    </>
  );
}

/** Future locations are included, so only who has the whole district gives it. */
function useMayGive(district: Opened | undefined): boolean {
  const mayAssign = useAccess().mayAct('assignLocations');
  return mayAssign && district?.is_whole === true;
}

function UsersPanel({ district, readAt }: { district: Opened | undefined; readAt: number }) {
  const { openDialog } = usePageDialog('/guarded/districts/$id');
  const mayGive = useMayGive(district);
  const take = useMutation({
    mutationFn: (user: Opened['users'][number], context) =>
      district ? switchDistrict(user.id, district, false, context) : Promise.resolve(),
    onSuccess: (_, user) =>
      showToast({ about: user.id, text: `${district?.name} taken away from ${user.name}` }),
  });
  return (
    <Panel isFlush title="Who has it" description="They see all its locations, new ones too.">
      <div className="-mt-px">
        <GrantGroup
          title="Users"
          rows={district?.users}
          readAt={readAt}
          expected={district?.user_count}
          none="Nobody has it"
          action={
            mayGive && (
              <Button icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => openDialog('give')}>
                Give to a User
              </Button>
            )
          }
        >
          {(user, left) => (
            <GrantRow
              id={user.id}
              name={user.name}
              left={left}
              why={<GrantedBy granted={user.granted} />}
              removal={
                mayGive
                  ? {
                      ...{ label: `Take it away from ${user.name}`, verb: 'Take Away' },
                      run: () => take.mutate(user),
                      isPending: take.isPending && take.variables.id === user.id,
                      error: take.variables?.id === user.id ? take.error : null,
                      whyNot: undefined,
                    }
                  : undefined
              }
            >
              <UserName user={user} isManager={user.id === district?.manager?.id} />
            </GrantRow>
          )}
        </GrantGroup>
        {district && district.user_count > district.users.length && (
          <p className="border-t border-line px-6 py-3 text-ink-soft max-md:px-4">
            The first {formatNumber(district.users.length)} of {countOf(district.user_count, 'user')}, by
            name.
          </p>
        )}
      </div>
    </Panel>
  );
}

function LocationsPanel({ district: { id, location_count } }: { district: Opened }) {
  const query = useQuery(districtLocationsQuery(id));
  const isMore = query.data && query.data.length > 0 && location_count > query.data.length;
  return (
    <Panel isFlush title="Locations">
      <div className="-mt-px">
        <GrantGroup
          title="Open locations"
          rows={query.data}
          readAt={query.dataUpdatedAt}
          expected={location_count}
          none="No open location"
          action={null}
        >
          {({ id, name, number, city, state }, left) => (
            <GrantRow
              id={id}
              name={name}
              left={left}
              why={<span className="text-small text-ink-soft">{townName({ city, state })}</span>}
            >
              <span className="flex min-w-0 items-baseline gap-2">
                <Link to="/locations/$id" params={{ id }} data-row-main className={rowLink}>
                  <ClippedText>{name}</ClippedText>
                </Link>
                {number && <span className="text-small whitespace-nowrap text-ink-soft">#{number}</span>}
              </span>
            </GrantRow>
          )}
        </GrantGroup>
        {query.error && !query.data && (
          <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
        )}
        {isMore && (
          <p className="border-t border-line px-6 py-3 text-ink-soft max-md:px-4">
            The first {formatNumber(query.data.length)}, by name.{' '}
            <Link to="/locations" search={{ district: id, status: 'open' }} className={buttonClasses('link')}>
              All {countOf(location_count, 'open location')}
            </Link>
          </p>
        )}
      </div>
    </Panel>
  );
}

const rowLink =
  'min-w-0 rounded-badge font-medium underline-offset-3 after:absolute after:inset-0 hover:underline';

function UserName({ user: { id, name }, isManager }: { user: Opened['users'][number]; isManager: boolean }) {
  return (
    <span className="flex min-w-0 items-baseline gap-3">
      <Link to="/users/$userId" params={{ userId: id }} data-row-main className={rowLink}>
        <ClippedText>{name}</ClippedText>
      </Link>
      {isManager && <span className="text-small whitespace-nowrap text-ink-soft">Manages it</span>}
    </span>
  );
}
