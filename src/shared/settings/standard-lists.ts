export type StandardListName = 'timeZone' | 'currency';

/** For time zones that the runtime lists under a former name. */
const presentZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** Any value but a former time zone stays. */
export function toPresentZone(value: string): string {
  return presentZones[value] ?? value;
}

/** Time zones with `UTC` first, or currencies sorted by their English names. */
export function listStandardOptions(name: StandardListName): { value: string; label: string }[] {
  const values = Intl.supportedValuesOf(name);
  if (name === 'timeZone') {
    const zones = [...new Set(values.map(toPresentZone))].sort();
    return ['UTC', ...zones.filter((zone) => zone !== 'UTC')].map((value) => ({ value, label: value }));
  }
  const names = new Intl.DisplayNames(['en'], { type: 'currency' });
  return values
    .map((value) => ({ value, label: `${names.of(value)} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** Aliases of time zones are accepted too, because other programs might send them. */
export function isStandardValue(name: StandardListName, value: string): boolean {
  try {
    if (name === 'timeZone') new Intl.DateTimeFormat('en', { timeZone: value });
    return name === 'timeZone' || Intl.supportedValuesOf(name).includes(value);
  } catch {
    return false;
  }
}
