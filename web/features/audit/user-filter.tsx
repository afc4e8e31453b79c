import { FilterButton } from '../../components/filters/filter-button.tsx';
import type { SubjectFilterProps } from '../../parts/choose/location-filter.tsx';
import { useUserNamed } from '../../parts/choose/user-choices.api.ts';
import { UserChoices } from '../../parts/choose/user-choices.tsx';

export function UserFilter({ id, nameAtHand, onChange }: SubjectFilterProps) {
  const name = useUserNamed(id) ?? nameAtHand;
  return (
    <FilterButton
      label="User"
      everything="All users"
      chosen={id ? (name ?? 'One user') : null}
      onChange={onChange}
    >
      {(choose) => <UserChoices onChoose={(user) => choose(user.id)} />}
    </FilterButton>
  );
}
