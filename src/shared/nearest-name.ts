/** The maximum number of letters of `text` that are compared. */
const maxCompared = 60;

/**
 * Returns the name that is most similar to `text`, for a message such as 'The nearest one is …'. Returns
 * undefined if there are no names.
 */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const wanted = text.slice(0, maxCompared).toLowerCase();
  const distances = names.map((name) => distance(wanted, name));
  return names[distances.indexOf(Math.min(...distances))];
}

/** Returns the Levenshtein distance of two texts: how many letters must be added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = row[at]! + (letter === other[at] ? 0 : 1);
      next.push(Math.min(replaced, row[at + 1]! + 1, next[at]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
