import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import { Fact, FactList } from '../../../components/detail/fact-list.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { formatAgo } from '../../../lib/format/format-ago.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { accessListQuery } from '../access-list/location-access.api.ts';
import { AccessFigures } from './access-figures.tsx';

export interface LocationRailProps {
  id: string;
  location: Location | undefined;
  recent: ReactNode;
}

export function LocationRail({ id, location, recent }: LocationRailProps) {
  const { data } = useInfiniteQuery(accessListQuery(id, 'can_see', ''));
  return (
    <>
      <AccessFigures facts={data?.pages[0]} isClosed={Boolean(location?.closed_on)} />
      <RailCard title="Details">
        <FactList>
          <Fact label="Number">{location?.number ?? none}</Fact>
          <Fact label="Phone">{location?.phone ?? none}</Fact>
          <Fact label="Created">{location && <Time at={location.created_at} />}</Fact>
          <Fact label="Last edited">{location && <Time at={location.updated_at} />}</Fact>
        </FactList>
      </RailCard>
      {recent}
    </>
  );
}

const none = <span className="text-ink-faint">None</span>;

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} data-tooltip={formatDate(at)}>
      {formatAgo(at)}
    </time>
  );
}
