import { Alert } from '../../components/feedback/alert.tsx';
import { useLocations } from './locations.api.ts';
import { findSamePlaces } from './same-place.ts';

export interface SamePlaceNoteProps {
  typed: { address: string; zip: string; phone?: string | null | undefined };
  ownId: string | null;
}

const namedAtMost = 3;

/** One of them may be a duplicate. It does not prevent saving. */
export function SamePlaceNote({ typed, ownId }: SamePlaceNoteProps) {
  const { data } = useLocations('');
  const found = data ? findSamePlaces(data.byId.values(), typed, ownId) : [];
  if (found.length === 0) return null;
  return (
    <Alert tone="info">
      <ul>
        {found.slice(0, namedAtMost).map(({ location, same }) => (
          <li key={location.id}>
            {location.name}
            {location.closed_on !== null && ' (closed)'} has the same {same}.
          </li>
        ))}
      </ul>
      {found.length > namedAtMost && <p>So do {found.length - namedAtMost} more.</p>}
    </Alert>
  );
}
