/** With summer time at other days, with half hours, and without. */
export const zones = [
  ...['America/New_York', 'America/Detroit', 'America/Indianapolis', 'America/Chicago', 'America/Denver'],
  ...['America/Boise', 'America/Phoenix', 'America/Los_Angeles', 'America/Anchorage', 'America/Adak'],
  ...['Pacific/Honolulu', 'America/Puerto_Rico', 'Pacific/Guam', 'Pacific/Pago_Pago', 'America/Havana'],
  ...['America/St_Johns', 'America/Halifax', 'America/Santiago', 'America/Asuncion', 'America/Sao_Paulo'],
  ...['Atlantic/Azores', 'Europe/London', 'Europe/Dublin', 'Europe/Berlin', 'Europe/Kiev', 'Africa/Cairo'],
  ...['Africa/Casablanca', 'Africa/Lagos', 'Asia/Beirut', 'Asia/Jerusalem', 'Asia/Tehran', 'Asia/Calcutta'],
  ...['Asia/Katmandu', 'Asia/Tokyo', 'Australia/Adelaide', 'Australia/Sydney', 'Australia/Eucla'],
  ...['Australia/Lord_Howe', 'Pacific/Auckland', 'Pacific/Chatham'],
];
