import { clientMutations } from './client.ts';
import { drawnMutations } from './drawn.ts';
import type { Mutation } from './mutation.ts';
import { serverMutations } from './server.ts';
import { styleMutations } from './styles.ts';

export const mutationsByArea: Readonly<Record<string, readonly Mutation[]>> = {
  server: serverMutations,
  client: clientMutations,
  styles: styleMutations,
  drawn: drawnMutations,
};
