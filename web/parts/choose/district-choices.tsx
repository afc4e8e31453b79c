import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { District } from '../../../contract/districts.ts';
import { districtKey, isFoundBy, searchOf } from '../../../contract/lists/search-key.ts';
import { ChoiceField } from '../../components/form/choice-field.tsx';
import { Choices, ChooseOne, type ChooseOneProps } from '../../components/form/choices.tsx';
import { createPopup } from '../../lib/browser/popup.ts';
import { countOf } from '../../lib/format/format-number.ts';
import type { Choices as ChoicesToShow } from '../../lib/list/use-choices.ts';
import { districtsQuery } from './district-choices.api.ts';

/** `noDistrict` is the choice of none. */
export type DistrictChoice = Pick<District, 'id' | 'name'> & { detail: string };

export const noDistrict: DistrictChoice = {
  id: '',
  name: 'No district',
  detail: 'Only assignments give it to users',
};

const rowsAtOnce = 100;

/** Searched in the browser, which has all of them. */
function useDistrictChoices(isNoneOffered: boolean): ChoicesToShow<DistrictChoice> {
  const query = useQuery(districtsQuery);
  const [text, setText] = useState('');
  const [shown, setShown] = useState(rowsAtOnce);
  const search = searchOf(text);
  const found = query.data
    ?.filter((district) => isFoundBy(search, { key: districtKey(district) }))
    .map(toChoice);
  const all = found && isNoneOffered && text.trim() === '' ? [noDistrict, ...found] : found;
  const { isFetching, refetch } = query;
  return {
    ...{ text, setText, of: text, searching: false, isFetching, refetch: () => void refetch() },
    error: query.data ? null : query.error,
    data: all?.slice(0, shown),
    total: query.data?.length ?? 0,
    more: () => setShown(shown + rowsAtOnce),
    hasMore: (all?.length ?? 0) > shown,
    isMoreMissing: false,
  };
}

function toChoice({ id, name, number, location_count }: District): DistrictChoice {
  const locations = countOf(location_count, 'location');
  return { id, name, detail: number === null ? locations : `#${number} · ${locations}` };
}

const words = {
  placeholder: 'Search districts...',
  nameOf: ({ name }: DistrictChoice) => name,
  detailOf: ({ detail }: DistrictChoice) => detail,
};

/** One district, or the list to choose it from. */
export function ChooseDistrict({
  isNoneOffered,
  ...field
}: Pick<ChooseOneProps<DistrictChoice>, 'label' | 'chosen' | 'except' | 'onChange'> & {
  isNoneOffered: boolean;
}) {
  return <ChooseOne {...words} {...field} choices={useDistrictChoices(isNoneOffered)} />;
}

const popup = createPopup('dialog');

interface DistrictFieldProps {
  /** Null for none. */
  value: string | null;
  error?: string | undefined;
  onChange: (id: string | null) => void;
}

/** In a form; absent while there are no districts. */
export function DistrictField({ value, error, onChange }: DistrictFieldProps) {
  const { data = [] } = useQuery(districtsQuery);
  const choices = useDistrictChoices(false);
  if (data.length === 0) return null;
  return (
    <ChoiceField
      label="District"
      name="district_id"
      error={error}
      popup={popup}
      none={noDistrict.name}
      chosen={data.filter(({ id }) => id === value)}
      chip={({ id, name }) => (
        <span key={id} className="truncate">
          {name}
        </span>
      )}
      align="start"
      onClear={() => onChange(null)}
    >
      <Choices
        {...words}
        choices={choices}
        onChoose={({ id }) => {
          onChange(id);
          popup.close();
        }}
      />
    </ChoiceField>
  );
}
