import type { ReactNode } from 'react';
import type { Location } from '../../../contract/locations.ts';
import { Panel } from '../../components/panel.tsx';
import { formatDate } from '../../lib/format-date.ts';

export function LocationFacts({ location }: { location: Location }) {
  const { address, city, state, zip, phone, created_at, updated_at } = location;
  return (
    <Panel title="Store">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 xl:grid-cols-1">
        <Fact label="Address">
          {address}
          <br />
          {`${city}, ${state} ${zip}`}
        </Fact>
        <Fact label="Phone">{phone ?? <span className="text-ink-faint">No phone</span>}</Fact>
        <Fact label="Created">{formatDate(created_at)}</Fact>
        {updated_at !== created_at && <Fact label="Last edited">{formatDate(updated_at)}</Fact>}
      </dl>
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ink-soft">{label}</dt>
      <dd className="wrap-break-word">{children}</dd>
    </div>
  );
}
