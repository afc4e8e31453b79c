import { seesPastOfUsers } from '../../../../contract/users.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import { JoinersAndLeaversCard } from './joiners-and-leavers-card.tsx';

export function Charts() {
  const { hasPermission } = useAccess();
  const maySeeUsers = hasPermission('users.read');
  const halves = {
    roles: maySeeUsers && hasPermission('roles.read'),
    states: hasPermission('locations.read'),
  };
  const hasHalf = halves.roles || halves.states;
  const maySeeLeavers = maySeeUsers && seesPastOfUsers(hasPermission);
  if (!maySeeLeavers && !hasHalf) return null;
  return (
    <div className="grid grid-cols-1 gap-4 max-md:gap-3 lg:grid-cols-12">
      {maySeeLeavers && <JoinersAndLeaversCard className={hasHalf ? 'lg:col-span-7' : 'lg:col-span-12'} />}
      {hasHalf && (
        <BreakdownCard halves={halves} className={maySeeLeavers ? 'lg:col-span-5' : 'lg:col-span-12'} />
      )}
    </div>
  );
}
