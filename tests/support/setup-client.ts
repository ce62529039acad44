import { buildClient, isBuildStale } from '../../src/client-build.ts';

/** Builds the client once, before any test starts the real server: two servers must not build at the same time. */
export default async function setup(): Promise<void> {
  if (await isBuildStale()) await buildClient();
}
