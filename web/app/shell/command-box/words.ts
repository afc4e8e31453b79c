/** Words that many entries share. */
const ofUsers =
  'user people person someone somebody staff member employee associate cashier clerk worker hire crew team';
const ofLocations = 'location store site station shop branch branches outlet market';
const ofSales = 'sales revenue takings turnover sell sold made make take income money';

/**
 * What users call the screens, acts and views of the command box besides their names. Words before the bar find a thing
 * by themselves; those after it only go with one of them or with the name: 'stores' alone does not mean "Close Location".
 */
export const wordsOf: Readonly<Record<string, string>> = {
  // Screens.
  Dashboard: 'home start main overview summary front tiles attention | page screen',
  Locations: `stores sites stations shops outlets branches markets | list all open active phone number address ${ofLocations}`,
  Districts: `regions areas zones territories | list all groups of ${ofLocations}`,
  Users: `people staff team employees members colleagues directory contacts works crew personnel folks workforce | list all who phone ${ofUsers}`,
  Sales: `revenue takings turnover earnings income money sold sell made | figures total much day store ${ofSales}`,
  Exceptions:
    'voids refunds returns theft loss shrink fraud suspicious overrides short drawer discrepancies voided refunded | prevention cashiers over cash till register transactions sales',
  Reporting:
    'reported missing late silent coverage sent stopped offline disconnected | not no have days data stores locations registers tills nothing sending send working down',
  Stock: 'inventory hand levels running low reorder shelves shortage | on out of empty items count',
  Products:
    'items prices skus upc plu barcodes articles goods catalog pricebook scan | change edit set list codes look up lookup',
  'Register files': 'pos naxml xml received raw feed | files data till register day',
  Departments: 'dept categories lottery kinds deposits excluded | merchandise groups products sales',
  Audit: 'log history activity trail logbook changed changes who | what did when this made',
  Imports: 'runs bulk jobs past undo | imports uploads changes csv files back',
  // Settings.
  Settings: 'preferences options configure setup | my system',
  Appearance: 'theme colors dark light look display contrast bright brightness | mode system screen night',
  Organization:
    'organisation company chain branding timeout idle sign-ups signup week zone support | name time session auto logout fast too link minutes invitation days business hours',
  Configuration:
    'server environment variables version database backups system storage | smtp settings limits app',
  Email: 'mail outbox outgoing smtp sent delivery | emails server test log',
  Roles: 'permissions rights privileges may can titles | job who what do can access user',
  'Service accounts':
    'integrations programs scripts bots robots tokens api | account service token key connect',
  Registers: 'tills pos terminals connections cash checkouts keys | register api devices',
  Diagnostics:
    'diagnose connection live stream slow problems offline version browser troubleshoot broken test | network',
  API: 'openapi swagger developers developer endpoints endpoint curl rest | documentation docs of the programs scripts calls',
  // Profile.
  Profile: 'account me myself | my own user',
  'Your details': 'name phone mobile details | my change edit update number own',
  'Sign-in email': 'login email mail username | my change update address own sign in',
  Password:
    'passwords passcode passphrase pw pwd | my change reset forgot forgotten new update lost set remember',
  'Second factor':
    '2fa mfa totp otp two-factor authenticator authentication two recovery 2-step | factor step app code set up verification new phone lost',
  Devices:
    'sessions computers browsers signed everywhere logins logged kick | log old my where am i in sign out phones other active',
  Access: 'rights stores locations roles permissions allowed | my own what can i see why do',
  'API tokens': 'token tokens key keys cnp bearer | api my own new program script access',
  'Access List': 'review audit report auditor | access rights who sees which locations users list print csv',
  Notifications:
    'alerts bell unsubscribe digest mute quiet reminders notices stop too | email turn off hours my daily mails settings many fewer',
  // Acts.
  'Add User': `add new create hire invite onboard register | account manager usr ${ofUsers}`,
  'Add Location': `add new create open build | ${ofLocations}`,
  'Add District': 'add new create | territory zone district region area group',
  'Add Role': 'add new create make | role permissions job position',
  'Connect register': 'connect add new install pair hook | up register till pos terminal key api cash',
  'Import Users': `import upload csv excel spreadsheet xlsx bulk load file | add create list new many ${ofUsers}`,
  'Import Locations': `import upload csv excel spreadsheet xlsx bulk load file | list add ${ofLocations}`,
  'Import Stock': 'import upload csv excel spreadsheet xlsx load file | stock inventory counts list',
  'Import sales':
    'import upload csv excel spreadsheet xlsx load file past daily | sales revenue close history days',
  'Switch to dark theme': 'dark night darkmode black | mode theme switch change turn on',
  'Switch to light theme': 'light day lightmode bright white | mode theme switch change turn on',
  'Keyboard shortcuts': 'help shortcuts hotkeys keys keyboard | how manual guide',
  'Contact Support':
    'help support contact problem question hotline desk needs | call ask email talk chat somebody',
  Logout: 'logout signout logoff exit quit leave off out | sign log',
  // Acts on a row.
  'Edit User': `edit change update correct rename modify fix | name phone number email mobile details ${ofUsers}`,
  'Assign Locations': `assign move transfer relocate give borrow lend put | access another other from week day temporary temporarily until cover ${ofLocations} ${ofUsers}`,
  'Assign Roles': `assign promote demote give make grant | role permissions rights manager admin access ${ofUsers}`,
  Invite: `invite send resend login reinvite invitation | again link email mail new ${ofUsers}`,
  Deactivate: `deactivate disable fire terminate block suspend lock dismiss offboard remove retire quit resign resigned leaves leaving fired sack let | account go gone left job out she he they guy him her ${ofUsers}`,
  Activate: `activate reactivate enable unblock unlock restore rehire bring returning rehired came | back old account ${ofUsers}`,
  'Delete User': `delete remove erase rid duplicate | get account ${ofUsers}`,
  'Edit Location': `edit change update correct rename modify fix | address phone number name zip ${ofLocations}`,
  'Assign Users': `assign add staff put | managers ${ofLocations} ${ofUsers}`,
  'Move to a District': `move transfer district region relocate reassign | change to another other ${ofLocations}`,
  'Close Location': `close shut | down permanently ${ofLocations}`,
  'Delete Location': `delete remove erase rid | get test ${ofLocations}`,
  Reopen: `reopen open | again back up ${ofLocations}`,
  History: 'history audit log changed changes activity trail | who what did made when',
  'Open user': `user employee phone call email contact number profile | open show find ${ofUsers}`,
  'Open location': `store location site station shop address | open show find number phone email call ${ofLocations}`,
  // Sales of a period, and by what they are made of.
  'Sales today': `today | so far now ${ofSales}`,
  'Sales yesterday': `yesterday | ${ofSales}`,
  'Sales this week': `week wtd | this so far until ${ofSales}`,
  'Sales last week': `last | week previous ${ofSales}`,
  'Sales month to date': `month mtd | this mth so far until ${ofSales}`,
  'Sales last month': `last | month previous ${ofSales}`,
  'Sales year to date': `year ytd annual | this so far until ${ofSales}`,
  'Sales last 7 days': `7 | seven days ${ofSales}`,
  'Sales last 28 days': `28 | four weeks days ${ofSales}`,
  'Sales last 90 days': `90 quarter | three months days ${ofSales}`,
  'Sales by location': `ranking compare best worst rank | top vs against each ${ofLocations} ${ofSales}`,
  'Sales by state': `regions state states | us vs ${ofSales}`,
  'Sales by department': `department merchandise tobacco cigarettes beer drinks snacks food grocery groceries candy coffee cigs cig vape pop soda | totals category categories ${ofSales}`,
  'Sales by grade': `fuel gas gasoline diesel gallons grades volume unleaded premium regular | ${ofSales}`,
  'Sales by payment': `credit cards debit payments tender ebt | cash vs against ${ofSales}`,
  // Views.
  admin: `administrators | list all ${ofUsers}`,
  manager: `supervisors | list all ${ofLocations} ${ofUsers}`,
  employee: `cashiers clerks associates | list all ${ofUsers}`,
  viewer: `readonly read | only list all ${ofUsers}`,
  'All users': `users people staff employees everybody everyone crew personnel folks | all list ${ofUsers}`,
  'No location': `unassigned without | location store no any ${ofLocations} ${ofUsers}`,
  'Not invited': `invited uninvited | not yet never ${ofUsers}`,
  'Inactive users': `inactive deactivated former left disabled leavers resigned fired gone terminated dismissed | old ex past ${ofUsers}`,
  'Never signed in': `never | signed in logged who ${ofUsers}`,
  'Invite expired': `expired ran | out links invitations invites ${ofUsers}`,
  'Invite failed': `failed bounced | invitations invites emails ${ofUsers}`,
  Invited: `pending open waiting accepted unanswered | not yet invitations invites ${ofUsers}`,
  'No second factor': `2fa mfa factor | not set up without no missing second two who has turned off ${ofUsers}`,
  'All locations': `locations stores sites stations shops | all list ${ofLocations}`,
  'No manager': `manager without | missing no any ${ofLocations}`,
  'Nobody assigned': `nobody unstaffed empty works | without staff users people with ${ofLocations}`,
  Closed: `closed shut | ${ofLocations}`,
};

/** They say nothing about what is meant. */
export const fillers: ReadonlySet<string> = new Set(
  'a an the my me i we our us to of for in on at by from with and or is are am be do does did has have how what which where show see view find go get please want need all this that these it as much many too vs so just been was were could should would someone somebody who now'.split(
    ' ',
  ),
);

/** Short forms, and words of refusal: each line begins with what the others mean. */
export const sameWords: ReadonlyMap<string, string> = new Map(
  [
    'manager mgr mgrs supervisor boss bosses',
    'people ppl folk',
    'employee emp empl',
    'location loc',
    'account acct',
    'week wk wks',
    'not no w/o without never didnt dont doesnt isnt arent wasnt hasnt havent cant wont missing lacks lacking',
    'invite invitation invit',
  ].flatMap((line) => {
    const [word = '', ...others] = line.split(' ');
    return others.map((other) => [other, word] as const);
  }),
);
