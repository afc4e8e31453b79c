/** The four built-in roles keep their own. */
export const roleColors = ['clay', 'ochre', 'green', 'petrol', 'slate', 'indigo', 'plum', 'rose'] as const;
export type RoleColor = (typeof roleColors)[number];
