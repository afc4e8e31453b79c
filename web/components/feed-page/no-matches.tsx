import { Button } from '../button/button.tsx';
import type { EmptyStateProps } from '../feedback/empty-state.tsx';

/** What a page says when no rows pass its filters. `what` are the rows: 'entries'. */
export function noMatches(what: string, text: string, onClear: () => void): EmptyStateProps {
  return {
    art: 'search',
    title: `No ${what} match.`,
    text,
    action: (
      <Button variant="secondary" onClick={onClear}>
        Clear filters
      </Button>
    ),
  };
}
