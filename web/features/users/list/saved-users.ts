import { type UserFilterField, userList } from '../../../../contract/lists/list-filters.ts';
import { userKey } from '../../../../contract/lists/search-key.ts';
import { userFilterValues } from '../../../../contract/user-list.ts';
import type { UserRow } from '../../../../contract/users.ts';
import type { SavedList } from '../../../components/table/use-saved-toast.ts';

/** The list in which a saved user is shown. */
export const savedUsers: SavedList<UserRow, UserFilterField> = {
  to: '/users',
  list: userList,
  searched: (user) => ({ key: userKey(user) }),
  valuesOf: (user, field) => userFilterValues(user, field, new Date()),
};
