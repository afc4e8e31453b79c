import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { districtKey, fold, isFoundBy, searchOf } from '../../../../contract/lists/search-key.ts';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { EntityPicker } from '../../../components/form/entity-picker.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import type { Chosen } from '../../../lib/list/chosen.ts';
import { districtsQuery } from '../../../parts/choose/district-choices.api.ts';
import type { AssignedDistrict } from '../users.api.ts';

interface DistrictPickerProps {
  /** Those that the user has, and those that the actor may give. */
  districts: readonly AssignedDistrict[];
  chosen: Chosen<unknown>;
  onToggle: (district: AssignedDistrict) => void;
}

const manyDistricts = 9;

/** Above the locations, so only a few rows at once. */
export function DistrictPicker({ districts, chosen, onToggle }: DistrictPickerProps) {
  const [text, setText] = useState('');
  const { data: all = [] } = useQuery(districtsQuery);
  const keys = new Map(all.map((district) => [district.id, districtKey(district)]));
  const search = searchOf(text);
  const keyOf = ({ id, name }: AssignedDistrict) => keys.get(id) ?? fold(name);
  return (
    <section aria-label="Whole districts" className="mb-4">
      <h3 className="mb-1.5 font-medium">Whole districts</h3>
      <EntityPicker
        label="Whole districts"
        placeholder={districts.length >= manyDistricts ? 'Filter districts' : null}
        text={text}
        onTextChange={setText}
        of={text}
        rows={districts.filter((district) => isFoundBy(search, { key: keyOf(district) }))}
        heightInRows={districts.length}
        className="max-h-[134px]"
        empty="No districts found"
        selected={new Set(chosen.keys())}
        chosen={districts.filter(({ id }) => chosen.has(id))}
        keyOf={keyOf}
        onToggle={onToggle}
        nameOf={({ name }) => name}
        isLocked={({ is_mine }) => !is_mine}
        renderRow={(district) => <DistrictLine district={district} />}
      />
    </section>
  );
}

function DistrictLine({ district: { name, location_count, is_mine } }: { district: AssignedDistrict }) {
  return (
    <>
      <ClippedText className="leading-tight font-medium">{name}</ClippedText>
      <ClippedText className="text-small leading-tight text-ink-soft">
        {is_mine
          ? `${countOf(location_count, 'location')} today, and new ones`
          : 'You do not have all of it, so you can neither give it nor take it away.'}
      </ClippedText>
    </>
  );
}
