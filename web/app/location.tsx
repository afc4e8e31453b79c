import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import { LocationPage } from '../features/locations/page/location-page.tsx';
import { useAccess } from '../lib/account/access.ts';

const LocationRegistersCard = lazyPart(
  async () => (await import('../features/registers/connections/register-row.tsx')).LocationRegistersCard,
);

export function Location() {
  const { id } = useParams({ from: '/guarded/locations/$id' });
  const mayRead = useAccess().hasPermission('registers.read');
  const registers = (
    <Suspense>
      <LocationRegistersCard location={id} />
    </Suspense>
  );
  return <LocationPage registers={mayRead && registers} />;
}
