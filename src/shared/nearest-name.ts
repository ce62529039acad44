/** The number of letters that are compared of a longer name. */
const maxCompared = 60;

/** Returns the name that differs from `text` in the fewest letters. Returns undefined when there are no names. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const wanted = text.slice(0, maxCompared).toLowerCase();
  const distances = names.map((name) => distance(wanted, name));
  return names[distances.indexOf(Math.min(...distances))];
}

/** Returns how many letters must be added, removed or replaced (Levenshtein). */
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
