import type { ReactNode } from 'react';
import type { Location } from '../../../contract/locations.ts';
import { Card } from '../../components/display/card.tsx';
import { MapLink, PhoneLink } from '../../components/display/contact-links.tsx';
import { formatDate } from '../../lib/format/format-date.ts';

export function LocationFacts({ location }: { location: Location }) {
  const { address, city, state, zip, phone, number, created_at, updated_at } = location;
  return (
    <Card aria-label="Location" className="mb-4 shrink-0 px-6 py-3.5 max-md:px-4">
      <dl className="grid gap-y-1.5 md:flex md:flex-wrap md:gap-x-12">
        <Fact label="Address">
          <MapLink address={`${address}, ${city}, ${state} ${zip}`} />
        </Fact>
        <Fact label="Phone">
          {phone ? <PhoneLink phone={phone} /> : <span className="text-ink-faint">No phone</span>}
        </Fact>
        {number && <Fact label="Number">{number}</Fact>}
        <Fact label="Created">{formatDate(created_at)}</Fact>
        {updated_at !== created_at && <Fact label="Last edited">{formatDate(updated_at)}</Fact>}
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-md:flex max-md:gap-3">
      <dt className="text-small text-ink-soft max-md:w-18 max-md:shrink-0">{label}</dt>
      <dd className="wrap-break-word">{children}</dd>
    </div>
  );
}
