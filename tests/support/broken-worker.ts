// The program of a thread that exits or hangs, as a defect in the real one might.

export function hash(password: string): string {
  while (password === 'never ends');
  if (password === 'dies') process.exit(1);
  return 'hashed';
}
