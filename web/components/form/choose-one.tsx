import { useId } from 'react';
import { Button } from '../button/button.tsx';
import { ClippedText } from '../display/clipped-text.tsx';
import { Choices, type ChoicesProps } from './choices.tsx';

export interface ChooseOneProps<Row> extends Omit<ChoicesProps<Row>, 'onChoose'> {
  label: string;
  chosen: Row | undefined;
  /** Null to choose again. */
  onChange: (row: Row | null) => void;
}

export function ChooseOne<Row extends { id: string }>({
  label,
  chosen,
  onChange,
  ...choices
}: ChooseOneProps<Row>) {
  const id = useId();
  const { nameOf, detailOf } = choices;
  return (
    // biome-ignore lint/a11y/useSemanticElements: its controls change when a row is chosen, and a fieldset has a frame
    <div role="group" aria-labelledby={id} className="min-w-0">
      <p id={id} className="mb-1.5 font-medium">
        {label}
      </p>
      {chosen ? (
        <div className="flex min-h-14 items-center gap-3 rounded-control border border-line-strong px-3 py-1.5">
          <span className="min-w-0 flex-1">
            <ClippedText className="font-medium">{nameOf(chosen)}</ClippedText>
            <ClippedText className="text-small text-ink-soft">{detailOf(chosen)}</ClippedText>
          </span>
          <Button variant="link" onClick={() => onChange(null)}>
            Change
          </Button>
        </div>
      ) : (
        <Choices {...choices} onChoose={onChange} />
      )}
    </div>
  );
}
