import { queryOptions } from '@tanstack/react-query';
import { getApiDocument } from '../../../contract/settings.ts';
import { call } from '../../lib/http/http.ts';
import { endpointsOf } from './endpoints.ts';

/** It changes with a new version only. */
export const endpointsQuery = queryOptions({
  queryKey: ['api'],
  queryFn: async ({ signal }) => endpointsOf(await call(getApiDocument, {}, { signal })),
  staleTime: Number.POSITIVE_INFINITY,
});
