// A worker that hashes passwords. For certain passwords, it exits or hangs as a defective worker might.

export function hash(password: string): string {
  while (password === 'never ends');
  if (password === 'dies') process.exit(1);
  return 'hashed';
}
