import { type FetchQueryOptions, type QueryClient, type QueryKey, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** What a function of an api file saves with: it sends with the signal, and invalidates what is stale afterwards. */
export interface SaveContext {
  client: QueryClient;
  /** Aborts the request; absent where a save outlives its component. */
  signal?: AbortSignal;
}

export interface SaveOptions<Input, Result> {
  mutationFn: (input: Input, context: SaveContext) => Promise<Result>;
  onSuccess?: (result: Result, input: Input) => unknown;
}

/** A change that a dialog makes. Closing the dialog cancels it: the request under way is aborted. */
export function useSave<Input = void, Result = void>({ mutationFn, ...options }: SaveOptions<Input, Result>) {
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  return useMutation({
    ...options,
    mutationFn: (input: Input, { client }) => {
      running.current = new AbortController();
      return mutationFn(input, { client, signal: running.current.signal });
    },
  });
}

/** Fetches what is stored now, for a form whose save was refused because somebody else changed the row. */
export function useReload<Stored, Key extends QueryKey>(
  query: FetchQueryOptions<Stored, Error, Stored, Key>,
  onStored: (stored: Stored) => void,
) {
  return useMutation({
    mutationFn: (_, { client }) => client.fetchQuery({ ...query, staleTime: 0 }),
    onSuccess: onStored,
  });
}
