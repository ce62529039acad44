// docs/product.md, §4.8.
const most = 5;

/** Returns at most 5 page numbers around the current one. */
export function numbersAround(current: number, last: number): number[] {
  const latestFirst = Math.max(1, last - most + 1);
  const first = Math.min(Math.max(1, current - Math.floor(most / 2)), latestFirst);
  return Array.from({ length: Math.min(most, last) }, (_, place) => first + place);
}
