import { type ByRoleMatcher, type ByRoleOptions, type Matcher, screen, within } from '@testing-library/react';

const region = ['region', { name: 'Messages' }] as const;
const shown = () => within(screen.getByRole(...region));

/** What the toasts say. Their region comes with the first of them, because a browser under test is never idle. */
export const toasts = {
  findByText: async (text: Matcher) => within(await screen.findByRole(...region)).findByText(text),
  getByText: (text: Matcher) => shown().getByText(text),
  queryByText: (text: Matcher) => shown().queryByText(text),
  getByRole: (role: ByRoleMatcher, options: ByRoleOptions) => shown().getByRole(role, options),
  queryByRole: (role: ByRoleMatcher, options: ByRoleOptions) => shown().queryByRole(role, options),
};
