/** For the actor. The use cases and the plan of a run use the same words. */
export const reasons = {
  notAllowed: 'You are not allowed to do this. Ask your administrator.',
  notForTokens: 'No API token can do this. Sign in to do it.',
  userMissing: 'This user does not exist, or does not work at one of your locations.',
  locationMissing: 'This location does not exist, or is not one of yours.',
  notAllYours: 'You can only manage users whose locations are all yours.',
  noneYours:
    'You can only manage users who work at one of your locations. Those that you cover do not count.',
  serviceMissing: 'This service account does not exist, or sees more than you do.',
  serviceHigher: 'This service account has permissions that you do not have. Ask an administrator.',
  ownerLacks: 'The owner role does not have all of these permissions',
  ownerSeesLess: 'Only an account whose owner role has access to all locations can have it, too',
  higherRole: 'This user has permissions that you do not have. Ask an administrator.',
  lastAdmin: 'This is the last active administrator. Make someone else an administrator first.',
  lastBypass:
    'Nobody else could sign in without the company sign-in, which is required. Give somebody with a password and a second factor the permission to bypass it first.',
  emailTaken: 'A user with this email address already exists',
  unknownRole: 'One of the roles does not exist',
  unknownLocation: 'One of the locations does not exist, or is not one of yours',
  chooseLocation: 'Choose at least one of your locations',
  closesLater: 'Planned closings are entered on their day. Choose today or a day before',
  ownEmail: 'Change your own email on your profile.',
  correctInactive: 'This user is deactivated. Activate them before you correct their email.',
  inviteInactive: 'This user is deactivated. Activate them before you invite them.',
  joinedAlready: 'This user has joined already and signs in with a password of their own.',
  otherAccount: 'Another account signs in with this email.',
  roleTooHigh: (name: string) =>
    `You cannot grant or revoke the role ${name}: it has permissions that you do not have.`,
  closed: (name: string) => `${name} is closed. Reopen it to assign users to it.`,
  employeeNumberTaken: (name: string | undefined) =>
    `${name ?? 'Another user'} already has this employee number`,
  numberTaken: (name: string | undefined) => `${name ?? 'Another location'} already has this number`,
};

export const coverReasons = {
  missing: 'This cover does not exist, or is not at one of your locations.',
  inactive: 'This user is deactivated. Activate them before they cover a location.',
  over: 'This cover is over. Let the user cover the location again instead.',
  endsFirst: 'The end must be after the start',
  endPassed: 'This time has passed. Choose a later end',
  startPassed: 'This time has passed. Choose a later start, or none to begin now',
  tooFar: (days: number) => `Choose a start in the next ${days} days`,
  tooLong: (days: number) => `Choose at most ${days} days, or assign the location for longer`,
  only: (name: string) =>
    `You cover ${name} yourself. Only somebody who is assigned to it may say who covers it.`,
  held: (name: string) => `This user has ${name} already.`,
  overlaps: (name: string) =>
    `This user covers ${name} at that time already. Move the end of that cover instead.`,
};
