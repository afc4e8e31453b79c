export const confirmPath = '/auth/confirm';
export const resetPasswordPath = '/reset-password';
export const companyCallbackPath = '/auth/callback';
export const linkTypes = ['signup', 'invite', 'recovery', 'email_change'] as const;
export type LinkType = (typeof linkTypes)[number];
