/**
 * States with one zone, or the zone in which most live, by their two letters. Territories have their own. Postal
 * codes of the military have none.
 */
const statesOf: Record<string, string> = {
  'America/New_York': 'CT DC DE FL GA KY MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Detroit': 'MI',
  'America/Indianapolis': 'IN',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Boise': 'ID',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
  'Pacific/Pago_Pago': 'AS',
};

/**
 * What differs in states with two zones, by the first digits of the ZIP code. The longest that fits wins. A zone that
 * ends in the middle of a ZIP code is that of its post office.
 */
const prefixesOf: Record<string, Record<string, string>> = {
  AK: { 'America/Adak': '99546 99547' },
  AZ: { 'America/Denver': '865 86020 86033 86035 86044 86045 86053 86054', 'America/Phoenix': '86502' },
  FL: { 'America/Chicago': '324 325', 'America/New_York': '32456 32457' },
  ID: { 'America/Los_Angeles': '835 838', 'America/Boise': '83547 83549' },
  IN: {
    'America/Chicago': `463 464 46531 46532 46534 46968 47514 47515 47520 47523 47525 47531 47537 47550 47551
      47552 47556 47574 47576 47577 47579 47586 47588 476 477 47922 47943 47948 47951 47963 47977 47978`,
  },
  KS: { 'America/Denver': '67733 67735 67741 67758 67761 67762 67836 67857 67878 67879' },
  KY: {
    'America/Chicago': `40111 40115 40119 40140 40143 40144 40145 40146 40152 40153 40170 40171 40176 40178 420 421 422
      423 424 42602 42603 42629 42642 42711 42712 42713 42715 42717 42720 42721 42722 42726 42728 42729 42731 42735
      42741 42742 42743 42746 42749 42753 42754 42755 42759 42762 42764 42765 42782`,
  },
  MI: {
    'America/Chicago': `49801 49802 49812 49815 49821 49831 49834 49845 49847 49848 49852 49858 49863 49870 49873 49874
      49876 49877 49881 49886 49887 49892 49893 49896 49902 49903 49911 49915 49920 49927 49935 49938 49947 49959 49964
      49968 49969`,
  },
  ND: {
    'America/Denver': '58528 58529 58533 58538 58562 58564 58568 58569 58570 586',
    'America/Chicago': '58631 58638',
  },
  NE: {
    'America/Denver': `69021 69023 69027 69030 69033 69037 69041 69045 69121 69122 69125 69127 69128 69129 69131 69133
      69134 69140 69141 69144 69145 69146 69147 69148 69149 69150 69152 69153 69154 69155 69156 69160 69162 69168 69190
      69211 69218 69219 693`,
  },
  NV: { 'America/Denver': '89883' },
  OR: {
    'America/Boise': '97901 97902 97903 97906 97908 97909 97910 97911 97913 97914 97917 97918 97920',
  },
  SD: {
    'America/Denver': '57521 57543 57547 57551 57552 57553 57567 57574 57577 576 577',
    'America/Chicago': '57601 57631 57632 57646 57648',
  },
  TN: {
    'America/New_York': `37302 37303 37304 37307 37308 37309 37310 37311 37312 37314 37315 37316 37317 37320 37321 37322 37323
      37325 37326 37329 37331 37332 37333 37336 37337 37338 37341 37343 37350 37351 37353 37354 37361 37362 37363 37364
      37369 37370 37371 37373 37377 37379 37381 37384 37385 37391 374 376 377 378 379`,
    'America/Chicago': '37723',
  },
  TX: { 'America/Denver': '79821 79835 79836 79837 79838 79839 79847 79849 79851 79853 799 885' },
};

const byState = new Map(
  Object.entries(statesOf).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone])),
);

/** From the address; null for a state that is not one of the United States. */
export function proposeTimeZone(state: string, zip: string): string | null {
  const code = state.trim().toUpperCase();
  const digits = zip.trim();
  let found: { zone: string; length: number } | null = null;
  for (const [zone, prefixes] of Object.entries(prefixesOf[code] ?? {})) {
    for (const prefix of prefixes.split(/\s+/)) {
      if (digits.startsWith(prefix) && prefix.length > (found?.length ?? 0)) {
        found = { zone, length: prefix.length };
      }
    }
  }
  return found?.zone ?? byState.get(code) ?? null;
}

interface Placed {
  state: string;
  zip: string;
}

/** The zone follows the address until somebody chooses another one. */
export function followingTimeZone(
  before: Placed & { time_zone: string },
  { state = before.state, zip = before.zip }: { [K in keyof Placed]?: string | undefined },
): string {
  const wasProposed = (before.time_zone || null) === proposeTimeZone(before.state, before.zip);
  return (wasProposed && proposeTimeZone(state, zip)) || before.time_zone;
}
