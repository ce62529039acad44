import { factsOf, type ModuleName } from '../../../src/shared/module-facts.ts';

// Apart from the other addresses: the sign-in page needs those, and loads no facts of the modules.

/** Returns the address of a module's list. */
export function modulePath(name: ModuleName): string {
  const { address, path } = factsOf(name);
  return address ?? path;
}
