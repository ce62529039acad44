/** Returns the English name of a country. Returns undefined if no country has the code. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code);
}

/** Codes that `Intl` accepts as regions although they are not countries. */
const groups = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/**
 * Returns whether another code has replaced this code, as DE has replaced DD. Without this check, some countries would
 * be in the list twice.
 */
const isOutdated = (code: string) => new Intl.Locale(`und-${code}`).region !== code;

/** Returns every country with its English name, sorted by name. */
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

/** Returns the fields of an address in the order that is usual in a country. */
export function addressOrder(code: string): readonly ('street' | 'city' | 'region' | 'postcode')[] {
  return postcodeLast.has(code) || regionFirst.has(code)
    ? ['street', 'city', 'region', 'postcode']
    : ['street', 'postcode', 'city', 'region'];
}

/**
 * Returns the address line that contains the city, in the order that is usual in the country. Examples are `London SE1
 * 0CV`, `70173 Stuttgart` and `Boston, MA 02108`.
 */
export function cityLine(address: {
  city: string;
  region: string;
  postcode: string;
  country_code: string;
}): string {
  const { city, region, postcode, country_code: code } = address;
  const join = (words: string[], between: string) => words.filter(Boolean).join(between);
  if (regionFirst.has(code)) return join([city, join([region, postcode], ' ')], ', ');
  const place = postcodeLast.has(code) ? join([city, postcode], ' ') : join([postcode, city], ' ');
  return join([place, region], ', ');
}
