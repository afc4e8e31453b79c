import type { Permission } from '../access/permissions.ts';

export const emailTimes = ['now', 'daily', 'never'] as const;
export type EmailTime = (typeof emailTimes)[number];

interface Kind {
  /** In the settings, where the reader reads about themselves. */
  label: string;
  /** Why the receiver hears of it; {subject} is the name of the subject. */
  reason: string;
  /** After "42 more: ". */
  more: string;
  bell: boolean;
  email: EmailTime;
  /** Cannot be switched off, and also about what was done with the receiver's own account. */
  isFixed?: true;
  /** Only holders get it, and see it in the settings. */
  permission?: Permission;
  /** A notice of a location: its managers, or all its users, see it while they are assigned there. */
  ofLocation?: 'managers' | 'users';
  /** What its reader does about it: a dialog on the page of the user. */
  act?: { label: string; dialog: string };
  /** Each watch says when to send an email: `now` means as it says. */
  isEmailChosenElsewhere?: true;
}

const inviteAgain = { label: 'Invite again', dialog: 'invitation' } as const;

/** Those who watch a location hear of it, too. */
const ofSales = {
  reason: 'because you are assigned to {subject} or watch it',
  bell: true,
  email: 'daily',
  permission: 'registers.read',
  ofLocation: 'users',
} as const;

/** A later kind is a row. */
export const notificationKinds = {
  access_changed: {
    label: 'My access changes',
    reason: 'because it is your access',
    more: 'changes of your access',
    bell: true,
    email: 'daily',
  },
  security: {
    label: 'Security of my account: password, email, second factor, new device',
    reason: 'because it is your account',
    more: 'changes of your account',
    bell: true,
    email: 'now',
    isFixed: true,
  },
  location_users: {
    label: 'Users join or leave a location that I manage',
    reason: 'because you manage {subject}',
    more: 'locations that users joined or left',
    bell: true,
    email: 'never',
    ofLocation: 'managers',
  },
  cover_ending: {
    label: 'A cover of mine, or of a location that I manage, ends within a day',
    reason: 'because you cover {subject}, manage it or granted it',
    more: 'covers that end soon',
    bell: true,
    email: 'daily',
  },
  token_ending: {
    label: 'An API token of mine, or of a service account that I manage, expires in 14 or 3 days',
    reason: 'because you answer for it',
    more: 'API tokens that expire soon',
    bell: true,
    email: 'daily',
  },
  invitation_failed: {
    label: 'An invitation I sent cannot be delivered',
    reason: 'because you invited {subject}',
    more: 'invitations that could not be delivered',
    act: inviteAgain,
    bell: true,
    email: 'now',
    permission: 'users.invite',
  },
  invitation_expiring: {
    label: 'An invitation I sent expires in 2 days',
    reason: 'because you invited {subject}',
    more: 'invitations that expire soon',
    act: inviteAgain,
    bell: true,
    email: 'daily',
    permission: 'users.invite',
  },
  invitation_accepted: {
    label: 'An invitation I sent is accepted',
    reason: 'because you invited {subject}',
    more: 'invitations that were accepted',
    bell: true,
    email: 'never',
    permission: 'users.invite',
  },
  access_wanted: {
    label: 'A user signs in through the company and has no access yet',
    reason: 'because you may give access',
    more: 'users without access',
    act: { label: 'Assign roles', dialog: 'roles' },
    bell: true,
    email: 'daily',
    permission: 'users.assign_roles',
  },
  run: {
    label: 'An import or bulk change of mine ends, or needs me',
    reason: 'because you started it',
    more: 'imports and bulk changes',
    bell: true,
    email: 'never',
  },
  location_closed: {
    label: 'A location of mine closes or reopens',
    reason: 'because you are assigned to {subject}',
    more: 'locations that closed or reopened',
    bell: true,
    email: 'daily',
    ofLocation: 'users',
  },
  register_silent: {
    label: 'A register of a location of mine is silent',
    ...ofSales,
    more: 'silent registers',
  },
  day_missing: {
    label: 'A business day of a location of mine is missing or not closed',
    ...ofSales,
    more: 'days that are missing',
  },
  day_corrected: {
    label: 'A closed day of a location of mine is corrected',
    ...ofSales,
    more: 'corrected days',
  },
  over_short: {
    label: 'The till of a location of mine is over or short beyond the limit',
    ...ofSales,
    more: 'tills that are over or short',
  },
  backup_failed: {
    label: 'A backup fails',
    reason: 'because you are an administrator',
    more: 'backups that failed',
    bell: true,
    email: 'now',
    permission: 'settings.read',
  },
  view_changed: {
    label: 'A view that I watch',
    reason: 'because you watch {subject}',
    more: 'changes of views that you watch',
    bell: true,
    email: 'now',
    isEmailChosenElsewhere: true,
  },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof notificationKinds;

export const allNotificationKinds = Object.keys(notificationKinds) as NotificationKind[];

export const salesKinds = allNotificationKinds.filter((kind) => kindOf(kind).permission === 'registers.read');

export function kindOf(kind: NotificationKind): Kind {
  return notificationKinds[kind];
}
