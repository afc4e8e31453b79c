/** An error that tests must notice. `npm run faults -- planted` plants each, alone, in a copy of the tree. */
export interface PlantedError {
  /** What goes wrong with it. */
  what: string;
  file: string;
  /** Stands once in the file. */
  text: string;
  instead: string;
  /** Test files, of which one must fail. */
  noticedBy: readonly string[];
}

const ofWhatIsSeen: PlantedError[] = [
  {
    what: 'reads do not check their reader after the rows',
    file: 'server/kernel/http/request-access.ts',
    text: '      return isRead(endpoint)',
    instead: '      return isRead(endpoint) && Date.now() < 0',
    noticedBy: ['server/system-tests/revocation.test.ts'],
  },
  {
    what: 'who loses a location in the middle of a read of it gets its users',
    file: 'server/features/locations/locations.service.ts',
    text: 'await requireLocation(ctx, id);\n  return answer;',
    instead: 'return answer;',
    noticedBy: ['server/system-tests/cut-between-statements.test.ts'],
  },
  {
    what: 'who loses a location in the middle of a read of today gets its sales',
    file: 'server/features/registers/sales/today.service.ts',
    text: 'listRecentDays(db, { scope, location }',
    instead: 'listRecentDays(db, { scope: { all: true }, location }',
    noticedBy: ['server/features/registers/registers-scope.test.ts'],
  },
  {
    what: 'the search finds users without the permission to see them',
    file: 'server/features/search/search.service.ts',
    text: "ofKind('user') ? usersToSearch(requirePermission(ctx, 'users.read')) : null",
    instead: 'usersToSearch(ctx as never)',
    noticedBy: ['server/features/search/search.test.ts'],
  },
  {
    what: 'the search finds locations without the permission to see them',
    file: 'server/features/search/search.service.ts',
    text: "ofKind('location') ? locationsToSearch(requirePermission(ctx, 'locations.read')) : null",
    instead: 'locationsToSearch(ctx as never)',
    noticedBy: ['server/features/search/search.test.ts'],
  },
  {
    what: 'among the typing errors of a search a found row comes again',
    file: 'server/features/search/search.service.ts',
    text: 'known.has(row.id) ? null : count(row.search, fields)',
    instead: 'count(row.search, fields)',
    noticedBy: ['server/features/search/search.test.ts'],
  },
  {
    what: 'notifications about users who left stay visible to readers without their past',
    file: 'server/features/notifications/notifications.repository.ts',
    text: "isUserInScope(scope, 'users.id')",
    instead: "isUserInScope({ ...scope, hidesPast: false }, 'users.id')",
    noticedBy: ['server/system-tests/users-who-left.test.ts'],
  },
  {
    what: 'remembered counts are shared by all permissions',
    file: 'server/kernel/scope.ts',
    text: '[...ctx.actor.permissions].sort().join()',
    instead: "''",
    noticedBy: ['server/system-tests/users-who-left.test.ts'],
  },
  {
    what: 'remembered counts are not forgotten after a write',
    file: 'server/platform/database/database.ts',
    text: 'memory.clear();',
    instead: '',
    noticedBy: ['server/features/dashboard/dashboard.test.ts'],
  },
];

const model = ['server/system-tests/access-model.test.ts'];

const ofDistrictsAndCover: PlantedError[] = [
  {
    what: 'a user who covers a location manages who works there',
    file: 'server/features/users/users.facts.service.ts',
    text: 'const scope = withoutCovers(scopeOf(ctx));',
    instead: 'const scope = scopeOf(ctx);',
    noticedBy: model,
  },
  {
    what: 'a user who covers a location says who else covers it',
    file: 'server/features/covers/covers.rules.ts',
    text: 'when(!is_lasting, coverReasons.only(name))',
    instead: 'when(is_lasting && !is_lasting, coverReasons.only(name))',
    noticedBy: model,
  },
  {
    what: 'a user who covers a location assigns others to it',
    file: 'server/features/locations/locations.rules.ts',
    text: 'locations.find(({ is_lasting }) => !is_lasting)',
    instead: 'locations.find(({ is_lasting }) => is_lasting && !is_lasting)',
    noticedBy: model,
  },
  {
    what: 'a cover is on at the moment of its end',
    file: 'server/kernel/scope.ts',
    text: "column('ends_at')} > $",
    instead: "column('ends_at')} >= $",
    noticedBy: model,
  },
  {
    what: 'a cover that somebody has ended is on until its time',
    file: 'server/kernel/scope.ts',
    text: "column('ended_at')} is null)",
    instead: "column('starts_at')} is not null)",
    noticedBy: model,
  },
  {
    what: 'a list of users lacks those who cover a location in its scope',
    file: 'server/kernel/scope.ts',
    text: 'join covers as theirs on theirs.location_id = mine.location_id',
    instead: 'join covers as theirs on 1 = 0',
    noticedBy: model,
  },
  {
    what: 'a location that left a district stays with those who have the district',
    file: 'server/kernel/scope.ts',
    text: 'tx.later(ended.execute(tx));',
    instead: 'void ended;',
    noticedBy: model,
  },
  {
    what: 'a district that is taken leaves its locations with the user',
    file: 'server/features/users/assign/assignments.service.ts',
    text: 'if (found.length > 0) followDistricts(',
    instead: 'if (districts.added.length > 0) followDistricts(',
    noticedBy: model,
  },
];

const ofTokens: PlantedError[] = [
  {
    what: 'a token may what its owner may',
    file: 'server/features/auth/tokens/authenticate-token.service.ts',
    text: 'held.filter((one) => ticked.includes(one))',
    instead: 'held',
    noticedBy: model,
  },
  {
    what: 'a token works at the moment of its end',
    file: 'server/features/auth/tokens/authenticate-token.service.ts',
    text: 'row.expires_at <= now({ app })',
    instead: 'row.expires_at < now({ app })',
    noticedBy: model,
  },
  {
    what: 'a token works beyond its networks where they are IPv4',
    file: 'server/features/auth/tokens/networks.pure.ts',
    text: 'if (!ipaddr.isValid(ip)) return false;',
    instead: "if (!ipaddr.isValid(ip) || !networks.includes(':')) return true;",
    noticedBy: model,
  },
  {
    what: 'a token of some locations sees all that its owner sees',
    file: 'server/kernel/scope.ts',
    text: 'if (!within) return own;\n  return sql`(select whole',
    instead: 'if (!within?.ofAll) return own;\n  return sql`(select whole',
    noticedBy: model,
  },
  {
    what: 'the owner of all locations gives a narrowed token all of them',
    file: 'server/features/auth/tokens/authenticate-token.service.ts',
    text: 'isWhole && seesAll ?',
    instead: 'seesAll ?',
    noticedBy: model,
  },
];

const ofRuns: PlantedError[] = [
  {
    what: 'a rejected line keeps its number from the lines after it',
    file: 'server/features/runs/work/plan-chunk.service.ts',
    text: " && !(isRejected && key.startsWith('number:'))",
    instead: '',
    noticedBy: ['server/features/runs/import/import-runs.test.ts'],
  },
  {
    what: "in a preview, a user without a location in the actor's scope counts as wholly in it",
    file: 'server/features/runs/decide/decide-user.rules.ts',
    text: '    own: lasting.length + through,',
    instead: '    own: lasting.length + through || others,',
    noticedBy: ['server/features/runs/decide/plan-is-apply.test.ts'],
  },
  {
    what: 'who imports a list without their own line is deactivated',
    file: 'server/features/runs/work/finish-plan.service.ts',
    text: ' && id !== ctx.actor.user_id',
    instead: '',
    noticedBy: [
      'server/features/runs/import/import-runs.test.ts',
      'server/features/runs/import/import.test.ts',
    ],
  },
  {
    what: 'another name and another email correct the email, so that somebody else gets the account',
    file: 'server/features/runs/import/choose-match.pure.ts',
    text: '!addressed && full_name && wordKey(full_name) !== wordKey(user.name)',
    instead: 'false',
    noticedBy: [
      'server/features/runs/import/choose-match.pure.test.ts',
      'server/features/runs/import/correct-emails.test.ts',
    ],
  },
];

const ofStreams: PlantedError[] = [
  {
    what: 'an event is sent by an access of any age',
    file: 'server/features/changes/follower.service.ts',
    text: 'if (performance.now() - latest > freshMs) await',
    instead: 'if (performance.now() < latest) await',
    noticedBy: ['server/features/changes/stream.test.ts'],
  },
  {
    what: 'events tell of users elsewhere',
    file: 'server/features/changes/changes.rules.ts',
    text: "has('users.read') && (isHere || isOwn)",
    instead: "has('users.read')",
    noticedBy: ['server/features/changes/stream.test.ts', 'server/features/changes/changes.test.ts'],
  },
  {
    what: 'events name rows to readers of own locations',
    file: 'server/features/changes/deliver.service.ts',
    text: '...(seesEveryRow(ctx) && { ids: idsOf(heard) })',
    instead: 'ids: idsOf(heard)',
    noticedBy: ['server/features/changes/stream.test.ts'],
  },
  {
    what: 'a user may have any number of streams',
    file: 'server/kernel/http/streams.ts',
    text: 'const maxOfUser = 10;',
    instead: 'const maxOfUser = 1000;',
    noticedBy: ['server/features/changes/stream.test.ts'],
  },
  {
    what: 'a cursor older than the log of changes counts as complete',
    file: 'server/features/changes/changes.service.ts',
    text: 'return oldest !== null && known.seq >= oldest - 1;',
    instead: 'return oldest !== null;',
    noticedBy: ['server/features/changes/changes.test.ts'],
  },
];

const ofNotices: PlantedError[] = [
  {
    what: 'users who were deactivated are told',
    file: 'server/features/notifications/outbox.repository.ts',
    text: 'where list.n = found.n and users.id = found.user_id and users.is_active = true',
    instead: 'where list.n = found.n and users.id = found.user_id',
    noticedBy: ['server/features/notifications/location-notices.test.ts'],
  },
  {
    what: 'more than twenty rows of a kind in a day are not merged',
    file: 'server/features/notifications/lines.pure.ts',
    text: 'const linesADay = 20;',
    instead: 'const linesADay = 2000;',
    noticedBy: ['server/features/notifications/notifications.test.ts'],
  },
  {
    what: 'users at a location are told what happened before they were assigned',
    file: 'server/features/notifications/location-notices.repository.ts',
    text: ' and notices.first_at >= mine.created_at',
    instead: '',
    noticedBy: ['server/features/notifications/location-notices.test.ts'],
  },
  {
    what: 'a first sign-in finds notices from before it',
    file: 'server/features/notifications/location-notices.repository.ts',
    text: 'select auth_users.email_confirmed_at from',
    instead: "select '2000-01-01T00:00:00.000Z' from",
    noticedBy: ['server/features/notifications/location-notices.test.ts'],
  },
  {
    what: 'who did it is told of it at the location',
    file: 'server/features/notifications/location-notices.repository.ts',
    text: '(notices.actor_id is null or notices.actor_id <> mine.user_id)',
    instead: '(1 = 1)',
    noticedBy: ['server/features/notifications/notifications.test.ts'],
  },
  {
    what: 'users who manage nothing are told who joins a location',
    file: 'server/features/notifications/location-notices.repository.ts',
    text: "kindOf(kind).ofLocation === 'managers'",
    instead: "kindOf(kind).ofLocation === 'users'",
    noticedBy: ['server/features/notifications/location-notices.test.ts'],
  },
  {
    what: 'readers without the past of users read that one who left joined a location',
    file: 'server/features/notifications/location-notices.repository.ts',
    text: "presentUsers(scope, 'notices.about_id')",
    instead: "presentUsers({ ...scope, hidesPast: false }, 'notices.about_id')",
    noticedBy: ['server/features/notifications/location-notices.test.ts'],
  },
  {
    what: 'a notice that was delivered stays in the outbox',
    file: 'server/features/notifications/outbox.repository.ts',
    text: "await tx.deleteFrom('notice_outbox').where(taken).execute();",
    instead: 'void taken;',
    noticedBy: ['server/features/notifications/deliver-notices.test.ts'],
  },
  {
    what: 'a time in the future hides what comes until then',
    file: 'server/features/notifications/notifications.service.ts',
    text: 'return until < at ? until : at;',
    instead: 'return until;',
    noticedBy: ['server/features/notifications/notifications.test.ts'],
  },
  {
    what: 'a watch tells its own acts',
    file: 'server/features/watches/watch-worker.service.ts',
    text: 'return entered.filter((id) => !own.has(id));',
    instead: 'return entered.filter(() => own);',
    noticedBy: ['server/features/watches/watches.test.ts'],
  },
  {
    what: 'a watch tells of rows that a new location of its reader brings',
    file: 'server/features/watches/watches.service.ts',
    text: '[...ctx.actor.permissions].sort(), locations];',
    instead: '[...ctx.actor.permissions].sort(), locations.length * 0];',
    noticedBy: ['server/features/watches/watches.test.ts'],
  },
];

const ofFigures: PlantedError[] = [
  {
    what: "a till's report wins over that of its location",
    file: 'server/features/registers/figures/choose-reports.pure.ts',
    text: "Number(a.till !== '') - Number(b.till !== '') ||",
    instead: "Number(b.till !== '') - Number(a.till !== '') ||",
    noticedBy: ['server/features/registers/figures/figures.pure.test.ts'],
  },
  {
    what: 'reports that overlap by half or less say the same',
    file: 'server/features/registers/figures/choose-reports.pure.ts',
    text: 'return common * 2 > Math.min(',
    instead: 'return common * 3 > Math.min(',
    noticedBy: ['server/features/registers/figures/figures.pure.test.ts'],
  },
  {
    what: 'a sale in the moment of the count is not subtracted',
    file: 'server/features/registers/stock/sold-since.pure.ts',
    text: 'at >= counted_at)',
    instead: 'at > counted_at)',
    noticedBy: ['server/features/registers/stock/stock.test.ts'],
  },
];

export const plantedErrors: readonly PlantedError[] = [
  ...ofWhatIsSeen,
  ...ofDistrictsAndCover,
  ...ofTokens,
  ...ofRuns,
  ...ofStreams,
  ...ofNotices,
  ...ofFigures,
];
