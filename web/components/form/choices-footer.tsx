import type { Choices } from '../../lib/list/use-choices.ts';
import { Button } from '../button/button.tsx';

export interface ChoicesFooterProps {
  as: 'li' | 'div';
  choices: Pick<Choices<unknown>, 'hasMore' | 'isMoreMissing' | 'isFetching' | 'refetch'>;
}

/** Below the rows while others are still to come. */
export function ChoicesFooter({ as: Element, choices }: ChoicesFooterProps) {
  const { hasMore, isMoreMissing, isFetching, refetch } = choices;
  if (!hasMore) return null;
  return (
    <Element className="flex h-11 items-center justify-center gap-2 text-small text-ink-soft">
      {isMoreMissing ? (
        <>
          The rest did not load.
          <Button variant="link" onClick={refetch} loading={isFetching}>
            Try again
          </Button>
        </>
      ) : (
        'Loading more…'
      )}
    </Element>
  );
}
