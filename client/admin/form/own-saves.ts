/** How many rows the list of own saves has. */
const maxRows = 30;

const storageKey = (user: string) => `admin_saves/${user}`;

function read(user: string): [row: string, version: number][] {
  try {
    return JSON.parse(localStorage.getItem(storageKey(user)) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/**
 * Notes in this browser which version of a row the person has saved. A form in another tab of the same person then does
 * not take this version for the work of somebody else. `row` is the name of the form with the id of the row.
 */
export function noteOwnSave(user: string, row: string, version: number | undefined): void {
  if (version === undefined) return;
  const others = read(user).filter(([name]) => name !== row);
  try {
    localStorage.setItem(storageKey(user), JSON.stringify([[row, version], ...others].slice(0, maxRows)));
  } catch {
    // The storage is full or switched off. The message then speaks of somebody else, as without this list.
  }
}

/** Returns whether the person has saved this version of a row in this browser. */
export function isOwnSave(user: string, row: string, version: number | undefined): boolean {
  return read(user).some(([name, saved]) => name === row && saved === version);
}
