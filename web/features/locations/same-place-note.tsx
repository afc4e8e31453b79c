import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../components/feedback/alert.tsx';
import { samePlacesQuery, type TypedPlace } from './same-place.api.ts';

export interface SamePlaceNoteProps {
  typed: TypedPlace;
  /** What was typed when a field was left. */
  left: TypedPlace;
  ownId: string | null;
}

/** One of them may be a duplicate. It does not prevent saving. */
export function SamePlaceNote({ typed, left, ownId }: SamePlaceNoteProps) {
  const { data } = useQuery(samePlacesQuery(left, ownId));
  const isTyping = typed.address !== left.address || typed.zip !== left.zip || typed.phone !== left.phone;
  if (!data || data.total === 0 || isTyping) return null;
  return (
    <Alert tone="info">
      <ul>
        {data.locations.map(({ id, name, closed_on, same }) => (
          <li key={id}>
            {name}
            {closed_on !== null && ' (closed)'} has the same {same.join(' and ')}.
          </li>
        ))}
      </ul>
      {data.total > data.locations.length && <p>So do {data.total - data.locations.length} more.</p>}
    </Alert>
  );
}
