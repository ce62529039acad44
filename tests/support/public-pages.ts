import { sitePaths } from '../../client/shared/site-paths.ts';
import type { RunningServer } from './running-server.ts';

/**
 * Returns the path of every public page, by name. `post`, `job` and `project` are the first rows in their
 * lists.
 */
export async function publicPages(server: RunningServer): Promise<Record<string, string>> {
  // Leaves out the pages that staff build from blocks, because no list shows these pages.
  const { pages: _, ...fixed } = sitePaths;
  return {
    ...fixed,
    post: await firstLink(server, sitePaths.blog),
    job: await firstLink(server, sitePaths.career),
    project: await firstLink(server, sitePaths.portfolio),
  };
}

async function firstLink({ url }: RunningServer, list: string): Promise<string> {
  const html = await (await fetch(url + list)).text();
  const path = new RegExp(`href="(${list}/\\d+)"`).exec(html)?.[1];
  if (!path) throw new Error(`${list} links to nothing`);
  return path;
}
