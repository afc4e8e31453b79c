import { type UserFilterField, userList } from '../../../../contract/lists/list-filters.ts';
import { userKey } from '../../../../contract/lists/search-key.ts';
import type { UserRow } from '../../../../contract/users.ts';
import type { SavedList } from '../../../components/table/use-saved-toast.ts';
import { userValues } from '../users.api.ts';

export const savedUsers: SavedList<UserRow, UserFilterField> = {
  to: '/users',
  list: userList,
  searched: (user) => ({ key: userKey(user) }),
  valuesOf: (user, field) => userValues(user, field, new Date()),
};
