/** As forms offer them: `words` are what files say for them, and `kin` the zones of addresses that say the same. */
const zones = [
  'America/New_York = Eastern (New York) = eastern est edt et = America/Detroit America/Indianapolis',
  'America/Chicago = Central (Chicago) = central cst cdt ct',
  'America/Denver = Mountain (Denver) = mountain mst mdt mt = America/Boise America/Phoenix',
  'America/Phoenix = Mountain without daylight saving (Phoenix) = arizona',
  'America/Los_Angeles = Pacific (Los Angeles) = pacific pst pdt pt',
  'America/Anchorage = Alaska (Anchorage) = alaska alaskan akst akdt',
  'Pacific/Honolulu = Hawaii (Honolulu) = hawaii hawaiian hst',
];

export const zonesOfUnitedStates = zones.map((line) => {
  const [zone = '', label = '', words = '', kin = ''] = line.split(' = ');
  return { zone, label, words: words.split(' '), kin: kin.split(' ') };
});
