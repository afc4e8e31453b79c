import { type ByRoleMatcher, type ByRoleOptions, type Matcher, screen, within } from '@testing-library/react';

const region = ['region', { name: 'Messages' }] as const;
const shown = () => within(screen.getByRole(...region));

/** The texts of the toasts. Their region is loaded with the first toast, because the test browser is never idle. */
export const toasts = {
  findByText: async (text: Matcher) => within(await screen.findByRole(...region)).findByText(text),
  getByText: (text: Matcher) => shown().getByText(text),
  queryByText: (text: Matcher) => shown().queryByText(text),
  getByRole: (role: ByRoleMatcher, options: ByRoleOptions) => shown().getByRole(role, options),
  queryByRole: (role: ByRoleMatcher, options: ByRoleOptions) => shown().queryByRole(role, options),
};
