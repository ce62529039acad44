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
 * Notes the version that the person has saved, so that another tab does not take it for the work of somebody else. `row`
 * is the name of the form with the id of the row.
 */
export function noteOwnSave(user: string, row: string, version: number | undefined): void {
  if (version === undefined) return;
  const others = read(user).filter(([name]) => name !== row);
  try {
    localStorage.setItem(storageKey(user), JSON.stringify([[row, version], ...others].slice(0, maxRows)));
  } catch {
    // Without storage, the message speaks of somebody else.
  }
}

export function isOwnSave(user: string, row: string, version: number | undefined): boolean {
  return read(user).some(([name, saved]) => name === row && saved === version);
}
