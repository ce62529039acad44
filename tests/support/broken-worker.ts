// The program of a thread that dies or hangs, as a fault in the real one might.

export function hash(password: string): string {
  while (password === 'never ends');
  if (password === 'dies') process.exit(1);
  return 'hashed';
}
