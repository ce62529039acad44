/** Returns the name of a country in English, or undefined when no country has the code. */
export function countryName(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code);
}

const postcodeLast = new Set(['GB', 'IE', 'AU', 'NZ', 'IN', 'SG', 'ZA']);
const regionFirst = new Set(['US', 'CA']);

/**
 * Returns the line of an address that names the city, in the order of its country: `London SE1 0CV`, `70173 Stuttgart`,
 * `Boston, MA 02108`.
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
