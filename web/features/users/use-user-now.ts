import { useQuery } from '@tanstack/react-query';
import type { UserRow } from '../../../contract/users.ts';
import { userQuery } from './page/user-page.api.ts';
import { useKnownUser } from './users.api.ts';

/** The newest row that the browser has, of the list or of the user's page; it does not ask for one. */
export function useUserNow(id: string): UserRow | undefined {
  const ofList = useKnownUser(id);
  const { data: ofPage, isPlaceholderData } = useQuery({ ...userQuery(id), enabled: false });
  if (!ofPage || isPlaceholderData) return ofList;
  return ofList && ofList.updated_at > ofPage.updated_at ? ofList : ofPage;
}
