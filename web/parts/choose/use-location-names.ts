import { useLocationsNamed } from './location-choices.api.ts';

/** 'Harbor 7, Mill Road 104 …', of ids with commas between them: paper names all of them. */
export function useAllLocationNames(value: string | undefined): string {
  const named = useLocationsNamed(value?.split(',') ?? []) ?? [];
  return named.map(({ name }) => name).join(', ');
}

/** 'Mill Road 104, Harbor 7 and 3 more', of several lists of ids; only a count until the names are known. */
export function useLocationNames(lists: readonly (readonly string[])[]) {
  const named = useLocationsNamed(lists.flatMap((ids) => ids.slice(0, 2)));
  return (ids: readonly string[]): string => {
    const [first, second] = ids.flatMap((id) => named?.find((location) => location.id === id)?.name ?? []);
    if (ids.length === 0) return 'No location';
    if (!first || (ids.length > 1 && !second))
      return ids.length === 1 ? '1 location' : `${ids.length} locations`;
    if (ids.length === 1) return first;
    return ids.length === 2 ? `${first} and ${second}` : `${first}, ${second} and ${ids.length - 2} more`;
  };
}
