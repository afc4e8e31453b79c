import { Button } from '../button/button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface NoMatchesProps {
  /** 'entries' */
  what: string;
  text: string;
  onClear: () => void;
}

/** Of a list that is filtered. */
export function NoMatches({ what, text, onClear }: NoMatchesProps) {
  return (
    <EmptyState
      art="search"
      title={`No ${what} match.`}
      text={text}
      action={
        <Button variant="secondary" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
