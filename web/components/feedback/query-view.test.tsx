import { QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { RequestFailed } from '../../lib/network/request-failed.ts';
import { QueryView, type QueryViewProps } from './query-view.tsx';

type Answer = () => Promise<string[]>;
type Props = Partial<Pick<QueryViewProps<string[]>, 'failed' | 'empty' | 'refused'>>;

/** Shows a query with the given answers one after the other, and a button that fetches again. */
function open(answers: Answer[], props: Props = {}) {
  const namesQuery = queryOptions({
    queryKey: ['names'],
    queryFn: () => answers.shift()?.() ?? Promise.reject(new Error('No answer is left')),
  });
  function Names() {
    const query = useQuery(namesQuery);
    return (
      <>
        <button type="button" onClick={() => void query.refetch()}>
          Refresh
        </button>
        <output>{query.isFetching ? 'fetching' : 'idle'}</output>
        <QueryView query={query} loading="Loading names..." {...props}>
          {(names) => <p>{names.join(', ')}</p>}
        </QueryView>
      </>
    );
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Names />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const refuse = (status: number) => () =>
  Promise.reject(
    new RequestFailed('Failed to fetch names: Not now', 'conflict', status, { detail: 'Not now' }),
  );

test('QueryView says that it loads, then why it failed, and shows the data after a retry', async () => {
  const first = Promise.withResolvers<string[]>();
  const user = open([() => first.promise, async () => ['Ada', 'Eva']]);
  screen.getByText('Loading names...');
  first.reject(new RequestFailed('Failed to fetch names: Not now', 'conflict', 409));
  await screen.findByText('Failed to fetch names: Not now');
  expect(screen.queryByText('Loading names...')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Ada, Eva');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('QueryView keeps the data while it is fetched again, and when that fails', async () => {
  const second = Promise.withResolvers<string[]>();
  const user = open([async () => ['Ada'], () => second.promise]);
  await screen.findByText('Ada');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('fetching');
  screen.getByText('Ada');
  second.reject(new RequestFailed('Failed to fetch names: Not now', 'conflict', 409));
  await screen.findByText('idle');
  screen.getByText('Ada');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('QueryView shows the empty state in place of an empty array', async () => {
  open([async () => []], { empty: 'No names yet' });
  await screen.findByText('No names yet');
});

test.each([403, 404])('QueryView offers no retry for a refusal with status %i', async (status) => {
  open([refuse(status)], { refused: ({ reason }) => `Refused: ${reason}` });
  await screen.findByText('Refused: Not now');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('QueryView shows the text of its screen in place of the message of the error', async () => {
  open([refuse(409)], { failed: 'Failed to load names' });
  await screen.findByText('Failed to load names');
  expect(screen.queryByText(/Not now/)).toBeNull();
});
