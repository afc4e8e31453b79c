import { FilterButton } from '../../components/filters/filter-button.tsx';
import { choiceClasses } from '../../components/form/choices.tsx';

export interface OneOfFilterProps {
  label: string;
  everything: string;
  options: Readonly<Record<string, string>>;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function OneOfFilter({ label, everything, options, value, onChange }: OneOfFilterProps) {
  return (
    <FilterButton
      label={label}
      everything={everything}
      chosen={value ? (options[value] ?? value) : null}
      onChange={onChange}
    >
      {(choose) => (
        <ul aria-label={label}>
          {Object.entries(options).map(([option, name]) => (
            <li key={option}>
              <button type="button" onClick={() => choose(option)} className={choiceClasses}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FilterButton>
  );
}
