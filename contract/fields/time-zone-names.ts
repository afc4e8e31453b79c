/** As forms offer them. `words` are what files say for them, and `kin` the zones of addresses that say the same words. */
export const zonesOfUnitedStates = [
  {
    ...{ zone: 'America/New_York', label: 'Eastern (New York)', words: ['eastern', 'est', 'edt', 'et'] },
    kin: ['America/Detroit', 'America/Indianapolis'],
  },
  {
    ...{ zone: 'America/Chicago', label: 'Central (Chicago)', words: ['central', 'cst', 'cdt', 'ct'] },
    kin: [],
  },
  {
    ...{ zone: 'America/Denver', label: 'Mountain (Denver)', words: ['mountain', 'mst', 'mdt', 'mt'] },
    kin: ['America/Boise', 'America/Phoenix'],
  },
  {
    ...{ zone: 'America/Phoenix', label: 'Mountain without daylight saving (Phoenix)', words: ['arizona'] },
    kin: [],
  },
  {
    ...{
      zone: 'America/Los_Angeles',
      label: 'Pacific (Los Angeles)',
      words: ['pacific', 'pst', 'pdt', 'pt'],
    },
    kin: [],
  },
  {
    ...{
      zone: 'America/Anchorage',
      label: 'Alaska (Anchorage)',
      words: ['alaska', 'alaskan', 'akst', 'akdt'],
    },
    kin: [],
  },
  {
    ...{ zone: 'Pacific/Honolulu', label: 'Hawaii (Honolulu)', words: ['hawaii', 'hawaiian', 'hst'] },
    kin: [],
  },
] as const;
