/**
 * What users call the screens, acts and views of the command box besides their names. Words before the bar find a thing
 * by themselves; those after it only go with one of them or with the name: 'stores' alone does not mean "Close Location".
 */
export const wordsOf: Readonly<Record<string, string>> = {
  // Screens.
  Dashboard: 'home start main overview summary front tiles attention | page screen',
  Locations: 'stores sites stations shops outlets branches markets | list all',
  Districts: 'regions areas zones territories | list all groups of stores locations',
  Users: 'people staff team employees members colleagues directory contacts works | list all who phone',
  Sales: 'revenue takings turnover earnings income money sold sell made | figures total much day store',
  Exceptions:
    'voids refunds returns theft loss shrink fraud suspicious overrides short cashiers drawer discrepancies | prevention over cash till',
  Reporting: 'reported missing late silent coverage sent | not have stores locations registers tills nothing',
  Stock: 'inventory hand levels running low reorder shelves shortage | on out of empty items count',
  Products: 'items prices skus upc plu barcodes articles goods catalog pricebook | price list codes',
  'Register files': 'pos naxml xml received raw feed | files data till register day',
  Departments: 'dept categories lottery kinds deposits excluded | merchandise groups products sales',
  Audit: 'log history activity trail logbook changed changes who | what did when log this made',
  Imports: 'runs bulk jobs past | imports uploads changes csv files undo import',
  // Settings.
  Settings: 'preferences options configure setup | my system',
  Appearance: 'theme colors dark light look display contrast | mode system screen night',
  Organization:
    'organisation company chain branding timeout idle sign-ups signup week zone support | name time session link minutes invitation days business hours',
  Configuration:
    'server environment variables version database backups system smtp storage | settings limits app',
  Email: 'mail outbox outgoing mails smtp sent delivery | emails server test log',
  Roles: 'permissions rights privileges may | who what do can access user users',
  Registers: 'tills pos terminals connections cash checkouts keys | register api devices',
  Diagnostics: 'diagnose connection live stream slow problems offline version browser troubleshoot | network',
  // Profile.
  Profile: 'account me myself | my own user',
  'Your details': 'name phone mobile details | my change edit update number own',
  'Sign-in email': 'login email mail username | my change update address own sign in',
  Password: 'passwords passcode passphrase pw pwd | my change reset forgot forgotten new update lost set',
  'Second factor':
    '2fa mfa totp otp two-factor authenticator authentication two recovery 2-step | factor step app code codes set up verification',
  Devices:
    'sessions computers browsers signed everywhere logins | my where am i signed in sign out phones other active',
  Access: 'rights stores locations roles permissions | my own what can i see why',
  Notifications:
    'alerts bell unsubscribe digest mute quiet reminders notices stop | email emails turn off hours my daily mails settings',
  // Acts.
  'Add User':
    'add new create hire invite onboard register | user users employee employees staff person people member account manager cashier hire someone usr',
  'Add Location': 'add new create open build | location store site station shop branch',
  'Add District': 'add new create | district region area group',
  'Add Role': 'add new create | role permissions job position',
  'Connect register': 'connect add new install pair | register till pos terminal key api cash',
  'Import Users':
    'import upload csv excel spreadsheet xlsx bulk load file | users user staff people employees add create list',
  'Import Locations':
    'import upload csv excel spreadsheet xlsx bulk load file | locations stores sites stations list add',
  'Import Stock': 'import upload csv excel spreadsheet xlsx load file | stock inventory counts count list',
  'Import sales':
    'import upload csv excel spreadsheet xlsx load file past daily | sales revenue close history days',
  'Switch to dark theme': 'dark night darkmode black | mode theme switch change turn on',
  'Switch to light theme': 'light day lightmode bright white | mode theme switch change turn on',
  'Keyboard shortcuts': 'help shortcuts hotkeys keys keyboard | how manual guide',
  'Contact Support': 'help support contact problem question hotline | call ask email',
  Logout: 'logout signout logoff exit quit leave off out | sign log',
  // Acts on a row.
  'Edit User':
    'edit change update correct rename modify fix | user users name phone number email person employee mobile details',
  'Assign Locations':
    'assign move transfer relocate give | location locations store stores site sites access another other',
  'Assign Roles':
    'assign promote demote give make grant | role roles permissions rights manager admin cashier employee access',
  Invite: 'invite send resend reinvite invitation invitations | user users person again link email mail new',
  Deactivate:
    'deactivate disable fire terminate block suspend lock dismiss offboard remove retire | user users employee person account someone',
  Activate: 'activate reactivate enable unblock unlock restore rehire | user users employee person account',
  'Delete User': 'delete remove erase | user users employee person account',
  'Edit Location':
    'edit change update correct rename modify fix | location store site station address phone number name zip',
  'Assign Users': 'assign add staff | user users people employees managers staff store location',
  'Move to a District': 'move transfer district region | location store site to another other',
  'Close Location': 'close shut | location store site station shop down permanently',
  'Delete Location': 'delete remove erase | location store site station shop',
  Reopen: 'reopen open | location store site again',
  History: 'history audit log changed changes activity trail | who what did made when',
  'Open user': 'user employee phone call email contact number profile | open show find',
  'Open location': 'store location site station shop address | open show find number',
  // Sales of a period, and by what they are made of.
  'Sales today': 'today | revenue takings turnover so far now',
  'Sales yesterday': 'yesterday | revenue takings turnover',
  'Sales this week': 'week wtd | revenue takings turnover this',
  'Sales last week': 'last | revenue takings turnover week previous',
  'Sales month to date': 'month mtd | revenue takings turnover this mth',
  'Sales last month': 'last | revenue takings turnover month previous',
  'Sales year to date': 'year ytd annual | revenue takings turnover this',
  'Sales last 7 days': '7 | revenue takings turnover seven days',
  'Sales last 28 days': '28 | revenue takings turnover four weeks days',
  'Sales last 90 days': '90 quarter | revenue takings turnover three months days',
  'Sales by location': 'ranking compare best worst | revenue store stores site',
  'Sales by state': 'regions | revenue takings us',
  'Sales by department': 'department merchandise | revenue category categories',
  'Sales by grade': 'fuel gas gasoline diesel gallons grades volume unleaded | sales sold',
  'Sales by payment': 'credit cards debit payments tender tenders ebt | sales cash card',
  // Views.
  'All users': 'users people staff employees everybody everyone | all list',
  'No location': 'unassigned without | users people staff employees location locations store stores no any',
  'Not invited': 'invited uninvited | not yet users people staff employees never',
  'Inactive users': 'inactive deactivated former left disabled | users people staff employees old',
  'Never signed in': 'never | signed in users people logged',
  'Invite expired': 'expired | invitations invites invitation users people',
  'Invite failed': 'failed bounced | invitations invites invitation emails users people',
  Invited: 'pending open waiting | invitations invites invitation users people',
  'No second factor': '2fa mfa factor | without no users people missing second two',
  'All locations': 'locations stores sites stations shops | all list',
  'No manager': 'manager without | stores locations sites missing no any managers',
  'Nobody assigned': 'nobody unstaffed empty | stores locations sites without staff users people with',
  Closed: 'closed shut | stores locations sites shops',
};

/** They say nothing about what is meant. */
export const fillers: ReadonlySet<string> = new Set(
  'a an the my me i we our us to of for in on at by from with and or is are am be do does did has have how what which where show see view find go get please want need all this that these it as'.split(
    ' ',
  ),
);
