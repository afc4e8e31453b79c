/** For the actor. The use cases and the plan of a run use the same words. */
export const reasons = {
  notAllowed: 'You are not allowed to do this. Ask your administrator.',
  userMissing: 'This user does not exist, or does not work at one of your locations.',
  locationMissing: 'This location does not exist, or is not one of yours.',
  notAllYours: 'You can only manage users whose locations are all yours.',
  noneYours: 'You can only manage users who work at one of your locations.',
  higherRole: 'This user has permissions that you do not have. Ask an administrator.',
  lastAdmin: 'This is the last active administrator. Make someone else an administrator first.',
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
