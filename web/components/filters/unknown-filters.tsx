import { useNavigate, useSearch } from '@tanstack/react-router';
import { parseListSearch } from '../../lib/url/list-search.ts';
import { Button } from '../button/button.tsx';
import { Alert } from '../feedback/alert.tsx';

/**
 * What the URL names and this list does not know: the rows are more than the link meant. Nothing is done to all of them
 * until it is removed.
 */
export function UnknownFilters({ names }: { names: readonly string[] }) {
  const search = parseListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  if (names.length === 0) return null;
  const remove = () =>
    void navigate({
      to: '.',
      search: (before) => {
        const known = Object.entries(parseListSearch(before)).filter(([name]) => !names.includes(name));
        return Object.fromEntries(known) as never;
      },
      state: true,
      resetScroll: false,
    });
  const given = names.map((name) => `${name}=${search[name] ?? ''}`).join(', ');
  return (
    <Alert
      tone="info"
      className="mb-4 shrink-0"
      action={
        <Button variant="link" onClick={remove}>
          Remove {names.length === 1 ? 'it' : 'them'}
        </Button>
      }
    >
      <p className="wrap-anywhere">
        This address has {names.length === 1 ? 'a filter that is' : 'filters that are'} not known: {given}
      </p>
    </Alert>
  );
}
