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
export function toCurrentTimeZone(value: string): string {
  return presentZones[value] ?? value;
}

/** Time zones with `UTC` first, or currencies sorted by their English names. */
export function listStandardOptions(name: StandardListName): { value: string; label: string }[] {
  const values = Intl.supportedValuesOf(name);
  if (name === 'timeZone') {
    const zones = [...new Set(values.map(toCurrentTimeZone))].sort();
    return ['UTC', ...zones.filter((zone) => zone !== 'UTC')].map((value) => ({ value, label: value }));
  }
  const names = new Intl.DisplayNames(['en'], { type: 'currency' });
  return values
    .map((value) => ({ value, label: `${names.of(value)} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** Aliases of time zones are accepted too, because other programs might send them. */
export function isInStandardList(name: StandardListName, value: string): boolean {
  try {
    if (name === 'timeZone') new Intl.DateTimeFormat('en', { timeZone: value });
    return name === 'timeZone' || Intl.supportedValuesOf(name).includes(value);
  } catch {
    return false;
  }
}

/** In English. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code);
}

/** `Intl` accepts these as regions, but they are no countries. */
const groups = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** Replaced by another code, as DD by DE. Such countries would be in the list twice. */
const isOutdated = (code: string) => new Intl.Locale(`und-${code}`).region !== code;

/** Sorted by their English names. */
export function listCountries(): { code: string; name: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return codes
    .flatMap((code) => {
      const name = groups.has(code) || isOutdated(code) ? undefined : names.of(code);
      return name ? [{ code, name }] : [];
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}

const postcodeLast = new Set(['GB', 'IE', 'AU', 'NZ', 'IN', 'SG', 'ZA']);
const regionFirst = new Set(['US', 'CA']);

/** As usual in the country. */
export function addressOrder(code: string): readonly ('street' | 'city' | 'region' | 'postcode')[] {
  return postcodeLast.has(code) || regionFirst.has(code)
    ? ['street', 'city', 'region', 'postcode']
    : ['street', 'postcode', 'city', 'region'];
}

/** As usual in the country: `London SE1 0CV`, `70173 Stuttgart`, `Boston, MA 02108`. */
export function cityLine(address: {
  city: string;
  region: string;
  postcode: string;
  country_code: string;
}): string {
  const { city, region, postcode, country_code: code } = address;
  const join = (parts: string[], between: string) => parts.filter(Boolean).join(between);
  if (regionFirst.has(code)) return join([city, join([region, postcode], ' ')], ', ');
  const place = postcodeLast.has(code) ? join([city, postcode], ' ') : join([postcode, city], ' ');
  return join([place, region], ', ');
}
