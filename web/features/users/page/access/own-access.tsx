import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { allPermissions } from '../../../../../contract/access/permissions.ts';
import type { OwnAccess as Access } from '../../../../../contract/user-access.ts';
import { QueryView } from '../../../../components/feedback/query-view.tsx';
import { useAccess } from '../../../../lib/account/access.ts';
import { describePermissions } from '../../../../lib/account/describe-permissions.ts';
import { anotherAdministrator } from '../../../../lib/format/describe-grant.ts';
import { describeCover } from '../../../../parts/covers/describe-cover.ts';
import { GrantedBy, LocationReasons } from '../../../../parts/grants/granted-by.tsx';
import { ownAccessQuery } from '../user-page.api.ts';

/** What the signed-in user can see, and why: each role with what it allows, each location, and who granted it. */
export function OwnAccess() {
  const query = useQuery(ownAccessQuery);
  return (
    <QueryView query={query} loading="Loading access...">
      {({ roles, locations, covers }) => (
        <ul>
          {roles.map((role) => (
            <li key={role.id} className="border-line py-2.5 not-last:border-b">
              <p>
                <span className="font-medium">{role.name}</span>: {sentenceOf(role)}
              </p>
              <GrantedBy granted={role.granted} />
            </li>
          ))}
          {locations.map((location) => (
            <OwnLocation key={location.id} location={location} />
          ))}
          {covers.map((cover) => (
            <li key={cover.id} className="border-line py-2.5 not-last:border-b">
              <p>
                <span className="font-medium">{cover.location.name}</span>: you cover it{' '}
                {describeCover(cover)}
              </p>
              <p className="text-small text-ink-soft">
                Granted by {cover.granted.by ?? anotherAdministrator}
              </p>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function OwnLocation({ location }: { location: Access['locations'][number] }) {
  const { id, name, assigned, through } = location;
  const mayOpen = useAccess().hasPermission('locations.read');
  return (
    <li className="border-line py-2.5 not-last:border-b">
      <p>
        {mayOpen ? (
          <Link to="/locations/$id" params={{ id }} className="font-medium text-petrol hover:underline">
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        : {assigned ? 'assigned to you' : 'in a district of yours'}
      </p>
      <LocationReasons assigned={assigned} through={through} />
    </li>
  );
}

function sentenceOf({ permissions }: Access['roles'][number]): string {
  return describePermissions(
    allPermissions.filter((permission) => permissions.includes(permission)),
    'your locations',
  );
}
