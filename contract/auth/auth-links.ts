export const confirmPath = '/auth/confirm';
export const resetPasswordPath = '/reset-password';
export const companyCallbackPath = '/auth/callback';
/** As the client names it. */
export const companyProvider = 'custom:main' as const;
export const linkTypes = ['signup', 'invite', 'recovery', 'email_change'] as const;
export type LinkType = (typeof linkTypes)[number];
