import { countOf } from '../../lib/format/format-number.ts';
import { Button } from '../button/button.tsx';
import { useSaidAtTimes } from './use-said-at-times.ts';

export interface WaitingNoteProps {
  /** 'Users' */
  label: string;
  /** 'some' when nobody says how many. */
  waiting: number | 'some' | null;
  onShow: () => void;
}

/** What others changed and the list does not show yet: '3 changes · Show'. */
export function WaitingNote({ label, waiting, onShow }: WaitingNoteProps) {
  const changes = waiting === null ? '' : waiting === 'some' ? 'Changes' : countOf(waiting, 'change');
  const said = useSaidAtTimes(changes && `${changes} in ${label}`);
  return (
    <>
      <span role="status" className="sr-only">
        {said}
      </span>
      {changes && (
        <span className="inline-flex items-center gap-1 rounded-badge bg-surface text-small whitespace-nowrap text-ink-soft">
          {changes} ·
          <Button variant="link" onClick={onShow}>
            Show
          </Button>
        </span>
      )}
    </>
  );
}
