// A worker that exits or hangs, as a defective one might.

export function hash(password: string): string {
  while (password === 'never ends');
  if (password === 'dies') process.exit(1);
  return 'hashed';
}
